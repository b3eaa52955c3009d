/** A place in a text, in UTF-16 units: `text.slice(from, to)`. */
export interface TermPlace {
  readonly from: number;
  readonly to: number;
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Written without spaces between words: a term may begin and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Where a term of a glossary stands in a text, as a word of its own and however it is capitalized. */
export function placesOfTerm(text: string, term: string): readonly TermPlace[] {
  const wanted = term.trim();
  if (wanted === "") return [];
  const [inText, searched] = sameLength(text, text.toLowerCase())
    ? [text.toLowerCase(), wanted.toLowerCase()]
    : [text, wanted];
  const places: TermPlace[] = [];
  for (let from = inText.indexOf(searched); from !== -1; from = inText.indexOf(searched, from + 1)) {
    const to = from + searched.length;
    if (isBoundary(text, from) && isBoundary(text, to)) places.push({ from, to });
  }
  return places;
}

/** Lower case of a few letters is longer: places would not be those of the text. */
function sameLength(one: string, other: string): boolean {
  return one.length === other.length;
}

/** The character right before a place, and the one after it. */
const BEFORE = /.$/su;
const AFTER = /^./su;

/** Whether no word goes on over a place. */
function isBoundary(text: string, at: number): boolean {
  const [before = ""] = BEFORE.exec(text.slice(Math.max(0, at - 2), at)) ?? [];
  const [after = ""] = AFTER.exec(text.slice(at, at + 2)) ?? [];
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  return UNSPACED.test(before) || UNSPACED.test(after);
}
