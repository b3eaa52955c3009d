import { describe, expect, test } from "vitest";
import type { Plan, Step } from "./plan.ts";
import { shardsOf, workOf, type ComponentWork } from "./shards.ts";

function alone(works: Readonly<Record<string, number>>): readonly ComponentWork[] {
  return Object.entries(works).map(([component, work]) => ({ component, together: component, work }));
}

function words(shards: ReturnType<typeof shardsOf>): readonly string[] {
  return shards.map(({ components, work }) => `${components.join(" ")}: ${String(work)}`);
}

describe("shards", () => {
  test.each([
    ["nothing to do needs none", {}, 3, []],
    ["one component is one", { a: 5 }, 3, ["a: 5"]],
    ["the largest stand alone, small ones share", { a: 100, b: 60, c: 50, d: 10 }, 2, ["a d: 110", "b c: 110"]],
    ["no more than asked for", { a: 1, b: 1, c: 1 }, 2, ["a c: 2", "b: 1"]],
    ["equal work goes by name", { c: 1, a: 1, b: 1 }, 3, ["a: 1", "b: 1", "c: 1"]],
    ["one takes all", { b: 2, a: 1 }, 1, ["a b: 3"]],
  ])("%s", (_, works, limit, expected) => {
    expect(words(shardsOf(alone(works), limit))).toEqual(expected);
  });

  test("components that belong together stay together", () => {
    const work = [
      { component: "acme/a", together: "clone", work: 10 },
      { component: "acme/b", together: "clone", work: 10 },
      { component: "acme/c", together: "acme/c", work: 15 },
    ];

    expect(words(shardsOf(work, 3))).toEqual(["acme/a acme/b: 20", "acme/c: 15"]);
  });

  test("the order in which work is told makes no difference", () => {
    const work = alone({ a: 7, b: 3, c: 3, d: 9, e: 1, f: 4 });

    expect(shardsOf(work.toReversed(), 3)).toEqual(shardsOf(work, 3));
  });

  test("a thousand components go to as many shards as a forge starts, none of them with more than twice the average", () => {
    const work = alone(
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${String(index)}`, 100 + ((index * 37) % 400)])),
    );
    const shards = shardsOf(work, 1000);
    const total = work.reduce((sum, each) => sum + each.work, 0);

    expect(shards).toHaveLength(256);
    expect(shards.flatMap(({ components }) => components).toSorted()).toEqual(
      work.map(({ component }) => component).toSorted(),
    );
    expect(Math.max(...shards.map((shard) => shard.work))).toBeLessThan((2 * total) / 256);
  });
});

describe("work", () => {
  const upload: Step = {
    kind: "upload",
    component: "acme/a",
    language: "en",
    path: "en.json",
    blob: "x",
    method: "replace",
    removes: [],
    reason: "",
  };
  const download: Step = {
    kind: "download",
    component: "acme/a",
    language: "de",
    path: "de.json",
    from: undefined,
    to: "x",
    base: { kind: "history", blobs: [] },
    reason: "",
  };
  const commit: Step = { kind: "commit", component: "acme", whole: true, reason: "" };
  const one: Step = { kind: "commit", component: "acme/b", whole: false, reason: "" };
  const add: Step = { kind: "add-language", component: "acme/b", language: "fr", reason: "" };
  const pull: Step = { kind: "pull-repository", component: "acme/b", owner: "acme/a", reason: "" };
  const refused: Plan["findings"] = [
    { kind: "refused", component: "acme/b", message: "" },
    { kind: "blocked", component: "acme/c", message: "" },
    { kind: "ahead", component: "acmeother/a", message: "" },
  ];
  const statistics = [
    { component: "acme/a", language: "en", total: 40 },
    { component: "acme/a", language: "de", total: 30 },
    { component: "acme/b", language: "en", total: 7 },
    { component: "acme/c", language: "en", total: 7 },
    { component: "acmeother/a", language: "en", total: 7 },
  ];

  test.each([
    ["nothing planned is no work", [], [], []],
    ["strings that move, and something for each step", [upload, download], [], ["acme/a 270 clone one"]],
    [
      "a commit of a whole project is one of each of its components",
      [commit],
      [],
      ["acme/a 100", "acme/b 100", "acme/c 100"],
    ],
    ["a commit of one component is its own", [one], [], ["acme/b 100"]],
    ["what only fetches is bound to nothing", [download], [], ["acme/a 130"]],
    [
      "what was refused or blocked is said again by a shard, other findings are not",
      [upload],
      refused,
      ["acme/a 140 clone one", "acme/b 100", "acme/c 100"],
    ],
    [
      "components that change something in one clone stay together",
      [upload, add],
      [],
      ["acme/a 140 clone one", "acme/b 100 clone one"],
    ],
    [
      "a pulled clone keeps all of its components together, those too that nothing was planned for",
      [pull, download],
      [],
      ["acme/a 230 clone one", "acme/b 100 clone one"],
    ],
  ] as const)("%s", (_, steps, findings, expected) => {
    const clones: Readonly<Record<string, string>> = { "acme/a": "one", "acme/b": "one", "acme/c": "two" };
    const work = workOf({ plan: { steps, findings, inStep: 0 }, statistics }, (component) => clones[component] ?? "");

    expect(
      work.map(({ component, together, work: amount }) =>
        [component, amount, ...(together === component ? [] : [together])].join(" "),
      ),
    ).toEqual(expected);
  });
});
