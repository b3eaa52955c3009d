/** Tells whether a stage is to run. */
export type IsChosen = (name: string) => boolean;

export const allStages: IsChosen = () => true;

/**
 * Stages that a person named, to repeat what failed: `npm run test:full -- --only "scenarios in full"`.
 * @param names what was asked for; none means all
 * @param known every stage there is
 * @throws Error for a name that no stage has, as nothing would be tried then
 */
export function chosenStages(names: readonly string[], known: readonly string[]): IsChosen {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no stage "${unknown}". The stages are: ${known.join(", ")}.`);
  }
  return names.length === 0 ? allStages : (name) => names.includes(name);
}
