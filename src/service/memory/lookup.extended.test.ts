import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { insertAll } from "../../store/bulk.ts";
import { openDatabase } from "../../store/database.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { seedLanguages } from "../components/language.ts";
import { bestMatches } from "./lookup.ts";

/** A memory of English texts in German that all projects share. */
async function memoryOf(texts: readonly (readonly [source: string, target: string])[]) {
  const database = await openDatabase(":memory:");
  await seedLanguages(database);
  const languages = await database.selectFrom("language").select(["id", "code"]).execute();
  const idOf = (code: string): number => languages.find((language) => language.code === code)?.id ?? 0;
  const place = { sourceLanguage: idOf("en"), targetLanguage: idOf("de"), hidden: [] };
  const add = async (...added: typeof texts): Promise<void> => {
    const rows = added.map(([source, target]) => ({
      source,
      target,
      source_language_id: place.sourceLanguage,
      target_language_id: place.targetLanguage,
      origin: "demo/app",
      project_id: null,
      user_id: null,
      from_file: 0,
      shared: 1,
      source_hash: source,
      source_length: source.length,
      fingerprint: `${source} ${target}`,
    }));
    await insertAll(database, rows, (batch) => database.insertInto("memory").values(batch));
  };
  await add(...texts);
  return { database, place, add, [Symbol.asyncDispose]: async () => database.destroy() };
}

// With 0 every memory is too large to be compared one by one.
describe.each([0, 100])("texts that are alike, where so many are compared one by one: %i", (few) => {
  it("are the best of the whole memory", async () => {
    await using memory = await memoryOf([
      ["Save the file", "A"],
      ["Save the files", "B"],
      ["Save this files", "C"],
      ["Remove the account", "D"],
      ["Save my files!", "E"],
    ]);

    const matches = await bestMatches(
      memory,
      { ...memory.place, sources: ["Save the files!", "Remove an account", "Something else"], threshold: 75 },
      few,
    );

    expect(matches.map((match) => match?.entry.target)).toEqual(["B", "D", undefined]);
  });

  it("are the newest of equally good ones", async () => {
    await using memory = await memoryOf([
      ["Save the file", "older"],
      ["Save the file", "newest"],
      ["Save the files, all", "too long"],
    ]);

    const [match] = await bestMatches(memory, { ...memory.place, sources: ["Save a file"], threshold: 60 }, few);

    expect(match?.entry.target).toBe("newest");
  });

  it("are those that are there now", async () => {
    await using memory = await memoryOf([
      ["Save the file", "A"],
      ["Save the files", "B"],
    ]);
    const look = async () => {
      const query = { ...memory.place, sources: ["Save the files!"], threshold: 75 };
      return (await bestMatches(memory, query, few))[0]?.entry.target;
    };

    expect(await look()).toBe("B");
    await memory.database.deleteFrom("memory").where("target", "=", "B").execute();
    expect(await look()).toBe("A");
    await memory.add(["Save the files?", "C"]);
    expect(await look()).toBe("C");
  });
});

it("a memory that takes longer to read than a search may take is read on by the next one", async () => {
  const texts = Array.from({ length: 10_500 }, (_, place) => [`Save file ${String(place)}`, "A"] as const);
  await using memory = await memoryOf(texts);
  const query = { ...memory.place, sources: ["Save file 10499!"], threshold: 75, milliseconds: 0 };

  await expect(bestMatches(memory, query)).rejects.toThrow(TooCostly);
  const [match] = await bestMatches(memory, query);

  expect(match).toMatchObject({ entry: { source: "Save file 10499" }, quality: 93 });
});

it("a few texts are found by an index of texts or by their ids on SQLite, however many entries their languages have", async () => {
  await using memory = await memoryOf([["Save the file", "A"]]);
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");

  await bestMatches(memory, { ...memory.place, sources: ["Save the files"], threshold: 75 }, 0);
  const statements = prepare.mock.calls.map(([statement]) => statement);
  const [own] = prepare.mock.contexts;
  prepare.mockRestore();

  if (!(own instanceof DatabaseSync)) throw new TypeError("That is no database.");
  const planOf = (condition: string): string => {
    const statement = statements.find((each) => each.includes(condition)) ?? "";
    return JSON.stringify(own.prepare(`explain query plan ${statement}`).all());
  };
  expect(planOf('"source_hash" in')).toContain("memory_by_text");
  expect(planOf('"id" in')).toContain("USING INTEGER PRIMARY KEY (rowid=?)");
  expect(planOf('"source_length" >=')).toContain("memory_by_length");
});
