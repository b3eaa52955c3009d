import type { users } from "../../contract/endpoints/users.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import type { Service } from "../service.ts";
import { mayGlobally, type Caller } from "./permissions.ts";
import { changedProfile } from "./profile.ts";
import { addUser, type UserRecord } from "./users.ts";
import { visibleProjects } from "./visible.ts";
import type { ParsedBody } from "../../http-api/endpoint.ts";

type NewAccount = Readonly<ParsedBody<typeof users.create>>;
export type AccountChange = Readonly<ParsedBody<typeof users.update>>;

/** @throws 400 where the name or the address is taken, 403 where a superuser is made by somebody who is none */
export async function createUser(service: Service, caller: Caller, account: NewAccount): Promise<UserRecord> {
  if (account.is_superuser === true && caller.user?.is_superuser !== 1) throw noSuperuser();
  return inTransaction(service.database, async (queries) => {
    await assertFree(queries, account);
    const id = await addUser(service, queries, {
      username: account.username,
      fullName: account.full_name,
      email: account.email ?? "",
      isSuperuser: account.is_superuser,
      isActive: account.is_active,
      isBot: account.is_bot,
    });
    return queries.selectFrom("user").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  });
}

/**
 * Changes what was sent. What somebody is (active, a bot, a superuser) is not changed by themselves.
 * @throws 400, 403
 */
export async function changeUser(
  service: Service,
  caller: Caller,
  user: UserRecord,
  change: AccountChange,
): Promise<UserRecord> {
  const standing = standingIn(user, change);
  if (standing.length > 0 && !mayGlobally(caller, "user.edit")) throw denied("Can not manage Users");
  if (standing.includes("is_superuser") && caller.user?.is_superuser !== 1) throw noSuperuser();
  const visible = change.profile === undefined ? [] : await visibleProjects(service, caller);
  return inTransaction(service.database, async (queries) => {
    await assertFree(queries, change, user);
    const profile =
      change.profile === undefined
        ? user.profile
        : await changedProfile(queries, user.profile, change.profile, visible);
    return queries
      .updateTable("user")
      .set({
        username: change.username ?? user.username,
        full_name: change.full_name ?? user.full_name,
        email: change.email === undefined ? user.email : (change.email ?? ""),
        is_superuser: Number(change.is_superuser ?? user.is_superuser),
        is_active: Number(change.is_active ?? user.is_active),
        is_bot: Number(change.is_bot ?? user.is_bot),
        profile,
      })
      .where("id", "=", user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

const standings = ["is_superuser", "is_active", "is_bot"] as const;

/** The members of a user's standing that would become different. */
function standingIn(user: UserRecord, change: AccountChange): readonly (typeof standings)[number][] {
  return standings.filter((name) => change[name] !== undefined && Number(change[name]) !== user[name]);
}

function noSuperuser(): Refusal {
  return denied("Only superusers make superusers.");
}

/** @throws 400 where somebody else has the name or the address, in whatever case */
export async function assertFree(
  queries: Queries,
  { username, email }: Pick<AccountChange, "username" | "email">,
  user?: UserRecord,
): Promise<void> {
  const errors: FieldError[] = [];
  const own = user?.id ?? 0;
  if (email !== undefined && email !== null && email !== "") {
    const wanted = email.toLowerCase();
    const taken = await queries
      .selectFrom("user")
      .select("id")
      .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", wanted))
      .where("id", "!=", own)
      .executeTakeFirst();
    const detail = "A user with this e-mail already exists.";
    if (taken !== undefined) errors.push({ code: "unique", detail, field: "email" });
  }
  if (username !== undefined && username !== user?.username) {
    const wanted = username.toLowerCase();
    // What forgotten users are called (`forgetUser`).
    if (/^deleted-\d+$/.test(wanted)) {
      errors.push({ code: "invalid", detail: "This username is reserved.", field: "username" });
    }
    const taken = await queries
      .selectFrom("user")
      .select("id")
      .where(({ eb, fn }) => eb(fn<string>("lower", ["username"]), "=", wanted))
      .where("id", "!=", own)
      .executeTakeFirst();
    const detail = "A user with that username already exists.";
    if (taken !== undefined) errors.push({ code: "unique", detail, field: "username" });
  }
  if (errors.length > 0) throw new Refusal(400, errors);
}
