import { keyOf, withDistinctKeys, type KeyReader, type Step } from "./places.ts";
import { isContainer, membersOf, type JsonContainer, type JsonFile } from "./tree.ts";

export function literalKey(key: string): Step[] {
  return [key];
}

const INDEXED = /^([^[\]]*)((?:\[\d{1,4}\])+)$/;
/** A key that begins with a place is of a list at the top, which may be as long as it likes. */
const INDEXED_IN_LIST = /^([^[\]]*)((?:\[\d{1,9}\])+)$/;
const DOT = /(?<!\\)\./;
const ESCAPED_SIGN = /\\([.[\]\\])/g;
const SENTENCE = /^[. ]|\.[. ]|[. ]$| \./;
/** A key with more steps is no path that anybody wrote. */
const MAXIMUM_STEPS = 100;

/** `list[0].name` → list, 0, name; `a\.b` is one name. A sentence is no path: it has a blank, or nothing, beside its dots. */
export function splitKey(key: string): Step[] {
  if (SENTENCE.test(key)) return [key];
  const indexed = key.startsWith("[") ? INDEXED_IN_LIST : INDEXED;
  const steps = key.split(DOT).flatMap((part): Step[] => {
    const [, name, indexes] = indexed.exec(part) ?? [];
    if (name === undefined || indexes === undefined) return [part.replace(ESCAPED_SIGN, "$1")];
    const numbers = indexes.slice(1, -1).split("][").map(Number);
    return name === "" ? numbers : [name, ...numbers];
  });
  return steps.length > MAXIMUM_STEPS ? [key] : steps;
}

/** Whether a key begins in a list at the top of a file: `[0]`, `[0].name`. */
export function isIndexed(key: string): boolean {
  return typeof splitKey(key)[0] === "number";
}

/**
 * A key that the file has stands where it stands: a dot may be part of a name or stand between two. One that comes from
 * another file stands where it stands there.
 */
export function keyReaderOf({ root }: JsonFile, readKey: KeyReader, donor?: () => JsonFile | undefined): KeyReader {
  let reader: KeyReader | undefined;
  return (key) => (reader ??= readerOf(root, readKey, donor?.()))(key);
}

function readerOf(root: JsonContainer, readKey: KeyReader, donor: JsonFile | undefined): KeyReader {
  let isFlat = true;
  let isDotted = false;
  for (const { name, value } of membersOf(root)) {
    isFlat &&= !isContainer(value);
    isDotted ||= name?.includes(".") === true;
  }
  const isList = root.kind === "array";
  const read = isList ? splitKey : isFlat && isDotted ? literalKey : readKey;
  const [own, donated] = [isFlat ? undefined : root, donor?.root].map((container) =>
    container === undefined ? undefined : placesOf(container),
  );
  return (key) => own?.get(key) ?? donated?.get(key) ?? read(key);
}

function placesOf(root: JsonContainer): ReadonlyMap<string, readonly Step[]> {
  const places = withDistinctKeys([...placesIn(root, undefined, [])], ({ steps }) => steps);
  return new Map(places.map(({ key, steps }) => [key, steps]));
}

function* placesIn(
  container: JsonContainer,
  path: string | undefined,
  parents: readonly Step[],
): Generator<{ readonly key: string; readonly steps: readonly Step[] }, void> {
  let index = 0;
  for (const { name, value } of membersOf(container)) {
    const step = name ?? index;
    const key = keyOf(path, step);
    const steps = [...parents, step];
    if (isContainer(value)) yield* placesIn(value, key, steps);
    else if (value.kind === "text") yield { key, steps };
    index += 1;
  }
}
