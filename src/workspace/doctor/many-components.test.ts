import { expect, test } from "vitest";
import { looksAtPaths } from "../../../test/support/looks-at-paths.ts";
import { manyBindings } from "../../../test/support/many-bindings.ts";
import { componentName } from "../../mapping/binding.ts";
import { judgeStrays } from "./examine-files.ts";
import { judgeSilence, judgeUncommitted } from "./judge-silence.ts";

type Given = ReturnType<typeof manyBindings>;

test.each<[string, (given: Given) => unknown]>([
  ["of what a run passes over", ({ bindings, files }) => judgeSilence(bindings, files, served(bindings))],
  ["of strays", ({ bindings, files }) => judgeStrays(bindings, [...files, "packages/part-001/x-pirate.json"])],
  ["of what nobody committed", ({ bindings, files }) => judgeUncommitted(bindings, new Set(files))],
])("a judge %s looks at twice as many files twice as often, however many components there are", (_, judge) => {
  const [none, some, twice] = [0, 100, 200].map((count) => {
    const given = manyBindings(count, "folders");
    return looksAtPaths(() => judge(given));
  });

  expect(some).toBeGreaterThan(none ?? 0);
  expect((twice ?? 0) - (some ?? 0)).toBeLessThanOrEqual((some ?? 0) - (none ?? 0));
});

function served(bindings: Given["bindings"]): ReadonlyMap<string, readonly string[]> {
  return new Map(bindings.map(({ component }) => [componentName(component), ["en", "de"]]));
}

test("what an exclude may have meant is looked for once, however many components share it", () => {
  const { files } = manyBindings(100, "folders");
  const [some, twice] = [100, 200].map((count) => {
    const looksWith = (exclude: string): number => {
      const { bindings } = manyBindings(count, "folders", { exclude: [exclude] });
      return looksAtPaths(() => judgeSilence(bindings, files, served(bindings)), "split");
    };
    return looksWith("packages/*/nothing.json") - looksWith("packages/*/fr.json");
  });

  expect(some).toBeGreaterThanOrEqual(files.length);
  expect((twice ?? 0) - (some ?? 0)).toBeLessThan(files.length);
});
