/** Name of a map's entry or index of a list's. */
export type Step = string | number;

const INDEX = /^\[(\d{1,4})\]$/;
/** A key with more steps is no path that anybody wrote. */
const MAXIMUM_STEPS = 50;

/** `list->[0]->name` → list, 0, name. */
export function splitKey(key: string, isInList: boolean): readonly Step[] {
  const steps = key.split("->").map((part): Step => {
    const [, index] = INDEX.exec(part) ?? [];
    return index === undefined ? part : Number(index);
  });
  const isFitting = (typeof steps[0] === "number") === isInList;
  return isFitting && steps.length <= MAXIMUM_STEPS ? steps : [key];
}
