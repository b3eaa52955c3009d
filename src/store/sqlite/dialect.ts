import { setTimeout } from "node:timers/promises";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import { DatabaseAway } from "../database-away.ts";
import { Gone } from "../gone.ts";
import { giveWay, Turns, used } from "../turns.ts";
import { KeptStatements } from "./kept-statements.ts";
import { FileUpkeep } from "./upkeep.ts";

const STATEMENTS_KEPT = 200;

/** How often a lock of another program is asked for. */
const BUSY_PAUSE = 20;
const BUSY_CODE = 5;

/** So long a transaction goes on: whoever wants to write waits for it to end. */
const TURN_MILLISECONDS = 10;

/** One file, opened; statements are prepared once. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #lockMilliseconds: number;
  readonly #statements: KeptStatements;
  /** Milliseconds of its statements since it last gave way. */
  #held = 0;

  constructor(database: DatabaseSync, lockMilliseconds: number) {
    this.#database = database;
    this.#lockMilliseconds = lockMilliseconds;
    this.#statements = new KeptStatements(database, STATEMENTS_KEPT);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + this.#lockMilliseconds;
    for (;;) {
      await this.#giveWay();
      const began = performance.now();
      try {
        return this.#execute(query);
      } catch (error) {
        // Within a transaction nobody else has the lock; what was tried outside of one has done nothing.
        const mayWait = codeOf(error) === BUSY_CODE && !this.#database.isTransaction && performance.now() < until;
        if (!mayWait) throw namedError(error);
      } finally {
        const took = performance.now() - began;
        used(took);
        this.#held += took;
      }
      await setTimeout(BUSY_PAUSE);
    }
  }

  /** Statements of a short transaction follow one another: as long as it lasts nobody else can write. */
  async #giveWay(): Promise<void> {
    if (this.#database.isTransaction && this.#held < TURN_MILLISECONDS) return;
    this.#held = 0;
    await giveWay();
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, hasRows } = this.#statements.prepare(query.sql);
    const parameters = query.parameters.map(toSqlite);
    if (hasRows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's type says what its rows are
      return { rows: statement.all(...parameters) as Row[] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Rows are not streamed: read pages.");
  }
}

/** SQLite's result codes: busy, locked, an error of the disk, a full one, a file that does not open. */
const awayCodes = new Set([5, 6, 10, 13, 14]);

/** A constraint (19), and of these a reference to another row. */
const REFERENCE_CODE = 787;

function namedError(error: unknown): unknown {
  if (error instanceof Error && wholeCodeOf(error) === REFERENCE_CODE) return new Gone(error.message, { cause: error });
  return awayCodes.has(codeOf(error) ?? 0) ? new DatabaseAway(error) : error;
}

/** The lower byte tells the kind, the others which of them. */
function codeOf(error: unknown): number | undefined {
  const code = wholeCodeOf(error);
  return code === undefined ? undefined : code & 0xff;
}

function wholeCodeOf(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : undefined;
}

export function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  throw new TypeError(`SQLite stores no ${typeof value}.`);
}

/** Connections to one file. */
export interface SqliteFile {
  readonly writer: DatabaseSync;
  /** Sees what was committed, while somebody writes; missing where only one can be (":memory:"). */
  readonly reader?: DatabaseSync | undefined;
  /** Where the file is, whose log is brought into it; missing where there is none, or SQLite does so itself. */
  readonly path?: string | undefined;
  /** How long a lock of another program is waited for; default: not at all. */
  readonly lockMilliseconds?: number;
}

/** Of what was written as SQL; a comment may stand before it. */
const SELECT = /^(?:\s|\/\*.*?\*\/)*select\b/is;

function onlyReads({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || SELECT.test(sql);
}

/** What a query or a transaction is lent: what only reads waits for nobody, all else has the writer until it gives it back. */
class SqliteLease implements DatabaseConnection {
  readonly #reader: SqliteConnection | undefined;
  readonly #take: () => Promise<Writer>;
  readonly #upkeep: FileUpkeep | undefined;
  #writer: Promise<Writer> | undefined;

  constructor(reader: SqliteConnection | undefined, take: () => Promise<Writer>, upkeep: FileUpkeep | undefined) {
    this.#reader = reader;
    this.#take = take;
    this.#upkeep = upkeep;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#writer === undefined && this.#reader !== undefined && onlyReads(query)) {
      return this.#reader.executeQuery<Row>(query);
    }
    this.#writer ??= this.#take();
    const { connection } = await this.#writer;
    return connection.executeQuery<Row>(query);
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("Rows are not streamed: read pages.");
  }

  async release(): Promise<void> {
    if (this.#writer === undefined) return;
    (await this.#writer).release();
    this.#upkeep?.written();
  }
}

interface Writer {
  readonly connection: SqliteConnection;
  release(): void;
}

/** Lends the writer to one query or one transaction at a time: of those who wait, next is who began first (`../turns.ts`). */
class SqliteDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #connection: SqliteConnection;
  readonly #reader: SqliteConnection | undefined;
  readonly #upkeep: FileUpkeep | undefined;
  readonly #leases = new WeakMap<DatabaseConnection, SqliteLease>();
  readonly #turns = new Turns();
  #isTaken = false;

  constructor(file: SqliteFile) {
    this.#file = file;
    const { writer, reader, path, lockMilliseconds = 0 } = file;
    this.#connection = new SqliteConnection(writer, lockMilliseconds);
    this.#reader = reader && new SqliteConnection(reader, lockMilliseconds);
    this.#upkeep =
      path === undefined || reader === undefined ? undefined : new FileUpkeep(path, reader, () => this.#takeWriter());
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const lease = new SqliteLease(this.#reader, () => this.#takeWriter(), this.#upkeep);
    this.#leases.set(lease, lease);
    return lease;
  }

  async #takeWriter(): Promise<Writer> {
    if (this.#isTaken) await this.#turns.wait();
    this.#isTaken = true;
    return {
      connection: this.#connection,
      release: () => {
        if (this.#turns.isEmpty) this.#isTaken = false;
        else this.#turns.next();
      },
    };
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#leases.get(connection)?.release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite did so itself where the disk was full: the reason is what its caller wants to hear of.
    if (this.#file.writer.isTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async destroy(): Promise<void> {
    // However many wait to write.
    while (this.#isTaken) (await this.#takeWriter()).release();
    await this.#upkeep?.close();
    this.#file.reader?.close();
    this.#file.writer.close();
  }
}

/** Kysely would lend a connection to one at a time, also to those who only read. */
class LeasingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely on `node:sqlite`. */
export function sqliteDialect(file: SqliteFile): Dialect {
  return {
    createAdapter: () => new LeasingAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
