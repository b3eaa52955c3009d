import type { PostgresPool, PostgresPoolClient } from "kysely";
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from "pg";
import { DatabaseAway } from "../database-away.ts";
import { Gone } from "../gone.ts";
import { ASKED_OFTEN, PLANNED_EACH_TIME } from "../prepared.ts";
import { WITH_THE_NEXT } from "../with-the-next.ts";
import { Turns } from "../turns.ts";
import { TooCostly } from "../too-costly.ts";
import { UnknownExpression } from "../unknown-expression.ts";

/**
 * PostgreSQL, Appendix A: connections that broke (08), too many of them, no room on its disk or in its memory (53), a server that stops
 * or starts (57P), or that its disk fails (58030); and what the system says of connections.
 */
const away = /^(?:08...|53[123]00|57P0[1235]|58030|E[A-Z]+)$/;

/**
 * Connections to PostgreSQL, which may break at any moment, also while they are lent and idle: whoever uses a broken one gets
 * `DatabaseAway`, and the next one is new.
 * @param preparation a statement that each new connection begins with
 * @param waitMilliseconds so long one is waited for where all are lent; then `TooCrowded`. Default: as long as it takes
 */
export function lastingPool(
  config: PoolConfig,
  preparation: string,
  waitMilliseconds?: number,
): PostgresPool & Pick<Pool, "query"> {
  // Statements that are sent together do not wait for each other's answers.
  const pool = new Pool({ ...config, pipeline: true });
  // Without listeners, Node ends the process. The pool's own is off a connection as long as it is lent.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  /** The driver knows a connection by its object. */
  const prepared = new WeakMap<PoolClient, PostgresPoolClient>();
  // The pool itself would lend to whoever asked last of a crowd last, whatever else that one still has to ask.
  const turns = new Turns();
  const most = pool.options.max;
  let lent = 0;
  const freed = (): void => {
    if (turns.isEmpty) lent -= 1;
    else turns.next();
  };
  const connection = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseAway(error);
    });
    const known = prepared.get(client);
    if (known !== undefined) return known;
    try {
      await client.query(preparation);
    } catch (error) {
      client.release(true);
      throw awayOr(error);
    }
    const made = telling(client, freed);
    prepared.set(client, made);
    return made;
  };
  return {
    options: pool.options,
    query: pool.query.bind(pool),
    end: () => pool.end(),
    connect: async () => {
      if (lent >= most) await turns.wait(waitMilliseconds);
      else lent += 1;
      try {
        return await connection();
      } catch (error) {
        freed();
        throw error;
      }
    },
  };
}

/** Statements that a connection keeps prepared: planning is often most of their cost. Longer ones are lists of any length. */
const STATEMENTS_KEPT = 300;
const LONGEST_KEPT = 4000;
/** A newer version of ours has changed a table that a prepared statement reads. */
const PLAN_CHANGED = "0A000";

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Says nothing that anybody waits for, so it goes with the first statement of its transaction. */
const BEGIN = /^(?:begin|start transaction)\b/;
/** What is answered for a statement that is kept. */
const nothing = { command: "", rowCount: 0, rows: [] };

/** @param freed told when the connection comes back */
function telling(client: PoolClient, freed: () => void): PostgresPoolClient {
  const names = new Map<string, string>();
  let isOutdated = false;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    const isLasting = text.length <= LONGEST_KEPT || text.startsWith(ASKED_OFTEN);
    if (known !== undefined || !isLasting || text.includes(PLANNED_EACH_TIME) || names.size >= STATEMENTS_KEPT)
      return known;
    const name = `kept ${String(names.size)}`;
    names.set(text, name);
    return name;
  };
  const send = async ({ text, values }: Statement): Promise<unknown> => {
    // What has no values may be several statements, or speak of the transaction.
    const name = values.length === 0 ? undefined : nameOf(text);
    try {
      return await client.query(name === undefined ? { text, values } : { name, text, values });
    } catch (error) {
      if (name === undefined || !(error instanceof DatabaseError) || error.code !== PLAN_CHANGED) throw awayOr(error);
      isOutdated = true;
      throw new DatabaseAway(error);
    }
  };
  let kept: Statement[] = [];
  const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    const statement = { text: text.replace(WITH_THE_NEXT, ""), values: [...parameters] };
    if (text !== statement.text || BEGIN.test(text)) {
      kept.push(statement);
      return nothing;
    }
    const before = kept;
    kept = [];
    // What was not sent yet is wanted by nobody any more; where nothing was, there is nothing to undo.
    const isUndoing = text === "rollback";
    if (isUndoing && before.some((each) => BEGIN.test(each.text))) return nothing;
    const together = isUndoing ? [statement] : [...before, statement];
    // PostgreSQL refuses what comes after a failure: its end undoes the transaction then, and the first one says why.
    const { stream } = client.connection;
    stream.cork();
    const sent = together.map(send);
    stream.uncork();
    const answers = await Promise.allSettled(sent);
    for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : [])).at(-1);
  };
  return {
    release: (destroy) => {
      client.release(isOutdated || destroy);
      freed();
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query's type says what its rows are; cursors are not used
    query: query as PostgresPoolClient["query"],
  };
}

/** A statement that took longer than its connection lets it. */
const STOPPED = "57014";
const INVALID_EXPRESSION = "2201B";
/** A row refers to one that is not there. */
const NO_SUCH_ROW = "23503";

const named = new Map([
  [STOPPED, TooCostly],
  [INVALID_EXPRESSION, UnknownExpression],
  [NO_SUCH_ROW, Gone],
]);

/**
 * `DatabaseAway` for an error of a connection or a server that stops, `TooCostly` for a stopped statement, `UnknownExpression` for one with
 * a regular expression that is none, `Gone` where it refers to a row that somebody removed; any other as it is.
 */
export function awayOr(error: unknown): unknown {
  const Named = error instanceof DatabaseError ? named.get(error.code ?? "") : undefined;
  if (Named !== undefined && error instanceof Error) return new Named(error.message, { cause: error });
  return isAway(error) ? new DatabaseAway(error) : error;
}

/** What befell the connection has a code, or only words. */
function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isAway);
  if (!(error instanceof Error)) return false;
  if ("code" in error && away.test(String(error.code))) return true;
  return !(error instanceof DatabaseError) && /connection|not queryable|connect/i.test(error.message);
}
