import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { MOST_PARTS, partsOfIndex } from "./index-parts.ts";
import { openSqlite } from "./open.ts";

test("an index of texts that was written in many small parts is merged, although nobody writes any more, and finds what it found", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "service.sqlite");
  await using database = openSqlite<object>(file);
  using others = new DatabaseSync(file);
  others.exec(
    "create virtual table unit_text using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram')",
  );
  const add = others.prepare("insert into unit_text (rowid, text) values (?, ?)");
  for (let id = 1; id <= 2000; id += 2) {
    others.exec("begin");
    for (const each of [id, id + 1]) add.run(each, `Text number ${String(each)} of part`);
    others.exec("commit");
  }
  others.exec("delete from unit_text where rowid = 7");
  expect(partsOfIndex(others)).toBeGreaterThan(MOST_PARTS);

  await sql`insert into unit_text (rowid, text) values (2001, 'the last')`.execute(database);

  await expect.poll(() => partsOfIndex(others)).toBeLessThan(MOST_PARTS / 2);
  const found = others.prepare(`select rowid from unit_text where unit_text match '"number 7"'`).all();
  expect(found.map(({ rowid }) => rowid)).toEqual([70, 71, 72, 73, 74, 75, 76, 77, 78, 79, ...from(700, 100)]);
});

test("a file without an index of texts has none of its parts", () => {
  using database = new DatabaseSync(":memory:");

  expect(partsOfIndex(database)).toBe(0);
});

function from(first: number, length: number): number[] {
  return Array.from({ length }, (_, at) => first + at);
}
