import { CompiledQuery, type Compilable } from "kysely";
import type { Queries } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { partsBySize } from "./parts-by-size.ts";
import type { Write } from "./together.ts";

const ROWS_PER_STATEMENT = 50;

function charactersOfRow(row: object): number {
  let characters = 0;
  for (const value of Object.values(row)) if (typeof value === "string") characters += value.length;
  return characters;
}

/**
 * Inserts many rows that have the same columns in the same order: the statement is compiled once for a batch and used
 * again, for compiling is most of the cost.
 */
export async function insertAll<Row extends object>(
  queries: Pick<Queries, "executeQuery">,
  rows: readonly Row[],
  insert: (batch: readonly Row[]) => Compilable,
): Promise<void> {
  let full: string | undefined;
  for (const batch of partsBySize(rows, ROWS_PER_STATEMENT, charactersOfRow)) {
    if (batch.length < ROWS_PER_STATEMENT) {
      await queries.executeQuery(insert(batch).compile());
    } else {
      full ??= insert(batch).compile().sql;
      const values = batch.flatMap((row): unknown[] => Object.values(row));
      await queries.executeQuery(CompiledQuery.raw(full, values));
    }
  }
}

/** What inserts rows; the same function each time, since its statements are made once for each number of rows. */
export type Insert<Row> = (queries: Queries, batch: readonly Row[]) => Compilable;

const made = new WeakMap<object, Map<string, string>>();

/**
 * The same for rows that are to be written with what else there is (`writeTogether`): many are inserted now.
 * @returns what inserts a few
 */
export async function insertion<Row extends object>(
  queries: Queries,
  rows: readonly Row[],
  insert: Insert<Row>,
): Promise<Write[]> {
  if (rows.length === 0 || rows.length > ROWS_PER_STATEMENT) {
    await insertAll(queries, rows, (batch) => insert(queries, batch));
    return [];
  }
  const statements = made.get(insert) ?? new Map<string, string>();
  made.set(insert, statements);
  const kind = `${String(isPostgres(queries))} ${String(rows.length)}`;
  const statement = statements.get(kind) ?? insert(queries, rows).compile().sql;
  statements.set(kind, statement);
  const values = rows.flatMap((row): unknown[] => Object.values(row));
  return [{ compile: () => CompiledQuery.raw(statement, values) }];
}

const VALUES_PER_STATEMENT = 500;

/** Lists that a statement can name: databases limit how many values one has. */
export function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / VALUES_PER_STATEMENT) }, (_, index) =>
    list.slice(index * VALUES_PER_STATEMENT, (index + 1) * VALUES_PER_STATEMENT),
  );
}
