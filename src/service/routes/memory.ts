import { sql, type ExpressionBuilder } from "kysely";
import { contract } from "../../contract/index.ts";
import type { Memory } from "../../contract/resources/memory.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { contains } from "../../store/like.ts";
import { hasInAnyCase } from "../../store/any-case.ts";
import type { Tables, ProjectRecord } from "../../store/tables.ts";
import { languageNamed } from "../components/language.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notAuthenticated, notFound } from "../http/refusal.ts";
import { isGiven } from "../http/request-fields.ts";
import { route } from "../http/route.ts";
import { demand, may, mayGlobally, sees, type Caller } from "../identity/permissions.ts";
import { numericId } from "../identity/visible.ts";
import { hiddenOrigins, originNames } from "../memory/origins.ts";
import { bestMatches, isNotHidden } from "../memory/lookup.ts";
import type { MemoryRecord } from "../memory/memory.ts";
import type { Service } from "../service.ts";

/** Near matches that differ in more than a quarter help nobody. */
const LEAST_QUALITY = 75;

export const memoryRoutes = [
  route(contract.memory.list, async ({ service, caller, query, url }) => {
    const access = await editable(service, caller);
    // However many there are, and however rare what is looked for: nobody waits for it.
    const { readers } = service;
    let entries = readers.selectFrom("memory").where((row) => within(row, access));
    if (isGiven(query.source)) entries = entries.where(hasText(readers, query.source));
    if (isGiven(query.source_language)) {
      entries = entries.where("source_language_id", "in", languages(readers, query.source_language));
    }
    if (isGiven(query.target_language)) {
      entries = entries.where("target_language_id", "in", languages(readers, query.target_language));
    }
    if (isGiven(query.project)) {
      entries = entries.where(
        "project_id",
        "in",
        readers.selectFrom("project").select("id").where("slug", "=", query.project),
      );
    }
    return paged(
      { url },
      () => countOf(entries),
      async (limit, offset) => {
        const rows = await entries.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return represented(service, rows);
      },
    );
  }),
  route(contract.memory.lookup, async ({ service, caller, query, body }) => {
    const project = isGiven(query.project) ? await memoryProject(service, caller, query.project) : undefined;
    const matches = await bestMatches(
      { database: service.readers },
      {
        sourceLanguage: (await languageNamed(service.database, "source_language", query.source_language)).id,
        targetLanguage: (await languageNamed(service.database, "target_language", query.target_language)).id,
        project: project?.id,
        user: caller.user?.id,
        hidden: await hiddenOrigins(service, caller),
        sources: body.strings,
        threshold: query.exact === true ? 100 : LEAST_QUALITY,
        milliseconds: service.settings.searchMilliseconds,
      },
    );
    const nameOf = await originNames(
      service.database,
      matches.flatMap((found) => found?.entry ?? []),
    );
    const results = body.strings.map((text, index) => {
      const found = matches[index];
      if (found === undefined) return { query: text, match: null };
      const { id, source, target } = found.entry;
      const { quality } = found;
      const origin = nameOf(found.entry);
      return { query: text, match: { id, source, target, origin, exact: quality === 100, quality } };
    });
    return { results };
  }),
  route(contract.memory.get, async ({ service, caller, parameters }) => {
    const access = await editable(service, caller);
    const entry = await service.database
      .selectFrom("memory")
      .selectAll()
      .where("id", "=", numericId(parameters.memory_object_id))
      .where((row) => within(row, access))
      .executeTakeFirst();
    const [shown] = entry === undefined ? [] : await represented(service, [entry]);
    if (shown === undefined) throw notFound();
    return shown;
  }),
  route(contract.memory.delete, async ({ service, caller, parameters }) => {
    const { database } = service;
    const id = numericId(parameters.memory_object_id);
    const entry = await database.selectFrom("memory").selectAll().where("id", "=", id).executeTakeFirst();
    if (entry === undefined) throw notFound();
    await assertMayForget(service, caller, entry);
    await database.deleteFrom("memory").where("id", "=", id).execute();
    return undefined;
  }),
];

function languages(queries: Queries, code: string) {
  return queries.selectFrom("language").select("id").where("code", "=", code);
}

function hasText(queries: Queries, text: string) {
  const bySqlite = isPostgres(queries) ? undefined : hasInAnyCase(sql.ref("memory.source"), text);
  return bySqlite ?? contains("memory.source", text);
}

interface MemoryAccess {
  /** Undefined: everything. */
  readonly projects: readonly number[] | undefined;
  readonly user: number | undefined;
  /** Origins of what the caller may not see. */
  readonly hidden: readonly string[];
}

/** @throws 401, 403 for who may edit no memory at all */
async function editable(service: Service, caller: Caller): Promise<MemoryAccess> {
  const user = caller.user?.id;
  if (user === undefined) throw notAuthenticated();
  if (mayGlobally(caller, "memory.manage")) return { projects: undefined, user, hidden: [] };
  const rows = await service.database.selectFrom("project").select(["id", "access_control"]).execute();
  const projects = rows.filter((project) => may(caller, project, "memory.edit")).map(({ id }) => id);
  if (projects.length === 0) throw denied();
  return { projects, user, hidden: await hiddenOrigins(service, caller) };
}

function within(row: ExpressionBuilder<Tables, "memory">, { projects, user, hidden }: MemoryAccess) {
  if (projects === undefined) return row.lit(true);
  const own = row.or([row("memory.project_id", "in", [0, ...projects]), row("memory.user_id", "=", user ?? 0)]);
  return hidden.length === 0 ? own : row.and([own, isNotHidden(row, hidden, user)]);
}

async function assertMayForget(service: Service, caller: Caller, entry: MemoryRecord): Promise<void> {
  if (mayGlobally(caller, "memory.manage")) return;
  if (entry.user_id !== null && entry.user_id === caller.user?.id) return;
  if (entry.project_id === null) {
    if (entry.shared === 1) throw denied();
    throw notFound();
  }
  const project = await service.database
    .selectFrom("project")
    .selectAll()
    .where("id", "=", entry.project_id)
    .executeTakeFirstOrThrow();
  const hidden = await hiddenOrigins(service, caller);
  if (!sees(caller, project) || (entry.from_file !== 1 && hidden.includes(entry.origin))) throw notFound();
  demand(caller, project, "memory.delete");
}

/** @throws 400 for a project that is not there for the caller, 403 where they may not use its memory */
async function memoryProject(service: Service, caller: Caller, slug: string): Promise<ProjectRecord> {
  const project = await service.database.selectFrom("project").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (project === undefined || !sees(caller, project)) {
    throw invalid("project", `There is no project “${slug}”.`, "does_not_exist");
  }
  demand(caller, project, "machinery.view", "memory.edit");
  return project;
}

async function represented({ database }: Service, entries: readonly MemoryRecord[]): Promise<Memory[]> {
  const nameOf = await originNames(database, entries);
  return entries.map((entry) => ({
    id: entry.id,
    source: entry.source,
    target: entry.target,
    source_language: entry.source_language_id,
    target_language: entry.target_language_id,
    origin: nameOf(entry),
    project: entry.project_id,
    from_file: entry.from_file === 1,
    shared: entry.shared === 1,
  }));
}
