import { sql, type Selectable } from "kysely";
import { NO_TIME, servedStates, type RepositoryCondition } from "../../../records/repositories/repositories.ts";
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
  /** `problem`: something is wrong with it; `active` and `unmapped` are those with which nothing is. */
  readonly state?: RepositoryCondition | undefined;
  /** Its problem is one of these. */
  readonly problems?: readonly string[] | undefined;
  /** Its last run ended from this time on. */
  readonly since?: string | undefined;
  /** Its last run ended before this time. */
  readonly until?: string | undefined;
  /** A name of `orders`, `-` before it for the other way; default those with a problem first, then by name. */
  readonly sort?: string | undefined;
}

export const repositoryOrders = ["name", "behind", "files", "last", "next", "state"] as const;

/** Repositories with how many of their files are not in step. */
export async function readRepositories(
  { database }: Pick<Records, "database">,
  { text, forge, state, problems, since, until, sort }: RepositoryQuery,
  page: PageRequest,
): Promise<Page<RepositoryRow>> {
  const files = sql<number>`(select count(*) from bound_file where bound_file.repository_id = repository.id)`;
  const behind = sql<number>`(select count(*) from bound_file where bound_file.repository_id = repository.id and bound_file.state <> 'in-step')`;
  const direction = sort?.startsWith("-") === true ? "desc" : "asc";
  const order = repositoryOrders.find((name) => name === sort?.replace(/^-/, ""));
  const gravity = sql<number>`case when ${isProblem} then 0 else 1 end`;
  let rows = database
    .selectFrom("repository")
    .selectAll()
    .select([files.as("files"), behind.as("behind")]);
  if (text !== undefined) rows = rows.where((row) => row.or([contains("name", text), contains("problem", text)]));
  if (forge !== undefined) rows = rows.where("forge", "=", forge);
  if (state === "problem") rows = rows.where(isProblem);
  else if (state !== undefined) rows = rows.where("state", "=", state).where(sql<boolean>`not (${isProblem})`);
  if (problems !== undefined) rows = rows.where("problem", "in", problems);
  if (since !== undefined) rows = rows.where("last_run", ">=", since);
  if (until !== undefined) rows = rows.where("last_run", "<", until);
  const columns = {
    name: "name",
    behind: "behind",
    files: "files",
    last: "last_run",
    next: "next_run",
  } as const;
  const sorted =
    order === undefined
      ? rows.orderBy(gravity)
      : order === "state"
        ? rows.orderBy(gravity, direction).orderBy("state", direction)
        : rows.orderBy(columns[order], direction);
  return paged(sorted.orderBy("name").orderBy("id"), page, rowOf);
}

const isProblem = sql<boolean>`problem <> '' and state in (${sql.join(servedStates)})`;

function rowOf(row: Selectable<RepositoryTable> & { files: number; behind: number }): RepositoryRow {
  const { id, forge, name, state, problem } = row;
  return {
    id,
    forge,
    name,
    state,
    problem,
    lastRun: row.last_run,
    nextRun: row.next_run === NO_TIME ? null : row.next_run,
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
