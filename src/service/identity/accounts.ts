import { users } from "../../contract/endpoints/users.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { invalid } from "../../http-api/refusal.ts";
import { validationRefusal } from "../http/validation.ts";
import type { Service } from "../service.ts";
import { keepSignature } from "../units/agreement.ts";
import { assertFree } from "./account.ts";
import { botRoles } from "./default-roles.ts";
import { INVITED_MILLISECONDS, issueSignInLink } from "./sign-in-links.ts";
import { joinProject } from "./teams.ts";
import { issuedTokens, issueToken, revokeToken, type IssuedToken } from "./tokens.ts";
import { addUser, type NewUser } from "./users.ts";

export interface NewPerson {
  readonly username: string;
  readonly fullName?: string | undefined;
  readonly email?: string | undefined;
}

/** A user and the only time their token is shown. */
export interface Credentials {
  readonly user: number;
  readonly username: string;
  readonly token: string;
}

export interface TokenOptions {
  /** ISO 8601; from then on the token is refused. */
  readonly expires?: string | undefined;
  /** What people call it. */
  readonly name?: string | undefined;
}

export interface BotOptions extends TokenOptions {
  /** Names of roles, also of the small ones for bots; default Administration. */
  readonly roles?: readonly string[] | undefined;
}

/** A user as an administrator's list shows them. */
export interface KnownUser {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isSuperuser: boolean;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly lastLogin: string | null;
}

export interface Invited {
  readonly username: string;
  readonly address: string | undefined;
}

/** Users, what they may, and their tokens: no HTTP, and no clone is touched, so that it may be done beside a running service. */
export interface Accounts {
  createUser(person: NewPerson & { readonly superuser?: boolean }, token?: TokenOptions): Promise<Credentials>;
  /** A bot with a token that sees this project alone. */
  createBot(project: string, name?: string, options?: BotOptions): Promise<Credentials>;
  /**
   * Somebody new, whose account begins with an address that signs them in once, within a week; undefined in the place of the
   * address: there is an account with this mail address already. @throws 400
   */
  invite(person: { readonly fullName: string; readonly email: string }): Promise<Invited>;
  /** Somebody who translates in the project. */
  createTranslator(project: string, person: NewPerson): Promise<Credentials>;
  /** Another personal token for a user; for a bot another one for its project. */
  issueToken(username: string, options?: TokenOptions): Promise<string>;
  /** An address below the service's that signs a person in to the pages, once, within 15 minutes. */
  issueSignInLink(username: string): Promise<string>;
  tokens(username?: string): Promise<readonly IssuedToken[]>;
  revokeToken(id: number): Promise<void>;
  users(): Promise<readonly KnownUser[]>;
  /** Makes the user a member of the project's team with that role. */
  grant(username: string, role: string, project: string): Promise<void>;
  /** @param component `project/component`, `project/category/component` */
  signAgreement(username: string, component: string): Promise<void>;
}

export function accounts(service: Pick<Service, "database" | "clock" | "settings">): Accounts {
  const { database } = service;
  const add = async (queries: Queries, { username, fullName, email }: NewPerson, rights: Partial<NewUser>) => {
    const account = { username, full_name: fullName ?? username, email: email ?? `${username}@example.invalid` };
    const { error } = users.create.body().safeParse(account);
    if (error !== undefined) throw validationRefusal(error, account);
    await assertFree(queries, account);
    return addUser(service, queries, { username, fullName: account.full_name, email: account.email, ...rights });
  };
  return {
    createUser: ({ superuser, ...person }, token = {}) =>
      inTransaction(database, async (queries) => {
        const user = await add(queries, person, { isSuperuser: superuser === true });
        return { user, username: person.username, token: await issueToken(service, queries, { user, ...token }) };
      }),
    createBot: (slug, name = "ci", { roles = ["Administration"], ...token } = {}) =>
      inTransaction(database, async (queries) => {
        const project = await projectNamed(queries, slug);
        const username = `bot-${slug}-${name}`;
        const domain = service.settings.siteEmail.split("@")[1] ?? "invalid";
        const person = { username, fullName: name, email: `${username}@bots.${domain}` };
        const user = await add(queries, person, { isBot: true });
        for (const role of roles) await joinProject(queries, project, user, await roleNamed(queries, role));
        return { user, username, token: await issueToken(service, queries, { user, project, ...token }) };
      }),
    invite: ({ fullName, email }) =>
      inTransaction(database, async (queries) => {
        const known = await queries.selectFrom("user").select("username").where("email", "=", email).executeTakeFirst();
        if (known !== undefined) return { username: known.username, address: undefined };
        const username = await freeName(queries, email);
        const user = await add(queries, { username, fullName: fullName === "" ? username : fullName, email }, {});
        return { username, address: await issueSignInLink(service, queries, user, INVITED_MILLISECONDS) };
      }),
    createTranslator: (slug, person) =>
      inTransaction(database, async (queries) => {
        const project = await projectNamed(queries, slug);
        const user = await add(queries, person, {});
        await joinProject(queries, project, user, "Translate");
        return { user, username: person.username, token: await issueToken(service, queries, { user }) };
      }),
    issueToken: (username, options = {}) =>
      inTransaction(database, async (queries) => {
        const { id, isBot } = await userNamed(queries, username);
        const project = isBot ? await projectOfBot(queries, id) : undefined;
        return issueToken(service, queries, { user: id, project, ...options });
      }),
    issueSignInLink: (username) =>
      inTransaction(database, async (queries) => {
        const { id, isBot } = await userNamed(queries, username);
        if (isBot) throw invalid("username", `“${username}” is a bot: pages are for people.`);
        return issueSignInLink(service, queries, id);
      }),
    tokens: async (username) => {
      if (username !== undefined) await userNamed(database, username);
      return issuedTokens(database, username);
    },
    revokeToken: async (id) => {
      if (!(await revokeToken(database, id))) throw missing("id", `There is no token ${String(id)}.`);
    },
    users: async () => {
      const rows = await database.selectFrom("user").selectAll().orderBy("id").execute();
      return rows.map((row) => ({
        username: row.username,
        fullName: row.full_name,
        email: row.email,
        isSuperuser: row.is_superuser === 1,
        isActive: row.is_active === 1,
        isBot: row.is_bot === 1,
        lastLogin: row.last_login,
      }));
    },
    grant: (username, role, project) =>
      inTransaction(database, async (queries) => {
        const user = await userNamed(queries, username);
        await joinProject(queries, await projectNamed(queries, project), user.id, await roleNamed(queries, role));
      }),
    signAgreement: (username, component) =>
      inTransaction(database, async (queries) => {
        const user = await userNamed(queries, username);
        await keepSignature(service, queries, user.id, await agreementOf(queries, component));
      }),
  };
}

