import { createHash, timingSafeEqual } from "node:crypto";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";
import { countTry, forgetTries, takeBackTry, type Allowance } from "./attempts.ts";
import type { Caller } from "./caller.ts";
import type { Credentials } from "../http/basic-credentials.ts";
import { isForeign, type AdminRequest } from "../http/admin-request.ts";
import { denied, notSignedIn, throttled } from "../http/refusal.ts";
import { sessionCookie, sessionTokenOf } from "../http/session-cookie.ts";
import { operatorByEmail, operatorByLogin, type Operator } from "./operators.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { findSession, openSession } from "./sessions.ts";

export interface SignedIn {
  readonly operator: Operator;
  readonly caller: Caller;
  /** Value of the answer's `Set-Cookie`. */
  readonly cookie: string;
}

const LARGEST_LOGIN = 2_147_483_647;

/**
 * Opens a session for the right credentials. Who asks learns nothing else: an unknown user, a wrong password and a user who
 * may not sign in get the same answer after the same time, and are throttled alike.
 * @throws 401, 403 where a foreign page asks, 429
 */
export async function signIn(admin: Admin, credentials: Credentials, request: AdminRequest): Promise<SignedIn> {
  const { records } = admin;
  const { limits, publicUrl } = await currentSettings(records);
  if (isForeign(request, publicUrl)) throw denied("Sign in from a page of this server.");
  const operator = await operatorNamed(records, credentials.user);
  const account = accountSubject(operator, credentials.user);
  const address = `address ${request.address}`;
  await requireTries(
    records,
    [account, address].map((subject) => ({ subject, tries: limits.failedLogins })),
  );
  const { isRight, isOutdated } = await verifyPassword(credentials.password, operator?.hash ?? null);
  if (operator === undefined || !isRight || !operator.active) throw wrongCredentials(request);
  await forgetTries(records, account);
  await takeBackTry(records, address);
  if (isOutdated) await renewHash(records, operator, credentials.password);
  const agent = request.headers.get("user-agent") ?? "";
  const token = await openSession(records, { login: operator.login, address: request.address, agent });
  const found = await findSession(records, token);
  if (found === undefined) throw wrongCredentials(request);
  const { caller } = found;
  const cookie = sessionCookie(token, caller.session.expires, records.clock.now(), request);
  const lastSeen = records.clock.now().toISOString();
  return { operator: { ...operator, lastSeen }, caller, cookie };
}

/**
 * Compares a password with the caller's own, which a stolen session does not know; tries are counted as those of signing in.
 * @throws 429
 */
export async function isOwnPassword(records: Records, { login, hash }: Operator, password: string): Promise<boolean> {
  const { limits } = await currentSettings(records);
  const subject = `login ${String(login)}`;
  await requireTries(records, [{ subject, tries: limits.failedLogins }]);
  const { isRight } = await verifyPassword(password, hash);
  if (isRight) await forgetTries(records, subject);
  return isRight;
}

export interface Identified {
  readonly caller: Caller | undefined;
  /** Value of the answer's `Set-Cookie`, where the session has got another id. */
  readonly cookie: string | undefined;
}

/** Who sends a request, by its cookie. */
export async function identify({ records }: Pick<Admin, "records">, request: AdminRequest): Promise<Identified> {
  const sent = sessionTokenOf(request.headers);
  const found = sent === undefined ? undefined : await findSession(records, sent);
  if (found === undefined) return { caller: undefined, cookie: undefined };
  const { caller, token } = found;
  const cookie =
    token === undefined ? undefined : sessionCookie(token, caller.session.expires, records.clock.now(), request);
  return { caller, cookie };
}

/**
 * Whether a write comes from the caller's own page or program: with the session's token, and not from a foreign page.
 * @param token header `X-CSRF-Token` of the API, field `csrf_token` of a form
 * @throws 403
 */
export async function requireOwnWrite(
  { records }: Pick<Admin, "records">,
  caller: Caller | undefined,
  request: AdminRequest,
  token: string | null,
): Promise<void> {
  const { publicUrl } = await currentSettings(records);
  if (isForeign(request, publicUrl)) throw denied("A page of another origin may change nothing here.");
  // Without a session there is nothing that a foreign page could make use of.
  if (caller === undefined || isSame(caller.session.csrf, token ?? "")) return;
  throw denied("Send the session's token along, as the header X-CSRF-Token: GET /login answers with it.");
}

/** @throws 429 */
export async function requireTries(records: Records, allowances: readonly Allowance[]): Promise<void> {
  const wait = await countTry(records, allowances);
  if (wait === 0) return;
  const subjects = allowances.map(({ subject }) => subject);
  await note(records, { level: "warning", component: "users", message: "Too many tries", details: { subjects } });
  throw throttled(wait / 1000);
}

async function operatorNamed({ database }: Records, user: string): Promise<Operator | undefined> {
  if (!user.isWellFormed() || user.includes("\0")) return undefined;
  if (!/^\d{1,10}$/.test(user)) return operatorByEmail(database, user);
  const login = Number(user);
  return login > LARGEST_LOGIN ? undefined : operatorByLogin(database, login);
}

/** Of an unknown user as well, lest being throttled tells that there is one; not by name, which may be a password. */
function accountSubject(operator: Operator | undefined, user: string): string {
  if (operator !== undefined) return `login ${String(operator.login)}`;
  return `unknown ${createHash("sha256").update(user.toLowerCase()).digest("hex").slice(0, 32)}`;
}

/** Nothing where the password was changed in the meantime. */
async function renewHash({ database }: Records, { login, hash }: Operator, password: string): Promise<void> {
  await database
    .updateTable("operator")
    .set({ password: await hashPassword(password) })
    .where("login", "=", login)
    .where("password", "=", hash)
    .execute();
}

/** A page that asks by script says so, and shows its own form again: the browser is not to ask. */
function wrongCredentials({ headers }: AdminRequest): Error {
  const challenge = headers.has("x-requested-with") ? "session" : "basic";
  return notSignedIn("The login or mail address and the password do not belong together.", challenge);
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [expected, given].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
