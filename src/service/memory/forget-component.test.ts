import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, it, vi } from "vitest";
import { insertAll } from "../../store/bulk.ts";
import { openDatabase } from "../../store/database.ts";
import type { Tables } from "../../store/tables.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { removeRows } from "../units/removal-in-parts.ts";
import { forgetComponent } from "./memory.ts";

const app = { id: 1, memory_key: "demo/app", project_id: 1 };

const entry = {
  source_language_id: 1,
  target_language_id: 2,
  source: "Cart",
  target: "Košík",
  origin: "demo/app",
  project_id: null,
  user_id: null,
  shared: 1,
  from_file: 0,
  source_hash: "0",
  source_length: 4,
} as const;

it("forgets on SQLite all that its strings brought, though some at a time, and nothing else", async () => {
  await using folder = await temporaryDirectory();
  await using database = await openDatabase(join(folder.path, "service.db"));
  const language = { name: "", direction: "ltr", plural_number: 1, plural_formula: "0", population: 0, aliases: "[]" };
  await database
    .insertInto("language")
    .values(["xa", "xb"].map((code, index) => ({ ...language, id: index + 1, code })))
    .execute();
  const kept = [
    { ...entry, origin: "demo/app/deeper", fingerprint: "another component's" },
    { ...entry, from_file: 1, fingerprint: "a file's" },
    { ...entry, shared: 0, fingerprint: "of another project" },
  ] as const;
  const gone = Array.from({ length: 450 }, (_, index) => ({ ...entry, fingerprint: String(index) }));
  await insertAll(database, [...gone, ...kept], (batch) => database.insertInto("memory").values(batch));

  await forgetComponent(database, app);

  const left = await database.selectFrom("memory").select("fingerprint").orderBy("id").execute();
  expect(left).toEqual(kept.map(({ fingerprint }) => ({ fingerprint })));
});

it("asks one statement on PostgreSQL, and reads nothing that another transaction could have written", async () => {
  const asked: string[] = [];
  await using database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      asked.push(query.sql.replace(/ .*/s, ""));
    },
  });

  await forgetComponent(database, app);

  expect(asked).toEqual(["delete"]);
});

it("what a project that goes remembered is found by an index on SQLite, however much others did", async () => {
  const database = await openDatabase(":memory:");
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");

  await removeRows(database, "memory", "project_id", 1);
  const [[statement] = [""]] = prepare.mock.calls;
  const [own] = prepare.mock.contexts;
  prepare.mockRestore();

  if (!(own instanceof DatabaseSync)) throw new TypeError("That is no database.");
  expect(statement).toContain('delete from "memory"');
  expect(JSON.stringify(own.prepare(`explain query plan ${statement}`).all())).toContain("memory_by_project");
  await database.destroy();
});
