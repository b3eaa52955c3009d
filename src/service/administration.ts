import type { Selectable } from "kysely";
import type { z } from "zod";
import type { componentSettings } from "../contract/endpoints/components.ts";
import type { Queries } from "../store/database.ts";
import type { ProjectTable } from "../store/tables.ts";
import { action } from "./actions.ts";
import { record } from "./change-log.ts";
import { createComponent, type ComponentUpload } from "./component-creation.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { issueToken } from "./identity.ts";
import { languageByCode, seedLanguages } from "./language.ts";
import { access, defaultRoles, defaultTeams, selection, type RoleName } from "./permissions.ts";
import { invalid } from "./refusal.ts";
import type { Service } from "./service.ts";
import { addUser } from "./users.ts";

export type ProjectRecord = Selectable<ProjectTable>;

export interface NewProject {
  readonly name: string;
  readonly slug: string;
  readonly web?: string | undefined;
  /** Language code; default `en`. */
  readonly sourceLanguage?: string | undefined;
  /** Nobody sees it without a team of it. */
  readonly private?: boolean;
}

export interface NewPerson {
  readonly username: string;
  readonly fullName?: string;
  readonly email?: string;
}

/** A user and the only time their token is shown. */
export interface Credentials {
  readonly user: number;
  readonly username: string;
  readonly token: string;
}

export type NewComponent = Readonly<z.input<typeof componentSettings>>;

/** What an administrator does, for the command line, the demo and tests: no HTTP, the same behaviour. */
export interface Administration {
  createProject(project: NewProject): Promise<ProjectRecord>;
  /** `component.category` is the slug path of a category, which is made if it is missing: `mobile`, `mobile/android`. */
  createComponent(
    project: string,
    component: Omit<NewComponent, "category"> & { readonly category?: string },
    upload?: ComponentUpload,
  ): Promise<ComponentRecord>;
  /** A bot with a token that sees this project alone and may do everything in it. */
  createBot(project: string, name?: string): Promise<Credentials>;
  /** Somebody who translates in the project. */
  createTranslator(project: string, person: NewPerson): Promise<Credentials>;
  createUser(person: NewPerson & { readonly superuser?: boolean }): Promise<Credentials>;
  /** Another personal token for a user. */
  issueToken(username: string): Promise<string>;
}

