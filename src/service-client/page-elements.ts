/** A page of a list, taken apart before it is parsed. */
export interface PageElements {
  /** JSON of each element of `results`, in their order. */
  readonly elements: readonly Buffer[];
  /** JSON of the page without them. */
  readonly rest: string;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
const LIST = /^\s*"results"\s*:\s*\[\s*/;
/** Bytes in which the name of a member is found. */
const NAME = 64;

/**
 * Fifty languages are 300 kB as objects, and a run reads a thousand such lists: an object at a time dies young, a list of them does not.
 * What is no JSON gives pieces that are none either.
 * @returns undefined where the page has no `results`
 */
export function pageElements(page: Buffer): PageElements | undefined {
  for (let at = page.indexOf(OPEN_BRACE) + 1; at > 0 && at < page.length; at = endOfValue(page, at) + 1) {
    const [name] = LIST.exec(page.toString("latin1", at, at + NAME)) ?? [];
    if (name === undefined) continue;
    const begin = at + name.length;
    const elements: Buffer[] = [];
    let end = begin;
    for (let from = begin; page[from] !== CLOSE_LIST || elements.length > 0; from = end + 1) {
      end = endOfValue(page, from);
      elements.push(page.subarray(from, end));
      if (page[end] !== COMMA) break;
    }
    return { elements, rest: `${page.toString("utf8", 0, begin)}${page.toString("utf8", end)}` };
  }
  return undefined;
}

/** Where the value that begins there has its end: at what follows it. */
function endOfValue(page: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < page.length; at += 1) {
    const byte = page[at];
    if (byte === QUOTE) at = endOfText(page, at);
    else if (byte === OPEN_BRACE || byte === OPEN_LIST) depth += 1;
    else if (depth > 0) depth -= Number(byte === CLOSE_BRACE || byte === CLOSE_LIST);
    else if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_LIST) return at;
  }
  return page.length;
}

function endOfText(page: Buffer, from: number): number {
  let at = from + 1;
  while (at < page.length && page[at] !== QUOTE) at += page[at] === BACKSLASH ? 2 : 1;
  return at;
}
