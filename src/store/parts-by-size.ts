/** Of texts, that are worked on together: SQLite takes ten milliseconds to store as many, and nobody else is answered meanwhile. */
const CHARACTERS_TOGETHER = 100_000;

/**
 * Parts of a list that are worked on together: of long texts there are fewer in one.
 * @param most elements of a part
 * @param charactersOf one element; a larger one than there may be together is a part of its own
 */
export function* partsBySize<T>(
  list: Iterable<T>,
  most: number,
  charactersOf: (each: T) => number,
): Generator<T[], undefined> {
  let part: T[] = [];
  let characters = 0;
  for (const each of list) {
    const own = charactersOf(each);
    if (part.length === most || (part.length > 0 && characters + own > CHARACTERS_TOGETHER)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(each);
    characters += own;
  }
  if (part.length > 0) yield part;
}
