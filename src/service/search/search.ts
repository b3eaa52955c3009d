import { sql, type RawBuilder } from "kysely";
import type { SearchResult } from "../../contract/resources/search.ts";
import { contains } from "../../store/like.ts";
import type { Caller } from "../identity/permissions.ts";
import { visibleScope } from "../identity/visible.ts";
import { page } from "../representation/address.ts";
import type { Service } from "../service.ts";

/** So many of each kind (facts §1.9); with a shorter text everything would match. */
const MOST = 5;
const SHORTEST = 2;

/** The first few of what the caller sees whose name or slug has the text. */
export async function search(service: Service, caller: Caller, text: string): Promise<SearchResult[]> {
  const wanted = text.trim();
  if (wanted.length < SHORTEST) return [];
  const { projects, hidden } = await visibleScope(service, caller);
  return [
    ...(await findProjects(service, projects, wanted)),
    ...(await findComponents(service, { projects, hidden }, wanted)),
    ...(caller.user === undefined ? [] : await findUsers(service, caller, wanted)),
    ...(await findLanguages(service, wanted)),
  ];
}

async function findProjects(service: Service, projects: readonly number[], text: string): Promise<SearchResult[]> {
  const rows = await service.database
    .selectFrom("project")
    .select(["name", "slug"])
    .where("id", "in", [0, ...projects])
    .where(has(["name", "slug"], text))
    .orderBy("name")
    .limit(MOST)
    .execute();
  return rows.map(({ name, slug }) => ({ url: page.project("", slug), name, category: "Project" }));
}

async function findComponents(
  service: Service,
  { projects, hidden }: { readonly projects: readonly number[]; readonly hidden: readonly number[] },
  text: string,
): Promise<SearchResult[]> {
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.name", "component.path", "project.name as project", "project.slug"])
    .where("component.project_id", "in", [0, ...projects])
    .where("component.id", "not in", [0, ...hidden])
    .where(has(["component.name", "component.slug"], text))
    .orderBy("component.name")
    .orderBy("component.id")
    .limit(MOST)
    .execute();
  return rows.map(({ name, path, project, slug }) => ({
    url: page.component("", slug, path),
    name: `${project}/${name}`,
    category: "Component",
  }));
}

/** A project token sees no user but its own. */
async function findUsers(service: Service, caller: Caller, text: string): Promise<SearchResult[]> {
  let users = service.database
    .selectFrom("user")
    .select("username")
    .where("is_active", "=", 1)
    .where(has(["username", "full_name"], text))
    .orderBy("username")
    .limit(MOST);
  if (caller.scope !== undefined) users = users.where("id", "=", caller.user?.id ?? 0);
  const rows = await users.execute();
  return rows.map(({ username }) => ({ url: page.user("", username), name: username, category: "User" }));
}

async function findLanguages(service: Service, text: string): Promise<SearchResult[]> {
  const rows = await service.database
    .selectFrom("language")
    .select(["code", "name"])
    .where((language) => language.or([has(["name"], text), language("code", "=", text)]))
    .orderBy("name")
    .limit(MOST)
    .execute();
  return rows.map(({ code, name }) => ({ url: page.language("", code), name, category: "Language" }));
}

function has(columns: readonly string[], text: string): RawBuilder<boolean> {
  const conditions = columns.map((column) => contains(column, text));
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
