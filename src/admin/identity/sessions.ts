import type { Kysely } from "kysely";
import { randomText } from "../../http-api/session-cookie.ts";
import { present, type Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { BotTables, SessionTable } from "../../store/bot-tables/tables.ts";
import { roleOf, type Caller } from "./caller.ts";
import { hashOf, newToken, type Token } from "./tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A session's id is another one after so much use. */
const ROTATION = 15 * MINUTE;
/** Requests that were under way when the id changed may still carry the former one. */
const FORMER_ID = 30_000;
/** Use is written down no more often than this. */
const USE = MINUTE;

/** A session as a request found it. */
export interface FoundSession {
  readonly caller: Caller;
  /** The session's new id, where it has got one: for the cookie. */
  readonly token: string | undefined;
}

export interface NewSession {
  readonly login: number;
  readonly address: string;
  readonly agent: string;
}

/** Opens a session and forgets those that ended. */
export async function openSession(records: Records, { login, address, agent }: NewSession): Promise<string> {
  const { limits } = await currentSettings(records);
  const now = present(records);
  const { text, hash } = newToken();
  await records.database.deleteFrom("session").where("expires", "<", now).execute();
  await records.database
    .insertInto("session")
    .values({
      id: hash,
      login,
      csrf: randomText(),
      created: now,
      renewed: now,
      former_id: null,
      used: now,
      expires: new Date(records.clock.now().getTime() + limits.sessionHours * HOUR).toISOString(),
      address,
      agent: agent.slice(0, 200),
    })
    .execute();
  await noteSeen(records, login);
  return text;
}

/** Who has a session with this token; undefined: nobody, or no longer. */
export async function findSession(records: Records, token: string): Promise<FoundSession | undefined> {
  const hash = hashOf(token);
  const row = await records.database
    .selectFrom("session")
    .innerJoin("operator", "operator.login", "session.login")
    .selectAll("session")
    .select(["operator.name", "operator.email", "operator.role", "operator.active"])
    .where((session) => session.or([session("session.id", "=", hash), session("session.former_id", "=", hash)]))
    .executeTakeFirst();
  if (row === undefined || row.active !== 1) return undefined;
  const { limits } = await currentSettings(records);
  const now = records.clock.now();
  const isFormer = row.id !== hash;
  if (!isAlive(row, limits, now) || (isFormer && now.getTime() - Date.parse(row.renewed) > FORMER_ID)) return undefined;
  const renewed = isFormer ? undefined : await used(records, row, now);
  const caller = {
    login: row.login,
    name: row.name,
    email: row.email,
    role: roleOf(row.role),
    session: { id: renewed?.hash ?? row.id, csrf: row.csrf, expires: row.expires },
  };
  return { caller, token: renewed?.text };
}

/** Whether a session that a request had goes on, for answers that last. @param id what the table had then */
export async function goesOn(records: Records, id: string): Promise<boolean> {
  const row = await records.database
    .selectFrom("session")
    .innerJoin("operator", "operator.login", "session.login")
    .select(["session.created", "session.used", "session.expires", "operator.active"])
    .where((session) => session.or([session("session.id", "=", id), session("session.former_id", "=", id)]))
    .executeTakeFirst();
  if (row === undefined || row.active !== 1) return false;
  const { limits } = await currentSettings(records);
  return isAlive(row, limits, records.clock.now());
}

/** Whether it is neither too old nor unused for too long, by the settings of today. */
export function isAlive(
  session: Pick<SessionTable, "created" | "used" | "expires">,
  limits: { readonly sessionHours: number; readonly sessionIdleMinutes: number },
  now: Date,
): boolean {
  const end = Math.min(
    Date.parse(session.expires),
    Date.parse(session.created) + limits.sessionHours * HOUR,
    Date.parse(session.used) + limits.sessionIdleMinutes * MINUTE,
  );
  return now.getTime() < end;
}

/** Notes the use, and gives the session another id when its time has come. */
async function used(records: Records, row: SessionTable, now: Date): Promise<Token | undefined> {
  const time = now.toISOString();
  if (now.getTime() - Date.parse(row.renewed) >= ROTATION) {
    const token = newToken();
    const { numUpdatedRows } = await records.database
      .updateTable("session")
      .set({ id: token.hash, former_id: row.id, renewed: time, used: time })
      .where("id", "=", row.id)
      .executeTakeFirst();
    await noteSeen(records, row.login);
    // Another request was quicker: its answer has the new id.
    return numUpdatedRows === 1n ? token : undefined;
  }
  if (now.getTime() - Date.parse(row.used) >= USE) {
    await records.database.updateTable("session").set({ used: time }).where("id", "=", row.id).execute();
    await noteSeen(records, row.login);
  }
  return undefined;
}

async function noteSeen(records: Records, login: number): Promise<void> {
  await records.database
    .updateTable("operator")
    .set({ last_seen: present(records) })
    .where("login", "=", login)
    .execute();
}

/** @param id what a request found: another one may have given the session a new one since */
export async function endSession({ database }: Pick<Records, "database">, id: string): Promise<void> {
  await database
    .deleteFrom("session")
    .where((session) => session.or([session("id", "=", id), session("former_id", "=", id)]))
    .execute();
}

/** @param kept id of the session that stays */
export async function endSessionsOf(queries: Kysely<BotTables>, login: number, kept?: string): Promise<void> {
  await queries
    .deleteFrom("session")
    .where("login", "=", login)
    .$if(kept !== undefined, (sessions) => sessions.where("id", "!=", kept ?? ""))
    .execute();
}
