import type { DatabaseSync, StatementSync } from "node:sqlite";

interface Prepared {
  readonly statement: StatementSync;
  /** Whether it answers with rows: asking it each time costs more than a short statement itself. */
  readonly hasRows: boolean;
}

/** The statements of one connection, prepared once; when there are too many of them, they are prepared anew. */
export class KeptStatements {
  readonly #database: DatabaseSync;
  readonly #most: number;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, most: number) {
    this.#database = database;
    this.#most = most;
  }

  prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= this.#most) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
