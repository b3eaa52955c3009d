import type { Edit } from "./source-text.ts";

/** Words, blanks, line ends, and every other sign for itself. */
const TOKEN = /\r?\n|[ \t]+|[\p{L}\p{N}_]+|[^]/gu;
/** Cells of the table in which two texts are compared; longer texts are nobody's entries. */
const MOST_CELLS = 4_000_000;
const WORD_WEIGHT = 4;

/**
 * Merges three versions of a short text, token by token: what one side changed is taken.
 * @returns undefined where both changed the same place differently
 */
export function mergeTokens(base: string, ours: string, theirs: string): string | undefined {
  if (base === ours || ours === theirs) return theirs;
  if (base === theirs) return ours;
  const tokens = tokensOf(base);
  const [own, other] = [editsOf(tokens, tokensOf(ours)), editsOf(tokens, tokensOf(theirs))];
  if (own === undefined || other === undefined) return undefined;
  const apart = other.filter((edit) => !own.some((one) => isSame(one, edit)));
  if (apart.some((edit) => own.some((one) => clash(one, edit)))) return undefined;
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of [...own, ...apart].toSorted(inOrder)) {
    for (const token of tokens.slice(at, start)) pieces.push(token);
    pieces.push(text);
    at = end;
  }
  return [...pieces, ...tokens.slice(at)].join("");
}

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** The edits of tokens that make one text the other. */
function editsOf(tokens: readonly string[], others: readonly string[]): readonly Edit[] | undefined {
  const places = matches(tokens, others);
  if (places === undefined) return undefined;
  const edits: Edit[] = [];
  let [start, from] = [0, 0];
  for (let end = 0; end <= tokens.length; end += 1) {
    const to = end === tokens.length ? others.length : (places[end] ?? -1);
    if (to < 0) continue;
    if (end > start || to > from) edits.push({ start, end, text: others.slice(from, to).join("") });
    [start, from] = [end + 1, to + 1];
  }
  return edits;
}

function isSame(one: Edit, other: Edit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

/** What stands side by side does not. */
function clash(one: Edit, other: Edit): boolean {
  const isBetween = one.start === other.start && one.end === other.end;
  return isBetween || (one.start < other.end && other.start < one.end);
}

function inOrder(one: Edit, other: Edit): number {
  return one.start - other.start || one.end - other.end;
}

/** That a word stays a word says more than that blanks do. */
function weightOf(token: string | undefined): number {
  return token === undefined || token.trim() === "" ? 1 : WORD_WEIGHT;
}

/** The place of each token in the other text, of a longest sequence that both have; -1: none. */
function matches(tokens: readonly string[], others: readonly string[]): Int32Array | undefined {
  const places = new Int32Array(tokens.length).fill(-1);
  let start = 0;
  while (start < tokens.length && start < others.length && tokens[start] === others[start]) {
    places[start] = start;
    start += 1;
  }
  let [end, otherEnd] = [tokens.length, others.length];
  while (end > start && otherEnd > start && tokens[end - 1] === others[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
    places[end] = otherEnd;
  }
  const [rows, columns] = [end - start, otherEnd - start];
  if (rows === 0 || columns === 0) return places;
  if (rows * columns > MOST_CELLS) return undefined;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isCommon = tokens[start + row] === others[start + column];
      lengths[row * width + column] = isCommon
        ? lengthAt(row + 1, column + 1) + weightOf(tokens[start + row])
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (tokens[start + row] === others[start + column]) {
      places[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) > lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return places;
}
