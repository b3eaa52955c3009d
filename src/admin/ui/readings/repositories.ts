import { sql, type Selectable } from "kysely";
import type { Page, PageRequest } from "../../../records/page.ts";
import { paged } from "../../../records/page.ts";
import type { Records } from "../../../records/records.ts";
import { contains } from "../../../store/like.ts";
import type { RepositoryTable } from "../../../store/bot-tables/tables.ts";

export interface RepositoryRow {
  readonly id: number;
  readonly forge: string;
  readonly name: string;
  readonly state: string;
  readonly problem: string;
  readonly lastRun: string | null;
  readonly nextRun: string | null;
  readonly files: number;
  /** Files that are not in step. */
  readonly behind: number;
}

export interface RepositoryQuery {
  readonly text?: string | undefined;
  readonly forge?: string | undefined;
  readonly state?: string | undefined;
  /** A name of `orders`, `-` before it for the other way; default by name. */
  readonly sort?: string | undefined;
}

export const repositoryOrders = ["name", "behind", "files", "last", "next", "state"] as const;

/** Repositories with how many of their files are not in step. */
export async function readRepositories(
  { database }: Pick<Records, "database">,
  { text, forge, state, sort = "name" }: RepositoryQuery,
  page: PageRequest,
): Promise<Page<RepositoryRow>> {
  const files = sql<number>`(select count(*) from bound_file where bound_file.repository_id = repository.id)`;
  const behind = sql<number>`(select count(*) from bound_file where bound_file.repository_id = repository.id and bound_file.state <> 'in-step')`;
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const order = repositoryOrders.find((name) => name === sort.replace(/^-/, "")) ?? "name";
  let rows = database
    .selectFrom("repository")
    .selectAll()
    .select([files.as("files"), behind.as("behind")]);
  if (text !== undefined) rows = rows.where(contains("name", text));
  if (forge !== undefined) rows = rows.where("forge", "=", forge);
  if (state !== undefined) rows = rows.where("state", "=", state);
  const columns = {
    name: "name",
    behind: "behind",
    files: "files",
    last: "last_run",
    next: "next_run",
    state: "state",
  } as const;
  return paged(rows.orderBy(columns[order], direction).orderBy("name").orderBy("id"), page, rowOf);
}

function rowOf(row: Selectable<RepositoryTable> & { files: number; behind: number }): RepositoryRow {
  const { id, forge, name, state, problem } = row;
  return {
    id,
    forge,
    name,
    state,
    problem,
    lastRun: row.last_run,
    nextRun: row.next_run,
    files: row.files,
    behind: row.behind,
  };
}

/** What there is to choose from in a filter. */
export async function readForges({ database }: Pick<Records, "database">): Promise<readonly string[]> {
  const rows = await database.selectFrom("repository").select("forge").distinct().orderBy("forge").execute();
  return rows.map(({ forge }) => forge);
}

export interface BoundNames {
  readonly components: readonly string[];
  readonly languages: readonly string[];
}

/** @param repository undefined: of all */
export async function readBoundNames(
  { database }: Pick<Records, "database">,
  repository?: number,
): Promise<BoundNames> {
  const of = (column: "component" | "language") => {
    let rows = database.selectFrom("bound_file").select(`${column} as name`).distinct().orderBy(column).limit(500);
    if (repository !== undefined) rows = rows.where("repository_id", "=", repository);
    return rows.execute();
  };
  const [components, languages] = [await of("component"), await of("language")];
  return { components: components.map(({ name }) => name), languages: languages.map(({ name }) => name) };
}
