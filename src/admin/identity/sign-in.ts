import { createHash } from "node:crypto";
import type { Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";
import { isForeign, type HttpRequest } from "../../http-api/request.ts";
import { challengeFor, type Credentials } from "../../http-api/basic-credentials.ts";
import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";
import { denied, notSignedIn } from "../http/refusal.ts";
import { sessionCookie } from "../http/session-cookie.ts";
import { allowancesOf, forgetTries, requireTries, takeBackTry } from "./attempts.ts";
import type { Caller } from "./caller.ts";
import { isKnownAddress, keepAddress } from "./known-addresses.ts";
import { operatorByEmail, operatorByLogin, type Operator } from "./operators.ts";
import { hashPassword, verifyPassword } from "../../http-api/passwords.ts";
import { findSession, openSession } from "./sessions.ts";

export interface SignedIn {
  readonly operator: Operator;
  readonly caller: Caller;
  /** Value of the answer's `Set-Cookie`. */
  readonly cookie: string;
}

/**
 * Opens a session for the right credentials. Who asks learns nothing else: an unknown user, a wrong password and a user who
 * may not sign in get the same answer after the same time, and are throttled alike.
 * @param former whose session came along: strangers' tries do not keep them out
 * @throws 401, 403 where a foreign page asks, 429
 */
export async function signIn(
  admin: Admin,
  credentials: Credentials,
  request: HttpRequest,
  former: Pick<Caller, "login"> | undefined,
): Promise<SignedIn> {
  const { records } = admin;
  const { limits, publicUrl } = await currentSettings(records);
  if (isForeign(request, publicUrl)) throw denied("Sign in from a page of this server.");
  const operator = await operatorNamed(records, credentials.user);
  const { address } = request;
  const trier = {
    login: operator?.login,
    unknown: hashedName(credentials.user),
    address,
    isIn: former !== undefined && former.login === operator?.login,
    isKnown: await isKnownAddress(records, operator?.login ?? 0, address),
  };
  const allowances = allowancesOf(trier, limits.failedLogins);
  await requireTries(records, allowances);
  const { isRight, isOutdated } = await verifyPassword(credentials.password, operator?.hash ?? null);
  if (operator === undefined || !isRight || !operator.active) throw wrongCredentials(request);
  const [own, ...others] = allowances;
  if (own !== undefined) await forgetTries(records, own.subject);
  for (const { subject } of others) await takeBackTry(records, subject);
  await keepAddress(records, operator.login, address);
  if (isOutdated) await renewHash(records, operator, credentials.password);
  const agent = request.headers.get("user-agent") ?? "";
  const token = await openSession(records, { login: operator.login, address: request.address, agent });
  const found = await findSession(records, token);
  if (found === undefined) throw wrongCredentials(request);
  const { caller } = found;
  const cookie = sessionCookie.set(token, caller.session.expires, records.clock.now(), request);
  const lastSeen = records.clock.now().toISOString();
  return { operator: { ...operator, lastSeen }, caller, cookie };
}

/**
 * Compares a password with the caller's own, which a stolen session does not know; tries are counted, apart from those of whoever
 * tries to sign in.
 * @throws 429
 */
export async function isOwnPassword(records: Records, { login, hash }: Operator, password: string): Promise<boolean> {
  const { limits } = await currentSettings(records);
  const own = { login, unknown: "", address: "", isIn: true, isKnown: true };
  const allowances = allowancesOf(own, limits.failedLogins);
  await requireTries(records, allowances);
  const { isRight } = await verifyPassword(password, hash);
  if (isRight) for (const { subject } of allowances) await forgetTries(records, subject);
  return isRight;
}

async function operatorNamed({ database }: Records, user: string): Promise<Operator | undefined> {
  if (!user.isWellFormed() || user.includes("\0")) return undefined;
  if (!/^\d{1,10}$/.test(user)) return operatorByEmail(database, user);
  const login = Number(user);
  return login > LARGEST_INTEGER ? undefined : operatorByLogin(database, login);
}

/** Of an unknown user as well, lest being throttled tells that there is one; not by name, which may be a password. */
function hashedName(user: string): string {
  return createHash("sha256").update(user.toLowerCase()).digest("hex").slice(0, 32);
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

function wrongCredentials({ headers }: HttpRequest): Error {
  return notSignedIn("The login or mail address and the password do not belong together.", challengeFor(headers));
}
