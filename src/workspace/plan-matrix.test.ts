import { expect, test } from "vitest";
import { someFacts } from "../../test/support/observations.ts";
import { someStatistics } from "../../test/support/run-result.ts";
import { componentName } from "../mapping/binding.ts";
import { loadMapping } from "../mapping/load.ts";
import { resolveMapping } from "../mapping/resolve.ts";
import type { Step } from "../sync/index.ts";
import { planMatrix } from "./plan-matrix.ts";

function mappingOf(settings: string) {
  const rows = ["a", "b", "c"].map(
    (slug) => `  - { component: ${slug}, source: ${slug}/en.json, translations: "${slug}/{language}.json" }\n`,
  );
  const text = `version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n${rows.join("")}${settings}`;
  return resolveMapping(loadMapping(text, ".github/interlinear.yml"), ["a/en.json", "b/en.json", "c/en.json"]);
}

const upload = (component: string): Step => ({
  kind: "upload",
  component,
  language: "en",
  path: "en.json",
  blob: "x",
  method: "replace",
  removes: [],
  reason: "",
});
const download = (component: string): Step => ({
  kind: "download",
  component,
  language: "de",
  path: "de.json",
  from: undefined,
  to: "x",
  base: { kind: "history", blobs: [] },
  reason: "",
});
const statistics = ["acme/a", "acme/b", "acme/c"].flatMap((component) => [
  someStatistics({ component, language: "en", isSource: true, total: 100 }),
  someStatistics({ component, total: 100, translated: 45 }),
]);

/** Components of the service, of which `linked` share the clone of acme/a. */
function service(linked: readonly string[], asked: string[] = []) {
  return {
    components: async (project: string) => {
      asked.push(project);
      return ["a", "b", "c"].map((component) => ({
        ...someFacts().component,
        path: { project: "acme", categories: [], component },
        url: `https://x.example/${component}`,
        ...(linked.includes(component) ? { linkedTo: "https://x.example/a" } : {}),
      }));
    },
  };
}

function matrixOf(steps: readonly Step[], { settings = "", linked = [] as readonly string[], branch = "main" } = {}) {
  const planned = { mapping: mappingOf(settings), service: service(linked), branch };
  return planMatrix(planned, { plan: { steps, findings: [], inStep: 0 }, statistics }, 3);
}

test("nothing to do starts no job, and asks nobody", async () => {
  const asked: string[] = [];
  const planned = { mapping: mappingOf(""), service: service([], asked), branch: "main" };

  expect(await planMatrix(planned, { plan: { steps: [], findings: [], inStep: 3 }, statistics }, 3)).toEqual({
    include: [],
  });
  expect(asked).toEqual([]);
});

test("each component with something to do is in one job", async () => {
  expect(await matrixOf([upload("acme/a"), download("acme/c")])).toEqual({
    include: [
      { shard: 1, components: "acme/a", work: 200 },
      { shard: 2, components: "acme/c", work: 200 },
    ],
  });
});

test("uploads into one clone are one job's, downloads from it are not", async () => {
  const { include } = await matrixOf([upload("acme/a"), upload("acme/b"), download("acme/c")], { linked: ["b", "c"] });

  expect(include.map(({ components }) => components)).toEqual(["acme/a acme/b", "acme/c"]);
});

test("jobs get the standing of whole projects only where a limit asks for it", async () => {
  const { include } = await matrixOf([download("acme/a")], { settings: "pull: { minimum-translated: 40 }\n" });

  expect(include).toEqual([{ shard: 1, components: "acme/a", work: 200, standings: { acme: { de: 45 } } }]);
});

test("a matrix that would be too long to hand on has fewer jobs", async () => {
  const mapping = mappingOf("pull: { minimum-translated: 40 }\n");
  const many = Array.from({ length: 5_000 }, (_, index) =>
    someStatistics({ component: "acme/a", language: `l${String(index)}`, total: 100, translated: 33 }),
  );
  const plan = { steps: ["acme/a", "acme/b", "acme/c"].map(download), findings: [], inStep: 0 };
  const matrix = await planMatrix({ mapping, service: service([]), branch: "main" }, { plan, statistics: many }, 3);

  expect(matrix.include.map(({ components }) => components)).toEqual(["acme/a acme/c", "acme/b"]);
  expect(JSON.stringify(matrix).length).toBeLessThan(128 * 1024);
});

test("on a branch with components of its own the mapping's names are handed on", async () => {
  const settings = 'branches: [{ branch: "release/*", component: "{component}-{branch}" }]\n';
  const { bindings } = mappingOf(settings);
  const names = bindings.map(({ component }) => `${componentName(component)}-release-2`);
  const planned = { mapping: mappingOf(settings), service: service([]), branch: "release/2" };
  const rows = names.map((component) => someStatistics({ component, total: 100 }));
  const plan = { steps: names.map(download), findings: [], inStep: 0 };

  expect(
    (await planMatrix(planned, { plan, statistics: rows }, 3)).include.map(({ components }) => components),
  ).toEqual(["acme/a", "acme/b", "acme/c"]);
});

test("components of a branch that have to be made are all one job's", async () => {
  const place = { project: "acme", categories: [], component: "a-release-2" };
  const create: Step = {
    kind: "create-component",
    component: "acme/a-release-2",
    place,
    like: { ...place, component: "a" },
    name: "a",
    repository: "https://x.example/r.git",
    branch: "release/2",
    reason: "",
  };

  const settings = 'branches: [{ branch: "release/*", component: "{component}-{branch}" }]\n';
  const { include } = await matrixOf([create], { settings, branch: "release/2" });

  expect(include.map(({ components }) => components)).toEqual(["acme/a acme/b acme/c"]);
});
