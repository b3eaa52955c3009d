import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector } from "kysely";
import { DatabaseError, types, type Pool, type PoolConfig } from "pg";
import { LocalError } from "../../core/errors.ts";
import { reasonOf } from "../database-away.ts";
import { PostgresCompiler } from "./compiler.ts";
import { lastingPool } from "./pool.ts";

const CONNECT_MILLISECONDS = 10_000;

interface Limits {
  /** At once; who comes later waits. */
  readonly connections: number;
  /** Some stay open however long nobody asks: a new one takes longer than most requests. */
  readonly isKept: boolean;
  readonly statementMilliseconds: number;
  /** Of connections for searches: so long one waits for others; undefined: as long as it takes. */
  readonly waitMilliseconds?: number;
}

const usual: Limits = { connections: 10, isKept: true, statementMilliseconds: 120_000 };
const KEPT_CONNECTIONS = 2;
/** PostgreSQL, Appendix A: error codes. */
const UNIQUE_VIOLATION = "23505";
const DUPLICATE_SCHEMA = "42P06";

/** The numbers that pg gives as text, since they could be wider than a number; ours are not. */
const wideNumbers = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

/** How connections to our database are made; `address` is `postgres://user:password@host:port/database?sslmode=…`. */
export function connectionOptions(address: string): PoolConfig {
  return {
    connectionString: address,
    application_name: "interlinear",
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: "text" | "binary") =>
        wideNumbers.has(id) ? Number : types.getTypeParser(id, format),
    },
  };
}

/** Connects, and makes the schema of our tables where it is missing. @throws {LocalError} `IL-D02` */
export async function openPostgres<Tables>(address: string, schema: string, limits = usual): Promise<Kysely<Tables>> {
  const shown = publicAddress(address);
  const config = {
    ...connectionOptions(address),
    max: limits.connections,
    min: limits.isKept ? KEPT_CONNECTIONS : 0,
    idle_in_transaction_session_timeout: usual.statementMilliseconds,
  };
  const preparation = [
    // Ours first: `lower` is our own.
    `set search_path to ${schema}, pg_catalog`,
    // Compiling a query takes longer than ours do.
    "set jit to off",
    // How often a text is there decides how it is found: a plan for any text would be a bad one for the common ones.
    ...(limits.waitMilliseconds === undefined ? [] : ["set plan_cache_mode to force_custom_plan"]),
    // Last: opening a connection is nothing that a short limit is meant for.
    `set statement_timeout to ${String(limits.statementMilliseconds)}`,
  ];
  const pool = lastingPool(config, preparation.join("; "), limits.waitMilliseconds);
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresCompiler(),
    },
  });
  try {
    await makeSchema(pool, schema);
    // Kysely ends no pool of which it never had a connection.
    await database.connection().execute(async () => undefined);
  } catch (error) {
    await pool.end();
    throw new LocalError(`The database ${shown} cannot be used: ${reasonOf(error)}`, {
      code: "IL-D02",
      hint: "Look at DATABASE_URL, and whether the server runs and lets this user create a schema.",
    });
  }
  return database;
}

async function makeSchema(pool: Pick<Pool, "query">, schema: string): Promise<void> {
  const { rowCount } = await pool.query("select 1 from pg_catalog.pg_namespace where nspname = $1", [schema]);
  // Asked first: a user who may not make schemas may not say "if not exists" either.
  if (rowCount !== 0) return;
  await pool.query(`create schema if not exists ${schema}`).catch((error: unknown) => {
    if (!madeByAnother(error)) throw error;
  });
}

/** PostgreSQL's "if not exists" does not see what another session is making: both of two servers that start at once try. */
function madeByAnother(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === UNIQUE_VIOLATION || error.code === DUPLICATE_SCHEMA);
}

/** The address as people may see it: server and database, never who connects with which password. */
export function publicAddress(address: string): string {
  const { hostname, port, pathname } = parsed(address);
  const socket = new URLSearchParams(parsed(address).search).get("host");
  return `${hostname === "" ? (socket ?? "localhost") : hostname}${port === "" ? "" : `:${port}`}${pathname}`;
}

/** @throws {LocalError} `IL-D02`; the address itself, which carries the password, is in no error */
function parsed(address: string): URL {
  const url = URL.parse(address);
  if (url !== null) return url;
  throw new LocalError("The address of the database is not one.", {
    code: "IL-D02",
    hint: "DATABASE_URL is postgres://USER:PASSWORD@HOST:PORT/DATABASE; special characters of the password as %XX.",
  });
}
