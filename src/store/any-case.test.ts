import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { folded, hasInAnyCase } from "./any-case.ts";
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
  ["İstanbul", "İSTANBUL", true],
  ["Istanbul", "İstanbul", false],
  ["ſuchen", "SUCHEN", true],
  ["Suchen", "ſuchen", true],
  ["5 µm", "μM", true],
  ["273 K", "k", true],
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

it("takes characters for the same that SQLite's index takes for the same, where it knows both cases", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("create virtual table parts using fts5(part, tokenize = 'trigram')");
  database.exec("create virtual table terms using fts5vocab(parts, instance)");
  const add = database.prepare("insert into parts (rowid, part) values (?, ?)");
  for (let code = 0x41; code < 0xd800; code += 1) add.run(code, `--${String.fromCodePoint(code)}`);
  const terms = database.prepare("select doc, term from terms").all();
  database.close();
  const read = terms.map(({ doc, term }) => [String.fromCodePoint(Number(doc)), String(term).slice(2)] as const);
  expect(read.length).toBeGreaterThan(50_000);
  // Capitals that are younger than its table it leaves as they are.
  const others = read.filter(([character, term]) => term !== character && term !== folded(character));
  expect(others).toEqual([]);
});

it("leaves a text that is longer than SQLite takes to others", () => {
  expect(hasInAnyCase(sql`''`, "x".repeat(20_000))).toBeUndefined();
});
