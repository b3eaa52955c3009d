/** Name of a pair or index of a list's element. */
export type Step = string | number;

const INDEXED = /^([^[\]]+)((?:\[\d{1,4}\])+)$/;
/** A key with more steps is no path that anybody wrote. */
const MAXIMUM_STEPS = 50;

/** `list[0].name` → list, 0, name. */
export function splitKey(key: string): readonly Step[] {
  const steps = key.split(".").flatMap((part): Step[] => {
    const [, name, indexes] = INDEXED.exec(part) ?? [];
    return name === undefined || indexes === undefined
      ? [part]
      : [name, ...indexes.slice(1, -1).split("][").map(Number)];
  });
  return steps.length > MAXIMUM_STEPS ? [key] : steps;
}
