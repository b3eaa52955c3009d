import { describe, expect, it } from "vitest";
import { openDatabase } from "../../store/database.ts";
import { seedLanguages } from "../components/language.ts";
import { bestMatches } from "./lookup.ts";

/** A memory of English texts in German that all projects share. */
async function memoryOf(texts: readonly (readonly [source: string, target: string])[]) {
  const database = await openDatabase(":memory:");
  await seedLanguages(database);
  const languages = await database.selectFrom("language").select(["id", "code"]).execute();
  const idOf = (code: string): number => languages.find((language) => language.code === code)?.id ?? 0;
  const place = { sourceLanguage: idOf("en"), targetLanguage: idOf("de"), hidden: [] };
  for (const [index, [source, target]] of texts.entries()) {
    await database
      .insertInto("memory")
      .values({
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
        fingerprint: String(index),
      })
      .execute();
  }
  return { database, place, [Symbol.asyncDispose]: async () => database.destroy() };
}

describe("texts that are alike", () => {
  it.each([1, 2, 3, 100])("are the best of the whole memory, looked through %i at a time", async (atOnce) => {
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
      atOnce,
    );

    expect(matches.map((match) => match?.entry.target)).toEqual(["B", "D", undefined]);
  });

  it.each([1, 2, 100])("are the newest of equally good ones, looked through %i at a time", async (atOnce) => {
    await using memory = await memoryOf([
      ["Save the file", "older"],
      ["Save the file", "newest"],
      ["Save the files, all", "too long"],
    ]);

    const [match] = await bestMatches(memory, { ...memory.place, sources: ["Save a file"], threshold: 60 }, atOnce);

    expect(match?.entry.target).toBe("newest");
  });
});
