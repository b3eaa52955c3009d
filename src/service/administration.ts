import type { newComponent } from "../contract/endpoints/component-settings.ts";
import { inTransaction, type Queries } from "../store/database.ts";
import type { ProjectRecord } from "../store/tables.ts";
import type { ComponentUpload } from "./components/component-creation.ts";
import type { ComponentRecord } from "./components/component-settings.ts";
import { seedLanguages } from "./components/language.ts";
import { accounts, type Accounts } from "./identity/accounts.ts";
import { defaultRoles, defaultTeams } from "./identity/default-roles.ts";
import { access } from "./identity/permissions.ts";
import { giveRoles } from "./identity/teams.ts";
import { invalid } from "../http-api/refusal.ts";
import type { Service } from "./service.ts";
import type { Value } from "../http-api/endpoint.ts";

export interface NewProject {
  readonly name: string;
  readonly slug: string;
  readonly web?: string | undefined;
  /** Language code; default `en`. */
  readonly sourceLanguage?: string | undefined;
  /** Nobody sees it without a team of it. */
  readonly private?: boolean;
}

export type NewComponent = Readonly<Value<typeof newComponent>>;

/** What an administrator does, for the command line, the demo and tests: no HTTP, the same behaviour. */
export interface Administration extends Accounts {
  createProject(project: NewProject): Promise<ProjectRecord>;
  /** `component.category` is the slug path of a category, which is made if it is missing: `mobile`, `mobile/android`. */
  createComponent(
    project: string,
    component: Omit<NewComponent, "category"> & { readonly category?: string },
    upload?: ComponentUpload,
  ): Promise<ComponentRecord>;
}

/** First start: languages, roles, teams. Later starts add what a new version brings. */
export async function prepare({ database }: Pick<Service, "database">): Promise<void> {
  await inTransaction(database, async (queries) => {
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
  return {
    ...accounts(service),
    createProject: async ({ sourceLanguage, private: isPrivate, ...fields }) => {
      const { createProject } = await import("./projects/project-settings.ts");
      return createProject(service, {
        ...fields,
        source_language: sourceLanguage ?? "en",
        access_control: isPrivate === true ? access.private : access.public,
      });
    },
    createComponent: async (project, { category, ...fields }, upload) => {
      const owner = await projectOf(project);
      const categoryId =
        category === undefined
          ? undefined
          : await inTransaction(database, (queries) => ensureCategory(queries, owner.id, category));
      const { createComponent } = await import("./components/component-creation.ts");
      return createComponent(service, { project: owner, category: categoryId, fields, upload, patience: 600_000 });
    },
  };
}
