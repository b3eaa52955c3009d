import type { Selectable } from "kysely";
import type { BotDatabase, BoundFileTable } from "../store/bot-tables/tables.ts";
import { insertAll } from "../store/bulk.ts";
import { contains } from "../store/like.ts";
import { paged, type Page, type PageRequest } from "./page.ts";
import { present, type Records } from "./records.ts";

/**
 * How a file and its translation on the service stand to each other, the best first.
 * - `in-step`: alike.
 * - `behind`: git is; what the service has waits in a pull request, or for a run.
 * - `ahead`: git is; the service does not have it yet.
 * - `blocked`: something has to be done first; the reason says what.
 * - `conflict`: both sides changed the same text.
 */
export const boundFileStates = ["in-step", "behind", "ahead", "blocked", "conflict"] as const;
export type BoundFileState = (typeof boundFileStates)[number];

export interface NewBoundFile {
  /** `acme/website` */
  readonly component: string;
  /** The service's code. */
  readonly language: string;
  /** Repository path. */
  readonly path: string;
  readonly isSource: boolean;
  readonly state: BoundFileState;
  /** Why, in words; "" where it is in step. */
  readonly reason: string;
  /** Address of the translation on the service; "" where it is not known. */
  readonly url: string;
  readonly translatedPercent: number | undefined;
  /** Address of the open pull request that it waits in; "" where there is none. */
  readonly pullRequest: string;
}

export interface BoundFileRecord extends NewBoundFile {
  readonly id: number;
  readonly repository: { readonly id: number; readonly forge: string; readonly name: string };
  readonly branch: string;
  /** When a run saw it last: ISO 8601 in UTC. */
  readonly lastSync: string;
}

export interface BoundFileFilter {
  readonly repository?: number;
  readonly component?: string;
  readonly language?: string;
  readonly state?: BoundFileState;
  /** In its path, its component or its repository's name, in whatever case. */
  readonly text?: string;
}

/** One component of one repository: the worst state of its files, and how many are in each. */
export interface GridCell {
  readonly repository: { readonly id: number; readonly forge: string; readonly name: string };
  readonly component: string;
  readonly worst: BoundFileState;
  readonly counts: Readonly<Record<BoundFileState, number>>;
}

/**
 * Puts what a run saw in the place of what was known of these components on this branch.
 * @param seen components that the run saw whole; rows of others stay, and `undefined` means all: others are not bound any more
 */
export async function replaceBoundFiles(
  records: Pick<Records, "database" | "clock">,
  {
    repository,
    branch,
    seen,
  }: { readonly repository: number; readonly branch: string; readonly seen?: readonly string[] },
  files: readonly NewBoundFile[],
): Promise<void> {
  const { database } = records;
  let old = database.deleteFrom("bound_file").where("repository_id", "=", repository).where("branch", "=", branch);
  if (seen !== undefined) old = old.where("component", "in", ["", ...seen]);
  await old.execute();
  const now = present(records);
  const rows = files.map((file) => ({
    repository_id: repository,
    branch,
    component: file.component,
    language: file.language,
    path: file.path,
    is_source: file.isSource ? 1 : 0,
    state: file.state,
    reason: file.reason,
    url: file.url,
    translated_percent: file.translatedPercent ?? null,
    pull_request: file.pullRequest,
    last_sync: now,
  }));
  await insertAll(database, rows, (batch) => database.insertInto("bound_file").values([...batch]));
}

/** By repository, branch, component and path. */
export async function listBoundFiles(
  { database }: Pick<Records, "database">,
  filter: BoundFileFilter,
  page: PageRequest,
): Promise<Page<BoundFileRecord>> {
  const chosen = filtered(database, filter)
    .selectAll("bound_file")
    .select(["repository.forge", "repository.name"])
    .orderBy("repository.name")
    .orderBy("bound_file.branch")
    .orderBy("bound_file.component")
    .orderBy("bound_file.is_source", "desc")
    .orderBy("bound_file.path")
    .orderBy("bound_file.id");
  return paged(chosen, page, recordOf);
}

function filtered(database: BotDatabase, { repository, component, language, state, text }: BoundFileFilter) {
  let chosen = database.selectFrom("bound_file").innerJoin("repository", "repository.id", "bound_file.repository_id");
  for (const [column, value] of [
    ["bound_file.repository_id", repository],
    ["bound_file.component", component],
    ["bound_file.language", language],
    ["bound_file.state", state],
  ] as const) {
    if (value !== undefined) chosen = chosen.where(column, "=", value);
  }
  if (text === undefined) return chosen;
  return chosen.where((row) =>
    row.or([
      contains("bound_file.path", text),
      contains("bound_file.component", text),
      contains("repository.name", text),
    ]),
  );
}

/** Repository × component, by name. */
export async function gridOf({ database }: Pick<Records, "database">): Promise<readonly GridCell[]> {
  const rows = await database
    .selectFrom("bound_file")
    .innerJoin("repository", "repository.id", "bound_file.repository_id")
    .select(({ fn }) => [
      "bound_file.repository_id",
      "repository.forge",
      "repository.name",
      "bound_file.component",
      "bound_file.state",
      fn.countAll<number>().as("files"),
    ])
    .groupBy([
      "bound_file.repository_id",
      "repository.forge",
      "repository.name",
      "bound_file.component",
      "bound_file.state",
    ])
    .orderBy("repository.name")
    .orderBy("bound_file.repository_id")
    .orderBy("bound_file.component")
    .execute();
  const cells = Map.groupBy(rows, ({ repository_id: id, component }) => `${String(id)} ${component}`);
  return [...cells.values()].flatMap((cell): GridCell[] => {
    const [first] = cell;
    if (first === undefined) return [];
    const count = (state: BoundFileState): number =>
      cell.filter((row) => stateOf(row.state) === state).reduce((sum, { files }) => sum + files, 0);
    const counts = {
      "in-step": count("in-step"),
      behind: count("behind"),
      ahead: count("ahead"),
      blocked: count("blocked"),
      conflict: count("conflict"),
    };
    const { repository_id: id, forge, name, component } = first;
    const worst = boundFileStates.findLast((state) => counts[state] > 0) ?? "in-step";
    return [{ repository: { id, forge, name }, component, worst, counts }];
  });
}

type Row = Selectable<BoundFileTable> & { readonly forge: string; readonly name: string };

function recordOf(row: Row): BoundFileRecord {
  return {
    id: row.id,
    repository: { id: row.repository_id, forge: row.forge, name: row.name },
    branch: row.branch,
    component: row.component,
    language: row.language,
    path: row.path,
    isSource: row.is_source === 1,
    state: stateOf(row.state),
    reason: row.reason,
    url: row.url,
    translatedPercent: row.translated_percent ?? undefined,
    pullRequest: row.pull_request,
    lastSync: row.last_sync,
  };
}

function stateOf(state: string): BoundFileState {
  return boundFileStates.find((known) => known === state) ?? "blocked";
}
