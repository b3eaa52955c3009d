import { keyOf, type KeyReader, type Step } from "./places.ts";
import { isContainer, membersOf, type JsonContainer, type JsonFile } from "./tree.ts";

export function literalKey(key: string): Step[] {
  return [key];
}

const INDEXED = /^([^[\]]*)((?:\[\d{1,4}\])+)$/;
const SENTENCE = /^[. ]|\.[. ]|[. ]$| \./;
/** A key with more steps is no path that anybody wrote. */
const MAXIMUM_STEPS = 100;

/** `list[0].name` → list, 0, name. A sentence is no path: it has a blank, or nothing, beside its dots. */
export function splitKey(key: string): Step[] {
  if (SENTENCE.test(key)) return [key];
  const steps = key.split(".").flatMap((part): Step[] => {
    const [, name, indexes] = INDEXED.exec(part) ?? [];
    if (name === undefined || indexes === undefined) return [part];
    const numbers = indexes.slice(1, -1).split("][").map(Number);
    return name === "" ? numbers : [name, ...numbers];
  });
  // The top of the file is an object.
  return typeof steps[0] === "number" || steps.length > MAXIMUM_STEPS ? [key] : steps;
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
  const read = isFlat && isDotted ? literalKey : readKey;
  const [own, donated] = [isFlat ? undefined : root, donor?.root].map((container) =>
    container === undefined ? undefined : placesOf(container, undefined, [], new Map()),
  );
  return (key) => own?.get(key) ?? donated?.get(key) ?? read(key);
}

function placesOf(
  container: JsonContainer,
  path: string | undefined,
  steps: readonly Step[],
  places: Map<string, readonly Step[]>,
): ReadonlyMap<string, readonly Step[]> {
  let index = 0;
  for (const { name, value } of membersOf(container)) {
    const step = name ?? index;
    const key = keyOf(path, step);
    if (isContainer(value)) placesOf(value, key, [...steps, step], places);
    else if (value.kind === "text") places.set(key, [...steps, step]);
    index += 1;
  }
  return places;
}
