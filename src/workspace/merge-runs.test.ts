import { expect, test } from "vitest";
import { aConflict, aFile, aRun, someStatistics } from "../../test/support/run-result.ts";
import { SERVICE_TRAILER } from "../forge/forge.ts";
import type { Run, RunResult, Step } from "../sync/index.ts";
import { mergeRuns } from "./merge-runs.ts";

function part(result: Partial<RunResult>, more: Partial<Run> = {}): Run {
  return { result: aRun(result), files: [], trailers: [], delivered: [], agreed: [], ...more };
}

const commit: Step = { kind: "commit", component: "acme", whole: true, reason: "" };
const add = (component: string): Step => ({ kind: "add-language", component, language: "fr", reason: "" });
const prune = (component: string): Step => ({
  kind: "prune",
  component,
  language: "fr",
  path: "fr.json",
  blob: "",
  reason: "",
});

test("steps, findings and statistics stand as one run tells them: by kind, then in the mapping's order", () => {
  const merged = mergeRuns(
    part({
      plan: { steps: [add("b"), prune("b")], findings: [{ kind: "ahead", component: "b", message: "" }], inStep: 2 },
      statistics: [someStatistics({ component: "b" })],
    }),
    [
      part({
        plan: { steps: [commit, add("a")], findings: [{ kind: "ahead", component: "a", message: "" }], inStep: 3 },
        statistics: [someStatistics({ component: "a" })],
      }),
    ],
    ["a", "b"],
  );

  const { plan, statistics } = merged.result;
  expect(plan.steps).toEqual([add("a"), add("b"), commit, prune("b")]);
  expect(plan.findings.map(({ component }) => component)).toEqual(["a", "b"]);
  expect(plan.inStep).toBe(5);
  expect(statistics.map(({ component }) => component)).toEqual(["a", "b"]);
});

test("files stand by path, those that go at the end, and what is remembered of them with them", () => {
  const file = (path: string, content: Uint8Array | null) => ({ path, content, mode: "100644" as const });
  const trailer = (path: string) => ({ name: SERVICE_TRAILER, value: `${"1".repeat(40)} ${path}` });
  const bytes = new Uint8Array();
  const merged = mergeRuns(
    part(
      { files: [aFile({ path: "a/gone.json", isRemoved: true }), aFile({ path: "z.json" })] },
      { files: [file("a/gone.json", null), file("z.json", bytes)], trailers: [trailer("z.json")] },
    ),
    [part({ files: [aFile({ path: "b.json" })] }, { files: [file("b.json", bytes)], trailers: [trailer("b.json")] })],
    [],
  );

  expect(merged.files.map(({ path }) => path)).toEqual(["b.json", "z.json", "a/gone.json"]);
  expect(merged.result.files.map(({ path }) => path)).toEqual(["b.json", "z.json", "a/gone.json"]);
  expect(merged.trailers).toEqual([trailer("b.json"), trailer("z.json")]);
});

test("a translator who worked in several parts is one, and stands by all the strings", () => {
  const anna = { name: "Anna", email: "a@example.org", username: "anna" };
  const luc = { name: "Luc", email: "l@example.org", username: "luc", strings: 3 };
  const merged = mergeRuns(
    part({ translators: [{ ...anna, strings: 2, files: { "a.json": 2 } }, luc] }),
    [part({ translators: [{ ...anna, strings: 5, files: { "b.json": 5 } }] })],
    [],
  );

  expect(merged.result.translators).toEqual([{ ...anna, strings: 7, files: { "a.json": 2, "b.json": 5 } }, luc]);
});

test("what a reset decided is one conflict, whichever parts list it, and its healing is ended once", () => {
  const listed = (key: string, more: Partial<Run> = {}): Run => part({ conflicts: [aConflict({ key })] }, more);
  const merged = mergeRuns(
    listed("title", { healed: ["acme/website"] }),
    [listed("title", { healed: ["acme/website", "acme/app"] }), listed("files")],
    [],
  );

  expect(merged.result.conflicts.map(({ key }) => key)).toEqual(["title", "files"]);
  expect(merged.healed).toEqual(["acme/website", "acme/app"]);
});

test("a part that left a clone to another one says nothing of it where that one healed it", () => {
  const finding = { component: "acme/website", isBlocking: false, message: "", remedies: [] };
  const merged = mergeRuns(
    part({ health: [{ ...finding, kind: "healing" }] }),
    [
      part({ health: [{ ...finding, kind: "healed" }] }),
      part({ health: [{ ...finding, kind: "healing", component: "b" }] }),
    ],
    [],
  );

  expect(merged.result.health.map(({ kind, component }) => [kind, component])).toEqual([
    ["healed", "acme/website"],
    ["healing", "b"],
  ]);
});

test("requests add up, time does not, and the smallest allowance that was seen is what is left", () => {
  const traffic = { requests: 2, bytesSent: 10, bytesReceived: 20, milliseconds: 500 };
  const merged = mergeRuns(
    part({ traffic: { ...traffic, rateLimit: { limit: 5000, remaining: 100 } } }),
    [part({ traffic: { ...traffic, milliseconds: 900, rateLimit: { limit: 5000, remaining: 40 } } })],
    [],
  );

  expect(merged.result.traffic).toEqual({
    requests: 4,
    bytesSent: 20,
    bytesReceived: 40,
    milliseconds: 900,
    rateLimit: { limit: 5000, remaining: 40 },
  });
});

test("what several parts saw of the service's health is told once", () => {
  const health = { kind: "needs-merge", component: "acme/a", isBlocking: false, message: "", remedies: [] } as const;

  expect(mergeRuns(part({ health: [health] }), [part({ health: [{ ...health }] })], []).result.health).toEqual([
    health,
  ]);
});

test.each([
  [[{ components: ["a"] }, { components: ["b", "c"] }], undefined],
  [[{ components: ["a"] }, { components: ["c"] }], { components: ["a", "c"] }],
  [
    [
      { components: ["a"], languages: ["de"] },
      { components: ["b", "c"], languages: ["de"] },
    ],
    { languages: ["de"] },
  ],
  [[{ components: ["a"], languages: ["de"] }, { components: ["b", "c"] }], undefined],
  [[undefined], undefined],
])("parts that looked at %j are together a run of %j", (limits, expected) => {
  const [first = part({}), ...others] = limits.map((each) => part(each === undefined ? {} : { limits: each }));

  expect(mergeRuns(first, others, ["a", "b", "c"]).result.limits).toEqual(expected);
});