function missing(field: string, detail: string) {
  return invalid(field, detail, "does_not_exist");
}

async function userNamed(
  queries: Queries,
  username: string,
): Promise<{ readonly id: number; readonly isBot: boolean }> {
  const user = await queries
    .selectFrom("user")
    .select(["id", "is_bot"])
    .where("username", "=", username)
    .executeTakeFirst();
  if (user === undefined) throw missing("username", `There is no user “${username}”.`);
  return { id: user.id, isBot: user.is_bot === 1 };
}

async function projectNamed(queries: Queries, slug: string): Promise<number> {
  const project = await queries.selectFrom("project").select("id").where("slug", "=", slug).executeTakeFirst();
  if (project === undefined) throw missing("project", `There is no project “${slug}”.`);
  return project.id;
}

/** A bot's tokens see one project: the one of the token it has, or whose team it is in. */
async function projectOfBot(queries: Queries, bot: number): Promise<number> {
  const token = await queries
    .selectFrom("token")
    .select("project_id")
    .where("user_id", "=", bot)
    .where("project_id", "is not", null)
    .executeTakeFirst();
  const team = await queries
    .selectFrom("team")
    .innerJoin("team_member", "team_member.team_id", "team.id")
    .select("team.defining_project_id")
    .where("team_member.user_id", "=", bot)
    .where("team.defining_project_id", "is not", null)
    .orderBy("team.id")
    .executeTakeFirst();
  const project = token?.project_id ?? team?.defining_project_id ?? undefined;
  if (project === undefined) throw missing("username", "The bot belongs to no project.");
  return project;
}

/** Makes a bot's small role when it is first wanted. */
async function roleNamed(queries: Queries, name: string): Promise<string> {
  const known = await queries.selectFrom("role").select("id").where("name", "=", name).executeTakeFirst();
  if (known !== undefined) return name;
  const permissions = Object.entries(botRoles).find(([own]) => own === name)?.[1];
  if (permissions === undefined) {
    const roles = await queries.selectFrom("role").select("name").orderBy("id").execute();
    const names = new Set([...roles.map((role) => role.name), ...Object.keys(botRoles)]);
    throw missing("role", `There is no role “${name}”. Roles: ${[...names].join(", ")}.`);
  }
  await queries
    .insertInto("role")
    .values({ name, permissions: JSON.stringify(permissions) })
    .execute();
  return name;
}

async function agreementOf(
  queries: Queries,
  path: string,
): Promise<{ readonly id: number; readonly agreement: string }> {
  const [slug = "", ...rest] = path.split("/");
  const component = await queries
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id", "component.settings"])
    .where("project.slug", "=", slug)
    .where("component.path", "=", rest.join("/"))
    .executeTakeFirst();
  if (component === undefined) throw missing("component", `There is no component “${path}”.`);
  const { agreement = "" }: { agreement?: string } = JSON.parse(component.settings);
  if (agreement === "") throw invalid("component", `The component “${path}” has no agreement to sign.`);
  return { id: component.id, agreement };
}

/** `jana.novakova` of `Jana.Novakova@example.org`, with a number where that is taken. */
async function freeName(queries: Queries, email: string): Promise<string> {
  const name =
    (email.split("@")[0] ?? "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]/g, "")
      .slice(0, 100) || "translator";
  const rows = await queries.selectFrom("user").select("username").where("username", "like", `${name}%`).execute();
  const taken = new Set(rows.map(({ username }) => username));
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name}${String(number)}`;
    if (!taken.has(wanted)) return wanted;
  }
}
