import type { Kysely, Selectable } from "kysely";
import { keepValue, keptValue } from "../../records/kept-values.ts";
import type { Page, PageRequest } from "../../records/page.ts";
import { paged } from "../../records/page.ts";
import { present, type Records } from "../../records/records.ts";
import type { BotTables, OperatorTable } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { contains } from "../../store/like.ts";
import type { Role } from "../contract/endpoint.ts";
import { conflict } from "../http/refusal.ts";
import { roleOf } from "./caller.ts";
import { endSessionsOf } from "./sessions.ts";

/** Somebody who looks after the bot. */
export interface Operator {
  readonly login: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  /** What the table keeps of the password; null: none was set yet. */
  readonly hash: string | null;
  readonly created: string;
  readonly lastSeen: string | null;
}

export interface OperatorFilter {
  readonly role?: Role | undefined;
  readonly active?: boolean | undefined;
  /** Part of the name or the mail address. */
  readonly text?: string | undefined;
  readonly login?: number | undefined;
}

export interface NewOperator {
  /** Default: the next number. */
  readonly login?: number | undefined;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  readonly hash: string | null;
}

/** What is undefined stays. */
export interface OperatorChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
  readonly active?: boolean | undefined;
  readonly hash?: string | undefined;
}

type Row = Selectable<OperatorTable>;

function operatorOf({ active, role, password, last_seen, ...row }: Row): Operator {
  return { ...row, role: roleOf(role), active: active === 1, hash: password, lastSeen: last_seen };
}

/** By login. */
export async function listOperators(
  { database }: Pick<Records, "database">,
  { role, active, text, login }: OperatorFilter,
  page: PageRequest,
): Promise<Page<Operator>> {
  const rows = database
    .selectFrom("operator")
    .selectAll()
    .$if(role !== undefined, (some) => some.where("role", "=", role ?? ""))
    .$if(active !== undefined, (some) => some.where("active", "=", active === true ? 1 : 0))
    .$if(login !== undefined, (some) => some.where("login", "=", login ?? 0))
    .$if(text !== undefined, (some) =>
      some.where((row) => row.or([contains("name", text ?? ""), contains("email", text ?? "")])),
    )
    .orderBy("login");
  return paged(rows, page, operatorOf);
}

export async function operatorByLogin(queries: Kysely<BotTables>, login: number): Promise<Operator | undefined> {
  const row = await queries.selectFrom("operator").selectAll().where("login", "=", login).executeTakeFirst();
  return row === undefined ? undefined : operatorOf(row);
}

/** Whatever its letters' case. */
export async function operatorByEmail(queries: Kysely<BotTables>, email: string): Promise<Operator | undefined> {
  const row = await queries
    .selectFrom("operator")
    .selectAll()
    .where((operator) => operator(operator.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return row === undefined ? undefined : operatorOf(row);
}

/** @throws 409 for a login or an address that somebody has */
export async function createOperator(records: Records, created: NewOperator): Promise<Operator> {
  const { name, email, role, active, hash } = created;
  return inTransaction(records.database, async (queries) => {
    const largest = await largestLogin(queries);
    const login = created.login ?? largest + 1;
    if ((await operatorByLogin(queries, login)) !== undefined) {
      throw conflict(`There is a user with the login ${String(login)}.`, "login", "taken");
    }
    // Logs name users by their login: nobody gets that of somebody who was deleted.
    if ((await keptValue(queries, removedLogin(login))) !== undefined) {
      throw conflict(`The login ${String(login)} was that of a user who was deleted.`, "login", "taken");
    }
    await requireFree(queries, email, login);
    const row = { login, name, email, role, active: active ? 1 : 0, password: hash };
    const stored = { ...row, created: present(records), last_seen: null };
    await queries.insertInto("operator").values(stored).execute();
    await keepValue(queries, LARGEST_LOGIN, String(Math.max(largest, login)));
    return operatorOf(stored);
  });
}

/**
 * Ends the user's sessions where password, role or whether the user may sign in are others now.
 * @param keptSession id of the session that stays
 * @returns undefined: there is no such user
 * @throws 409 for somebody's address, or where no administrator would be left
 */
export async function changeOperator(
  records: Records,
  login: number,
  { name, email, role, active, hash }: OperatorChange,
  keptSession?: string,
): Promise<Operator | undefined> {
  return inTransaction(records.database, async (queries) => {
    const former = await operatorByLogin(queries, login);
    if (former === undefined) return undefined;
    const changed: Operator = {
      ...former,
      name: name ?? former.name,
      email: email ?? former.email,
      role: role ?? former.role,
      active: active ?? former.active,
      hash: hash ?? former.hash,
    };
    await requireFree(queries, changed.email, login);
    if (changed.role !== "administrator" || !changed.active) await requireAnotherAdministrator(queries, former);
    await queries
      .updateTable("operator")
      .set({
        name: changed.name,
        email: changed.email,
        role: changed.role,
        active: changed.active ? 1 : 0,
        password: changed.hash,
      })
      .where("login", "=", login)
      .execute();
    const isOther = changed.role !== former.role || changed.active !== former.active || changed.hash !== former.hash;
    if (isOther) await endSessionsOf(queries, login, keptSession);
    // A link went to whoever had the address, or had the account's mails before.
    if (isOther || changed.email !== former.email) {
      await queries.deleteFrom("password_reset").where("login", "=", login).execute();
    }
    return changed;
  });
}

/** With the sessions and links. @returns the user as it was; undefined: there was none @throws 409 for the last administrator */
export async function removeOperator(records: Records, login: number): Promise<Operator | undefined> {
  return inTransaction(records.database, async (queries) => {
    const former = await operatorByLogin(queries, login);
    if (former === undefined) return undefined;
    await requireAnotherAdministrator(queries, former);
    await queries.deleteFrom("operator").where("login", "=", login).execute();
    await keepValue(queries, removedLogin(login), present(records));
    return former;
  });
}

async function requireFree(queries: Kysely<BotTables>, email: string, login: number): Promise<void> {
  const owner = await operatorByEmail(queries, email);
  if (owner !== undefined && owner.login !== login) {
    throw conflict("There is a user with this mail address.", "email", "taken");
  }
}

/** An administrator who was invited and has no password yet could not let anybody in. */
async function requireAnotherAdministrator(queries: Kysely<BotTables>, former: Operator): Promise<void> {
  if (former.role !== "administrator" || !former.active) return;
  const other = await queries
    .selectFrom("operator")
    .select("login")
    .where("login", "!=", former.login)
    .where("role", "=", "administrator")
    .where("active", "=", 1)
    .where("password", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return;
  throw conflict(
    "This is the last administrator who can sign in: make somebody else an administrator first.",
    null,
    "last_administrator",
  );
}

/** Row of the table `setting`: the largest login that there ever was. */
const LARGEST_LOGIN = "largest login";

function removedLogin(login: number): string {
  return `removed login ${String(login)}`;
}

async function largestLogin(queries: Kysely<BotTables>): Promise<number> {
  const kept = await keptValue(queries, LARGEST_LOGIN);
  const { login } = await queries
    .selectFrom("operator")
    .select(({ fn }) => fn.max<number | null>("login").as("login"))
    .executeTakeFirstOrThrow();
  return Math.max(login ?? 0, Number(kept ?? 0));
}
