import type * as z from "zod";
import { note } from "../../records/logs/event-log.ts";
import type { Records } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { users, type User, type UserChange } from "../contract/endpoints/users.ts";
import { publicOrigin } from "../../http-api/request.ts";
import { operation } from "../http/operation.ts";
import { invalid } from "../../http-api/refusal.ts";
import { conflict, denied, notFound } from "../http/refusal.ts";
import type { Caller } from "../identity/caller.ts";
import {
  changeOperator,
  createOperator,
  listOperators,
  operatorByLogin,
  removeOperator,
  type Operator,
} from "../identity/operators.ts";
import { passwordProblem } from "../../http-api/password-policy.ts";
import { mailPasswordLink } from "../identity/password-reset.ts";
import { hashPassword } from "../../http-api/passwords.ts";
import { isOwnPassword } from "../identity/sign-in.ts";
import { forbiddenField, mayChange, mayChangeField, mayRead, seesEverybody } from "../identity/user-rights.ts";

export function userOf(operator: Operator): User {
  const { login, name, email, role, active, hash, created, lastSeen } = operator;
  return { login, name, email, role, active, has_password: hash !== null, created, last_seen: lastSeen };
}

const list = operation(users.list, async ({ admin, caller, query }) => {
  const { page, size, ...filter } = query;
  const own = seesEverybody(caller) ? {} : { login: caller.login };
  const found = await listOperators(admin.records, { ...filter, ...own }, { page, size });
  return { ...found, items: found.items.map(userOf) };
});

const get = operation(users.get, async ({ admin, caller, parameters: { login } }) => {
  if (!mayRead(caller, login)) throw denied("Viewers see themselves alone.");
  return userOf(await existing(admin.records, login));
});

const create = operation(users.create, async ({ admin: { records }, caller, body, request }) => {
  const { password, ...fields } = body;
  const { mail, publicUrl } = await currentSettings(records);
  const origin = publicOrigin(request, publicUrl);
  if (password === undefined && fields.active && (mail.host === "" || origin === undefined)) {
    throw conflict("No invitation can be mailed: give a password, or set `mail` and `public_url` first.", "password");
  }
  requireGoodPassword(password, fields);
  const hash = password === undefined ? null : await hashPassword(password);
  const created = await createOperator(records, { ...fields, hash });
  await noteChange(records, caller, "Created a user", created.login, { role: created.role });
  const invitation =
    hash === null && created.active
      ? await mailPasswordLink(records, created, { occasion: "invitation", origin })
      : null;
  return { ...userOf(created), invitation };
});

const replace = operation(users.replace, async ({ admin, caller, parameters, body }) =>
  userOf(await changed(admin.records, caller, parameters.login, body)),
);

const change = operation(users.change, async ({ admin, caller, parameters, body }) =>
  userOf(await changed(admin.records, caller, parameters.login, body)),
);

const remove = operation(users.remove, async ({ admin: { records }, caller, parameters: { login } }) => {
  const removed = await removeOperator(records, login);
  if (removed === undefined) throw noUser(login);
  await noteChange(records, caller, "Deleted a user", login, { name: removed.name });
  return userOf(removed);
});

async function changed(
  records: Records,
  caller: Caller,
  login: number,
  { password, current_password, ...fields }: z.output<typeof UserChange>,
): Promise<Operator> {
  if (!mayChange(caller, login)) throw denied("Only an administrator may change somebody else.");
  const former = await existing(records, login);
  const forbidden = forbiddenField(caller, former, { ...fields, password });
  if (forbidden !== undefined) throw denied("Only an administrator may change this.", forbidden);
  const { name = former.name, email = former.email } = fields;
  requireGoodPassword(password, { name, email });
  if (password !== undefined && login === caller.login) await requireOwnPassword(records, former, current_password);
  const hash = password === undefined ? undefined : await hashPassword(password);
  // What stays as it is, and is not the caller's to change, may be another by now.
  const own = { ...fields, ...(mayChangeField(caller, "role") ? {} : unchangeable), hash };
  const after = await changeOperator(records, login, own, caller.session.id);
  if (after === undefined) throw noUser(login);
  const names = [...changedFields(former, after), ...(password === undefined ? [] : ["password"])];
  if (names.length > 0) await noteChange(records, caller, "Changed a user", login, { fields: names });
  return after;
}

const unchangeable = { email: undefined, role: undefined, active: undefined };

function changedFields(former: Operator, after: Operator): string[] {
  return (["name", "email", "role", "active"] as const).filter((name) => former[name] !== after[name]);
}

/** Who found a session open is not to take the account over. */
async function requireOwnPassword(records: Records, own: Operator, current: string | undefined): Promise<void> {
  if (current === undefined)
    throw invalid("current_password", "This is required to change your own password.", "required");
  if (!(await isOwnPassword(records, own, current))) throw invalid("current_password", "This is not your password.");
}

function requireGoodPassword(
  password: string | undefined,
  owner: { readonly name: string; readonly email: string },
): void {
  const problem = password === undefined ? undefined : passwordProblem(password, owner);
  if (problem !== undefined) throw invalid("password", problem);
}

async function existing({ database }: Records, login: number): Promise<Operator> {
  const operator = await operatorByLogin(database, login);
  if (operator === undefined) throw noUser(login);
  return operator;
}

function noUser(login: number): Error {
  return notFound(`There is no user with the login ${String(login)}.`);
}

async function noteChange(
  records: Records,
  caller: Caller,
  message: string,
  user: number,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await note(records, {
    level: "notice",
    component: "users",
    message,
    login: caller.login,
    details: { user, ...details },
  });
}

export const userOperations = { list, get, create, replace, change, remove };
