import { expect, test } from "vitest";
import { looksAtPaths } from "../../test/support/looks-at-paths.ts";
import { manyBindings } from "../../test/support/many-bindings.ts";
import { withOwnPlaces } from "./own-mapping.ts";
import { changedCode } from "./search-unknown-keys.ts";
import { touchedComponents, type BoundCommit } from "./touched-components.ts";

interface Given {
  readonly commit: BoundCommit;
  readonly paths: readonly string[];
}

test.each<[string, (given: Given) => unknown]>([
  [
    "finds what a change touches",
    ({ commit, paths }) => touchedComponents(commit, { ...commit, files: new Map() }, new Set(paths)),
  ],
  ["compares two mappings", ({ commit }) => withOwnPlaces(commit, { ...commit, problems: [] }, commit)],
  ["finds what code a change touches", ({ commit, paths }) => changedCode(commit, new Set(paths))],
])("who %s looks at twice as many files no more than twice as often, however many components there are", (_, work) => {
  const [none, some, twice] = [0, 20, 40].map((count) => {
    const { bindings, files } = manyBindings(count, "folders");
    const paths = files.flatMap((path) => [path, `${path}.ts`]);
    return looksAtPaths(() => work({ commit: { bindings, files: new Map(paths.map((path) => [path, "1"])) }, paths }));
  });

  expect((twice ?? 0) - (some ?? 0)).toBeLessThanOrEqual((some ?? 0) - (none ?? 0));
});
