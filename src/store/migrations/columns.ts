import type { ColumnDefinitionBuilder } from "kysely";
import { isPostgres } from "../is-postgres.ts";

/** One column's definition, as `addColumn` takes it. */
type Define = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** What is written differently for each database. */
export interface Columns {
  /** Number the database gives; for an `integer` column. */
  readonly key: Define;
}

const sqliteColumns: Columns = { key: (column) => column.primaryKey().autoIncrement() };
const postgresColumns: Columns = { key: (column) => column.generatedByDefaultAsIdentity().primaryKey() };

export function columnsOf(database: Parameters<typeof isPostgres>[0]): Columns {
  return isPostgres(database) ? postgresColumns : sqliteColumns;
}

export const required: Define = (column) => column.notNull();

export const text: Define = (column) => column.notNull().defaultTo("");

export const number: Define = (column) => column.notNull().defaultTo(0);

/** 0 or 1, with what it is where nobody says. */
export const flag =
  (value: 0 | 1): Define =>
  (column) =>
    column.notNull().defaultTo(value);

export const unique: Define = (column) => column.notNull().unique();

/** Goes with its owner. */
export const owned =
  (table: string): Define =>
  (column) =>
    column.notNull().references(`${table}.id`).onDelete("cascade");

/** Stays when the other goes. */
export const linked =
  (table: string): Define =>
  (column) =>
    column.references(`${table}.id`).onDelete("set null");
