/**
 * The candidate most like `text`, if one is like enough to be what was meant: at most a third of its letters differ
 * (letter case counts half).
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(text.length / 3));
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate, limit);
    if (distance > limit || (best !== undefined && distance === limit)) continue;
    best = candidate;
    limit = distance;
    if (limit === 0) break;
  }
  return best;
}

/** For the end of a problem's line, where there is a guess. */
export function didYouMean(close: string | undefined): string | undefined {
  return close === undefined ? undefined : `did you mean "${close}"?`;
}

/**
 * Number of letters to insert, delete, replace or swap with their neighbour. Gives `limit + 1` as soon as it is certain
 * to be beyond `limit`: 50,000 paths are compared with one misspelt path.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = letterCost(a[i - 1], b[j - 1]);
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

function letterCost(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return a?.toLowerCase() === b?.toLowerCase() ? 0.5 : 1;
}
