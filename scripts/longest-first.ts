/**
 * The order in which files of tests are run: those that take longest first, so that the last ones end together. Vitest knows how long
 * each took in the last run, and where there was none, takes the largest files first; what takes longest here is in small ones.
 */

/** Files that take long though little stands in them, longest first: those that `npm test` prints as what costs most. */
export const longest: readonly string[] = [
  "test/scenarios/faults-of-forges.full.test.ts",
  "test/scenarios/faults-of-the-service.full.test.ts",
  "test/scenarios/bot-hostile.full.test.ts",
  "test/scenarios/agreement-model.full.test.ts",
  "test/scenarios/any-way-of-merging.full.test.ts",
  "test/scenarios/bot-review.extended.test.ts",
  "test/scenarios/agreement.extended.test.ts",
  "test/scenarios/action-review.extended.test.ts",
  "test/scenarios/bot-push.test.ts",
  "test/scenarios/bot-secrets.extended.test.ts",
  "test/scenarios/admin-entrance.extended.test.ts",
  "test/scenarios/action-comment.extended.test.ts",
  "test/scenarios/squash-merge.extended.test.ts",
  "test/scenarios/matrix.extended.test.ts",
  "test/scenarios/faults.extended.test.ts",
  "test/scenarios/up.extended.test.ts",
  "test/scenarios/demo.extended.test.ts",
  "test/scenarios/interrupted.extended.test.ts",
  "test/scenarios/any-way-of-merging.extended.test.ts",
  "src/bot/processes/job-processes.extended.test.ts",
  "src/bot/jobs/work-repository.extended.test.ts",
];

/**
 * @param sorted files by what the last run tells of them, or by their size
 * @param path of a file, in the project
 * @param isKnown whether the last run tells of it
 */
export function longestFirst<File>(
  sorted: readonly File[],
  path: (file: File) => string,
  isKnown: (file: File) => boolean,
): File[] {
  const rank = (file: File): number => (isKnown(file) ? -1 : longest.indexOf(path(file)));
  const named = sorted.filter((file) => rank(file) !== -1);
  const others = sorted.filter((file) => rank(file) === -1);
  return [...named.toSorted((one, other) => rank(one) - rank(other)), ...others];
}
