import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { parseQuery } from "./query-terms.ts";
import { callsOf, isAskedAtOnce, isFoundByIndex, isOfTranslations } from "./unit-query.ts";
import { piecesOf, readersFor, sorted } from "./unit-search.ts";

describe("what is looked at is divided", () => {
  const last = 2_147_483_647;
  it.each([
    ["nothing", [], []],
    [
      "small translations together",
      [
        { id: 1, total: 4 },
        { id: 2, total: 6 },
        { id: 3, total: 1 },
      ],
      [{ translations: [1, 2] }, { translations: [3] }],
    ],
    [
      "a large one into parts of its file, whatever places there are",
      [
        { id: 1, total: 5 },
        { id: 2, total: 25 },
        { id: 3, total: 5 },
      ],
      [
        { translations: [1] },
        { translations: [2], positions: { from: 0, to: 10 } },
        { translations: [2], positions: { from: 10, to: 20 } },
        { translations: [2], positions: { from: 20, to: last } },
        { translations: [3] },
      ],
    ],
  ])("%s", (_, places, pieces) => {
    expect(piecesOf(places, 10)).toEqual(pieces);
  });
});

describe("strings of the same position are put in order", () => {
  const found = (...positions: readonly number[]) =>
    positions.map((position, at) => ({ id: 1000 - at, translation: 1, position }));
  const inTurn = Array.from({ length: 60 }, (_, at) => at);

  it("where all of them are there", () => {
    expect(sorted(found(1, 2, 2, 3), 0, 3)?.map(({ id }) => id)).toEqual([1000, 998, 999]);
    const page = sorted(found(...inTurn, 60, 60, ...inTurn.map((at) => at + 61)), 60, 2);
    expect(page?.map(({ id }) => id)).toEqual([939, 940]);
  });

  it("unless some of them may come before or after what is there", () => {
    const same = inTurn.map(() => 60);
    expect(sorted(found(...same, 61, 62), 59, 1)).toBeUndefined();
    expect(sorted(found(1, 2, ...same), 0, 3)).toBeUndefined();
  });
});

it.each([
  ["", { index: false, places: true, calls: 0 }],
  ["hello", { index: true, places: false, calls: 0 }],
  ["ok", { index: true, places: false, calls: 0 }],
  ["hello OR ok", { index: true, places: false, calls: 0 }],
  ["hello OR o", { index: false, places: false, calls: 0 }],
  ["hello AND ok", { index: true, places: false, calls: 0 }],
  ["NOT hello", { index: false, places: false, calls: 0 }],
  ["id:1,2", { index: true, places: false, calls: 0 }],
  ["language:cs (project:demo OR NOT component:app)", { index: false, places: true, calls: 0 }],
  ["language:cs state:translated", { index: false, places: false, calls: 0 }],
  ['source:r"a.b" OR NOT r"c.d" target:=x', { index: false, places: false, calls: 5 }],
])("%j is known for what it asks", (query, expected) => {
  const parsed = parseQuery(query);

  expect({ index: isFoundByIndex(parsed), places: isOfTranslations(parsed), calls: callsOf(parsed) }).toEqual(expected);
});

it.each([
  ["hel", true],
  ["he", false],
  ["source:hello", true],
  ['source:="Hello"', true],
  [`key:${"k".repeat(40)}`, true],
  [`key:${"k".repeat(41)}`, false],
  ["hello uložit", false],
  ["NOT hello", false],
  ['r"hello"', false],
  ["state:translated", false],
])("an index of few strings is asked for %j at once: %s", (query, expected) => {
  expect(isAskedAtOnce(parseQuery(query))).toBe(expected);
});

describe("pages of all strings", () => {
  let test: SampleService;
  it.each([
    ["hello", 500_000, "readers"],
    ["NOT hello", 500_000, "readers"],
    ["state:translated", 500_000, "readers"],
    ["language:cs state:translated hello", 500_000, "readers"],
    ['r"h.llo"', 500_000, "searches"],
    ['hello source:r"h.llo"', 500_000, "searches"],
    ["hello OR has:comment", 500_000, "searches"],
    ["has:comment", 500_000, "searches"],
    ['r"h.llo"', 10_000, "readers"],
  ] as const)("%j of %d strings is asked beside other %s", (query, strings, expected) => {
    const { readers, searches } = test.service;

    expect(readersFor(test.service, parseQuery(query), strings)).toBe({ readers, searches }[expected]);
    expect(readers).not.toBe(searches);
  });

  beforeAll(async () => {
    test = await openSampleService();
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
  });

  const pagesOf = async (query: string, size: number): Promise<{ count: number; ids: number[] }> => {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { json } = await test.request(
        "GET",
        `/api/units/?page=${String(page)}&page_size=${String(size)}&q=${encodeURIComponent(query)}`,
      );
      ids.push(...json.results.map(({ id }: { readonly id: number }) => id));
      if (json.next === null) return { count: json.count, ids };
    }
  };

  it.each(["", "language:cs", 'r"." OR r"x"', "e", "hello OR uložit"])(
    "with the search %j are the same strings in the same order, whatever their length",
    async (query) => {
      const whole = await pagesOf(query, 1000);
      expect(whole.ids.length).toBe(whole.count);
      expect(new Set(whole.ids).size).toBe(whole.count);
      expect(whole.count).toBeGreaterThan(0);
      for (const size of [1, 2, 5]) expect(await pagesOf(query, size)).toEqual(whole);
    },
  );

  it("go through the translations as they stand in their files", async () => {
    const { json } = await test.request("GET", "/api/units/?page_size=1000");
    const units: readonly { readonly translation: string; readonly position: number }[] = json.results;
    const byTranslation = [...Map.groupBy(units, ({ translation }) => translation).values()];
    expect(byTranslation.flat()).toEqual(units);
    for (const own of byTranslation) {
      const positions = own.map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    }
  });

  it("say what is wrong with a search before anything is looked for", async () => {
    const { status } = await test.request("GET", "/api/units/?q=language:cs%20state:nonsense");
    expect(status).toBe(400);
  });
});
