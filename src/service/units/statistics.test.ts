import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { recentChanges, sumOf, sumsByLanguage } from "./statistics.ts";

let test: SampleService;
let german: number;
let czech: number;

beforeAll(async () => {
  test = await openSampleService();
  const { database } = test.service;
  const idOf = async (code: string): Promise<number> => {
    const row = await database
      .selectFrom("translation")
      .select("id")
      .where("filename", "=", `locales/${code}.json`)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  [german, czech] = [await idOf("de"), await idOf("cs")];
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await test.service.database.deleteFrom("change").execute();
});

async function changeAt(time: string, translation: number, code: number = action.translationChanged): Promise<void> {
  const service = { ...test.service, clock: { ...test.service.clock, now: () => new Date(time) } };
  await record(service, service.database, [{ action: code, translation }]);
}

const chosen = (...ids: readonly number[]) =>
  test.service.database.selectFrom("translation").where("translation.id", "in", [0, ...ids]);

describe("recent changes", () => {
  it("are those of content in the six hours up to a translation's last one", async () => {
    await changeAt("2026-01-01T05:59:59.000Z", german);
    await changeAt("2026-01-01T06:00:00.000Z", german);
    await changeAt("2026-01-01T06:00:00.001Z", german);
    await changeAt("2026-01-01T11:00:00.000Z", german, action.committed);
    await changeAt("2026-01-01T12:00:00.000Z", german);

    expect(await recentChanges(test.service, [{ id: german }])).toEqual(new Map([[german, 2]]));
  });

  it("are each translation's own, whatever happened later to others", async () => {
    await changeAt("2026-01-01T00:00:00.000Z", czech);
    await changeAt("2026-01-01T01:00:00.000Z", czech);
    await changeAt("2026-03-01T00:00:00.000Z", german);
    await changeAt("2026-03-01T20:00:00.000Z", german);

    expect(await recentChanges(test.service, [{ id: german }, { id: czech }])).toEqual(
      new Map([
        [german, 1],
        [czech, 2],
      ]),
    );
    expect((await sumOf(chosen(german, czech))).recent_changes).toBe(3);
    expect([...(await sumsByLanguage(chosen(german, czech))).values()].map((sums) => sums.recent_changes)).toEqual(
      expect.arrayContaining([1, 2]),
    );
  });
});

describe("sums", () => {
  it("add the counters up; the latest change is the last one", async () => {
    await changeAt("2026-01-01T00:00:00.000Z", czech);
    await changeAt("2026-03-01T00:00:00.000Z", german);
    const [one, other] = [await sumOf(chosen(german)), await sumOf(chosen(czech))];
    const both = await sumOf(chosen(german, czech));

    expect(both).toMatchObject({
      total: one.total + other.total,
      translated_words: one.translated_words + other.translated_words,
      translated_chars: one.translated_chars + other.translated_chars,
      last_change: "2026-03-01T00:00:00.000Z",
    });
    expect(both.total).toBeGreaterThan(0);
  });

  it("of no translation are zero", async () => {
    expect(await sumOf(chosen())).toMatchObject({ total: 0, approved_chars: 0, last_change: null, recent_changes: 0 });
    expect(await sumsByLanguage(chosen())).toEqual(new Map());
  });
});

it("no statistics look at strings: without them they stay the same", async () => {
  const addresses = [
    "/api/languages/de/statistics/",
    "/api/projects/demo/statistics/",
    "/api/projects/demo/languages/",
    "/api/components/demo/app/statistics/",
    "/api/translations/demo/app/de/statistics/",
  ];
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
  const read = async () => Promise.all(addresses.map(async (address) => (await test.request("GET", address)).json));
  const before = await read();
  await test.service.database.deleteFrom("unit").execute();

  expect(await read()).toEqual(before);
  expect(before[1].total).toBeGreaterThan(0);
});
