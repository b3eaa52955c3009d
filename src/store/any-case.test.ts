import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { hasInAnyCase } from "./any-case.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";

async function isFound(text: string, part: string): Promise<boolean> {
  await using database = new Kysely<object>({ dialect: sqliteDialect({ writer: new DatabaseSync(":memory:") }) });
  const condition = hasInAnyCase(sql`${text}`, part);
  if (condition === undefined) throw new Error("too long");
  const { rows } = await sql<{ found: number }>`select ${condition} as found`.execute(database);
  return rows[0]?.found === 1;
}

it.each([
  ["Save the FILE", "file", true],
  ["Save the file", "FILE", true],
  ["Žluťoučký kůň", "žluť", true],
  ["žluťoučký KŮŇ", "KŮŇ", true],
  ["Привет", "ПРИ", true],
  ["ΟΔΟΣ", "οδος", true],
  ["𐐀𐐁", "𐐨𐐩", true],
  ["保存ファイル", "ファ", true],
  ["100 %", "100_%", false],
  ["[a-z]*", "[A-Z]*", true],
  ["b", "[a-z]", false],
  ["what?", "t?", true],
  ["what!", "t?", false],
  ["a]b^c-d", "]B^C-D", true],
])("%j has %j in it: %j", async (text, part, expected) => {
  expect(await isFound(text, part)).toBe(expected);
});

it("finds what a comparison of lower case finds", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "A", "b", "Ä", "ä", "*", "?", "[", "]", "^", "-", "\\"),
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (whole, part) => {
      expect(await isFound(whole, part)).toBe(whole.toLowerCase().includes(part.toLowerCase()));
    }),
  );
});

it("leaves a text that is longer than SQLite takes to others", () => {
  expect(hasInAnyCase(sql`''`, "x".repeat(20_000))).toBeUndefined();
});