/** First start: languages, roles, teams. Later starts add what a new version brings. */
export async function prepare(service: Service): Promise<void> {
  await service.database.transaction().execute(async (queries) => {
    await seedLanguages(queries);
    const known = await queries.selectFrom("role").select("name").execute();
    if (known.length > 0) return;
    for (const [name, permissions] of Object.entries(defaultRoles)) {
      await queries
        .insertInto("role")
        .values({ name, permissions: JSON.stringify(permissions) })
        .execute();
    }
    for (const team of defaultTeams) {
      const { id } = await queries
        .insertInto("team")
        .values({ name: team.name, project_selection: team.selection, defining_project_id: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      await giveRoles(queries, id, team.roles);
    }
  });
}

async function giveRoles(queries: Queries, team: number, roles: readonly RoleName[]): Promise<void> {
  if (roles.length === 0) return;
  const rows = await queries.selectFrom("role").select("id").where("name", "in", roles).execute();
  for (const { id } of rows) await queries.insertInto("team_role").values({ team_id: team, role_id: id }).execute();
}

/** The project's own team with that role; made when it is first needed. */
async function projectTeam(queries: Queries, project: number, role: RoleName): Promise<number> {
  const known = await queries
    .selectFrom("team")
    .select("id")
    .where("defining_project_id", "=", project)
    .where("name", "=", role)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const { id } = await queries
    .insertInto("team")
    .values({ name: role, project_selection: selection.listed, defining_project_id: project })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queries.insertInto("team_project").values({ team_id: id, project_id: project }).execute();
  await giveRoles(queries, id, [role]);
  return id;
}

export async function joinProject(queries: Queries, project: number, user: number, role: RoleName): Promise<void> {
  const team = await projectTeam(queries, project, role);
  await queries
    .insertInto("team_member")
    .values({ team_id: team, user_id: user })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface ProjectFields extends NewProject {
  readonly instructions?: string | undefined;
  readonly language_aliases?: string | undefined;
  readonly translation_review?: boolean | undefined;
  readonly source_review?: boolean | undefined;
  readonly set_language_team?: boolean | undefined;
  readonly enable_hooks?: boolean | undefined;
  readonly access_control?: number | undefined;
}

/** @throws 400 where the name or the slug is taken, or the language is unknown */
export async function createProject(service: Service, fields: ProjectFields, user?: number): Promise<ProjectRecord> {
  return service.database.transaction().execute(async (queries) => {
    for (const attr of ["name", "slug"] as const) {
      const taken = await queries.selectFrom("project").select("id").where(attr, "=", fields[attr]).executeTakeFirst();
      const detail = `Project with this ${attr === "name" ? "project name" : "URL slug"} already exists.`;
      if (taken !== undefined) throw invalid(attr, detail, "unique");
    }
    const code = fields.sourceLanguage ?? "en";
    const language = await languageByCode(queries, code);
    if (language === undefined)
      throw invalid("source_language", `Language with code "${code}" does not exist.`, "does_not_exist");
    const project = await queries
      .insertInto("project")
      .values({
        name: fields.name,
        slug: fields.slug,
        web: fields.web ?? "",
        instructions: fields.instructions ?? "",
        source_language_id: language.id,
        language_aliases: fields.language_aliases ?? "",
        translation_review: fields.translation_review === true ? 1 : 0,
        source_review: fields.source_review === true ? 1 : 0,
        set_language_team: fields.set_language_team === false ? 0 : 1,
        enable_hooks: fields.enable_hooks === false ? 0 : 1,
        access_control: fields.access_control ?? (fields.private === true ? access.private : access.public),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (user !== undefined) await joinProject(queries, project.id, user, "Administration");
    await record(service, queries, [{ action: action.projectCreated, project: project.id, user }]);
    return project;
  });
}

/** The category at a path of slugs, made with its parents where they are missing. */
async function ensureCategory(queries: Queries, project: number, path: string): Promise<number> {
  let parent: number | null = null;
  const slugs = path.split("/");
  for (const [index, slug] of slugs.entries()) {
    const own = slugs.slice(0, index + 1).join("/");
    const known = await queries
      .selectFrom("category")
      .select("id")
      .where("project_id", "=", project)
      .where("path", "=", own)
      .executeTakeFirst();
    const { id }: { id: number } =
      known ??
      (await queries
        .insertInto("category")
        .values({ project_id: project, category_id: parent, name: slug, slug, path: own })
        .returning("id")
        .executeTakeFirstOrThrow());
    parent = id;
  }
  if (parent === null) throw invalid("category", "The path of a category is empty.");
  return parent;
}

export function administration(service: Service): Administration {
  const { database } = service;
  const projectOf = async (slug: string): Promise<ProjectRecord> => {
    const project = await database.selectFrom("project").selectAll().where("slug", "=", slug).executeTakeFirst();
    if (project === undefined) throw invalid("project", `There is no project “${slug}”.`, "does_not_exist");
    return project;
  };
  const person = async (
    { username, fullName, email }: NewPerson,
    rights: { isSuperuser?: boolean; isBot?: boolean },
  ): Promise<number> => {
    const taken = await database.selectFrom("user").select("id").where("username", "=", username).executeTakeFirst();
    if (taken !== undefined) throw invalid("username", `There is a user “${username}” already.`, "unique");
    const user = { username, fullName: fullName ?? username, email: email ?? `${username}@example.invalid`, ...rights };
    return database.transaction().execute((queries) => addUser(service, queries, user));
  };
  return {
    createProject: (project) => createProject(service, project),
    createComponent: async (project, { category, ...fields }, upload) => {
      const owner = await projectOf(project);
      const categoryId =
        category === undefined
          ? undefined
          : await database.transaction().execute((queries) => ensureCategory(queries, owner.id, category));
      return createComponent(service, { project: owner, category: categoryId, fields, upload, user: undefined });
    },
    createBot: async (project, name = "ci") => {
      const owner = await projectOf(project);
      const username = `bot-${project}-${name}`;
      const user = await person({ username, fullName: name, email: "" }, { isBot: true });
      await database.transaction().execute((queries) => joinProject(queries, owner.id, user, "Administration"));
      return { user, username, token: await issueToken(service, user, owner.id) };
    },
    createTranslator: async (project, translator) => {
      const owner = await projectOf(project);
      const user = await person(translator, {});
      await database.transaction().execute((queries) => joinProject(queries, owner.id, user, "Translate"));
      return { user, username: translator.username, token: await issueToken(service, user) };
    },
    createUser: async ({ superuser, ...fields }) => {
      const user = await person(fields, { isSuperuser: superuser === true });
      return { user, username: fields.username, token: await issueToken(service, user) };
    },
    issueToken: async (username) => {
      const user = await database.selectFrom("user").select("id").where("username", "=", username).executeTakeFirst();
      if (user === undefined) throw invalid("username", `There is no user “${username}”.`, "does_not_exist");
      return issueToken(service, user.id);
    },
  };
}
