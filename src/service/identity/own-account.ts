import { passwordProblem } from "../../http-api/password-policy.ts";
import { hashPassword, verifyPassword } from "../../http-api/passwords.ts";
import { randomText } from "../../http-api/session-cookie.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inTransaction } from "../../store/database.ts";
import type { Service } from "../service.ts";
import { hashOf, issueToken } from "./tokens.ts";

/** What the token of a session is called in lists that somebody opened by their password. */
const SESSION = "signed in by a password";

/**
 * Signs a person in by name or mail address and password. It takes as long where nobody is called so.
 * @returns a token for the session, which signing out ends and nobody is shown; undefined: the two do not belong together
 */
export async function signInByPassword(
  service: Service,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<string | undefined> {
  const { database } = service;
  const found = await database
    .selectFrom("user")
    .select(["id", "password"])
    .where((row) => row.or([row("username", "=", login), row.and([row("email", "=", login), row("email", "<>", "")])]))
    .where("is_active", "=", 1)
    .where("is_bot", "=", 0)
    .limit(2)
    .execute();
  const [user] = found.length === 1 ? found : [];
  const hash = user === undefined || user.password === "" ? null : user.password;
  const { isRight, isOutdated } = await verifyPassword(password, hash);
  if (user === undefined || !isRight) return undefined;
  const fresh = isOutdated ? await hashPassword(password) : undefined;
  return inTransaction(database, async (queries) => {
    if (fresh !== undefined)
      await queries.updateTable("user").set({ password: fresh }).where("id", "=", user.id).execute();
    const token = await issueToken(service, queries, { user: user.id, name: SESSION });
    // It ends with its session as the token of a link does.
    await queries
      .insertInto("sign_in_link")
      .values((row) => ({
        hash: hashOf(randomText()),
        user_id: user.id,
        expires: "",
        token_id: row.selectFrom("token").select("id").where("hash", "=", hashOf(token)),
      }))
      .execute();
    return token;
  });
}

/** Whether a user signs in by a password too. */
export async function hasPassword({ database }: Service, user: number): Promise<boolean> {
  const row = await database.selectFrom("user").select("password").where("id", "=", user).executeTakeFirst();
  return row !== undefined && row.password !== "";
}

/**
 * Gives a user another password, or the first one. Other sessions that a link or a password opened end.
 * @param change.session token of the session that stays
 * @throws 400 for a wrong current password, and for one that is too short or soon guessed
 */
export async function changePassword(
  service: Service,
  user: number,
  change: { readonly current: string; readonly fresh: string; readonly session: number },
): Promise<void> {
  const { database } = service;
  const { fresh, current, session } = change;
  const row = await database
    .selectFrom("user")
    .select(["password", "username", "full_name", "email"])
    .where("id", "=", user)
    .executeTakeFirstOrThrow();
  const problem = passwordProblem(fresh, { name: `${row.username} ${row.full_name}`, email: row.email });
  if (problem !== undefined) throw invalid("password", problem);
  if (row.password !== "" && !(await verifyPassword(current, row.password)).isRight) {
    throw invalid("current", "This is not your current password.");
  }
  const hash = await hashPassword(fresh);
  await inTransaction(database, async (queries) => {
    const ofSessions = queries
      .selectFrom("sign_in_link")
      .select("token_id")
      .where("user_id", "=", user)
      .where("token_id", "is not", null);
    await queries
      .deleteFrom("token")
      .where("user_id", "=", user)
      .where("id", "in", ofSessions)
      .where("id", "<>", session)
      .execute();
    await queries.updateTable("user").set({ password: hash }).where("id", "=", user).execute();
  });
}
