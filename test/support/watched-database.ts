import { DatabaseSync, type StatementSync } from "node:sqlite";

type Row = Readonly<Record<string, unknown>>;

/** A database of SQLite that a service or a bot has open, looked at again and again: it is opened at the first look, and once. */
export class WatchedDatabase {
  readonly #file: string;
  readonly #statements = new Map<string, StatementSync>();
  #database: DatabaseSync | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** As they are at this moment. */
  rows(query: string, ...parameters: readonly string[]): readonly Row[] {
    this.#database ??= new DatabaseSync(this.#file, { readOnly: true });
    const statement = this.#statements.get(query) ?? this.#database.prepare(query);
    this.#statements.set(query, statement);
    return statement.all(...parameters);
  }

  /** Whether no job of its queue is being done or could be. */
  isQueueAtRest(now = new Date()): boolean {
    const due = "select 1 from job where state = 'running' or (state = 'waiting' and run_after <= ?) limit 1";
    return this.rows(due, now.toISOString()).length === 0;
  }

  /** Before the file goes or its owner does, which would leave it files beside it else; the next look opens it again. */
  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = undefined;
  }
}
