/**
 * The order in which files of tests are run: those that take longest first, so that the last ones end together. Vitest knows how long
 * each took in the last run, and where there was none, takes the largest files first; what takes longest here is in small ones.
 */

/** Files that take long though little stands in them, longest first: those that `npm test` prints as what costs most. */
export const longest: readonly string[] = [
  "test/scenarios/bot-review.test.ts",
  "test/scenarios/agreement.test.ts",
  "test/scenarios/action-review.test.ts",
  "test/scenarios/bot-push.test.ts",
  "test/scenarios/bot-secrets.test.ts",
  "test/scenarios/admin-entrance.test.ts",
  "test/scenarios/action-comment.test.ts",
  "test/scenarios/squash-merge.test.ts",
  "test/scenarios/matrix.test.ts",
  "test/scenarios/faults.test.ts",
  "test/scenarios/up.test.ts",
  "test/scenarios/demo.test.ts",
  "test/scenarios/interrupted.test.ts",
  "test/scenarios/any-way-of-merging.test.ts",
  "src/bot/processes/job-processes.test.ts",
  "src/bot/jobs/work-repository.test.ts",
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
