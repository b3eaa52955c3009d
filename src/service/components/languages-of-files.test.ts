import { StatementSync } from "node:sqlite";
import { afterEach, expect, it, test, vi } from "vitest";
import { openTestService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { languagesOfFiles } from "./language.ts";

afterEach(() => vi.restoreAllMocks());

it("finds the language of each code, by what the project says, its code, its aliases and its usual spellings", async () => {
  await using service = await openTestService();
  const { database } = service.service;
  const codes = new Set(["de", "ger", "pt-BR", "zh_CN", "english", "qaaa", "QAAA"]);

  const languages = await languagesOfFiles(database, codes, new Map([["english", "en"]]));
  const again = await languagesOfFiles(database, codes, new Map([["english", "en"]]));

  expect(Object.fromEntries([...languages].map(([code, language]) => [code, language.code]))).toEqual({
    de: "de",
    ger: "de",
    "pt-BR": "pt_BR",
    zh_CN: "zh_Hans",
    english: "en",
    qaaa: "qaaa",
    QAAA: "QAAA",
  });
  expect(languages.get("qaaa")).toMatchObject({ name: "qaaa (generated)", aliases: "[]" });
  expect(again).toEqual(languages);
});

it("brings a removed language back by the first file of it, once", async () => {
  await using service = await openTestService();
  const { database } = service.service;
  await database.deleteFrom("language").where("code", "=", "pt_BR").execute();

  const languages = await languagesOfFiles(database, new Set(["pt-BR", "pt_BR"]), new Map());

  expect([...languages.values()].map(({ code }) => code)).toEqual(["pt_BR", "pt_BR"]);
  expect(languages.get("pt-BR")).toEqual(languages.get("pt_BR"));
});

/** Each alone asked four times, once of them each language that there was by then. */
test.skipIf(onPostgres)("asks for a thousand languages that nobody knows 30 times at most", async () => {
  await using service = await openTestService();
  const codes = new Set(Array.from({ length: 1000 }, (_, at) => `q${String(at)}`));
  const spies = [vi.spyOn(StatementSync.prototype, "all"), vi.spyOn(StatementSync.prototype, "run")];

  const languages = await languagesOfFiles(service.service.database, codes, new Map());

  expect(languages.size).toBe(1000);
  expect(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBeLessThanOrEqual(30);
});
