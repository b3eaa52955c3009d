import { sql, type RawBuilder, type Selectable } from "kysely";
import type { BotDatabase, BoundFileTable } from "../../store/bot-tables/tables.ts";
import { batches, insertAll } from "../../store/bulk.ts";
import { contains } from "../../store/like.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

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
  readonly repository?: number | undefined;
  /** `owner/name` of whichever forge, in whatever case. */
  readonly repositoryName?: string | undefined;
  readonly component?: string | undefined;
  readonly language?: string | undefined;
  readonly state?: BoundFileState | undefined;
  /** In its path, its component or its repository's name, in whatever case. */
  readonly text?: string | undefined;
  /** A part of the repository's name, in whatever case. */
  readonly repositoryPart?: string | undefined;
  /** Why it is in its state is one of these. */
  readonly reasons?: readonly string[] | undefined;
  /** Seen last from this time on. */
  readonly since?: string | undefined;
  /** Seen last before this time. */
  readonly until?: string | undefined;
}

/** What a list is sorted by; of `state` the worst first, with `-` the highest first. */
export const boundFileSorts = [
  "repository",
  "component",
  "language",
  "state",
  "percent",
  "-percent",
  "last_sync",
  "-last_sync",
] as const;
export type BoundFileSort = (typeof boundFileSorts)[number];

/** One component of one repository: the worst state of its files, and how many are in each. */
export interface GridCell {
  readonly repository: { readonly id: number; readonly forge: string; readonly name: string };
  readonly component: string;
  readonly worst: BoundFileState;
  readonly counts: Readonly<Record<BoundFileState, number>>;
}

/** Whose files are bound to components: a branch of a repository. */
export interface BoundBranch {
  readonly repository: number;
  readonly branch: string;
}

/** What was known of a branch before a run. */
export interface KnownFiles {
  /** Default: they are read. */
  readonly known?: readonly BoundFileRecord[];
  /** Components of which the run saw nothing: what was known of them stays. */
  readonly kept?: readonly string[];
}

/** Puts what a run saw in the place of what was known of this branch: rows that say the same stay, seen now. */
export async function replaceBoundFiles(
  records: Pick<Records, "database" | "clock">,
  { repository, branch }: BoundBranch,
  files: readonly NewBoundFile[],
  { known, kept = [] }: KnownFiles = {},
): Promise<void> {
  const { database } = records;
  const before = known ?? (await boundFilesOn(records, { repository, branch }));
  const old = Map.groupBy(
    before.filter(({ component }) => !kept.includes(component)),
    wordsOf,
  );
  const added = files.filter((file) => old.get(wordsOf(file))?.pop() === undefined);
  const gone = [...old.values()].flat().map(({ id }) => id);
  for (const batch of batches(gone)) await database.deleteFrom("bound_file").where("id", "in", batch).execute();
  const now = present(records);
  if (added.length < files.length) {
    await database
      .updateTable("bound_file")
      .set({ last_sync: now })
      .where("repository_id", "=", repository)
      .where("branch", "=", branch)
      .where("component", "not in", ["", ...kept])
      .execute();
  }
  const rows = added.map((file) => ({
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

/** All that is said of a file. */
function wordsOf(file: NewBoundFile): string {
  const { component, language, path, isSource, state, reason, url, translatedPercent = null, pullRequest } = file;
  return JSON.stringify([component, language, path, isSource, state, reason, url, translatedPercent, pullRequest]);
}

/** Files that waited in a pull request of ours are in git since it was merged, and alike on both sides. */
export async function noteMerged(
  { database }: Pick<Records, "database">,
  { repository, branch }: BoundBranch,
  pullRequest: number,
): Promise<void> {
  await database
    .updateTable("bound_file")
    .set({ state: "in-step", reason: "", pull_request: "" })
    .where("repository_id", "=", repository)
    .where("branch", "=", branch)
    .where("state", "=", "behind")
    .where("pull_request", "like", `%/${String(pullRequest)}`)
    .execute();
}

/** What is known of one branch. */
export async function boundFilesOn(
  { database }: Pick<Records, "database">,
  { repository, branch }: BoundBranch,
): Promise<readonly BoundFileRecord[]> {
  const found = await filtered(database, { repository })
    .where("bound_file.branch", "=", branch)
    .selectAll("bound_file")
    .select(["repository.forge", "repository.name"])
    .orderBy("bound_file.id")
    .execute();
  return found.map(recordOf);
}

/** Sorted as asked for, then by repository, branch, component and path. */
export async function listBoundFiles(
  { database }: Pick<Records, "database">,
  filter: BoundFileFilter,
  page: PageRequest,
  sort: BoundFileSort = "repository",
): Promise<Page<BoundFileRecord>> {
  const chosen = filtered(database, filter)
    .selectAll("bound_file")
    .select(["repository.forge", "repository.name"])
    .orderBy(orders[sort])
    .orderBy("repository.name")
    .orderBy("bound_file.branch")
    .orderBy("bound_file.component")
    .orderBy("bound_file.is_source", "desc")
    .orderBy("bound_file.path")
    .orderBy("bound_file.id");
  return paged(chosen, page, recordOf);
}

/** How many files a filter finds in each state. */
export async function countBoundFiles(
  { database }: Pick<Records, "database">,
  filter: BoundFileFilter,
): Promise<Readonly<Record<BoundFileState, number>>> {
  const rows = await filtered(database, filter)
    .select(({ fn }) => ["bound_file.state", fn.countAll<number>().as("files")])
    .groupBy("bound_file.state")
    .execute();
  const counts = { "in-step": 0, behind: 0, ahead: 0, blocked: 0, conflict: 0 };
  for (const { state, files } of rows) counts[stateOf(state)] += files;
  return counts;
}

const orders: Readonly<Record<BoundFileSort, RawBuilder<unknown>>> = {
  repository: sql`${sql.ref("repository.name")}`,
  component: sql`${sql.ref("bound_file.component")}`,
  language: sql`${sql.ref("bound_file.language")}`,
  state: sql`case ${sql.ref("bound_file.state")}
    ${sql.join(
      boundFileStates.toReversed().map((state, place) => sql`when ${sql.lit(state)} then ${sql.lit(place)}`),
      sql` `,
    )} else 1 end`,
  // What is not known comes last either way.
  percent: sql`coalesce(${sql.ref("bound_file.translated_percent")}, 101)`,
  "-percent": sql`-coalesce(${sql.ref("bound_file.translated_percent")}, -1)`,
  last_sync: sql`${sql.ref("bound_file.last_sync")}`,
  "-last_sync": sql`${sql.ref("bound_file.last_sync")} desc`,
};

function filtered(database: BotDatabase, filter: BoundFileFilter) {
  const { repository, repositoryName, repositoryPart, component, language, state, text, reasons, since, until } =
    filter;
  let chosen = database.selectFrom("bound_file").innerJoin("repository", "repository.id", "bound_file.repository_id");
  for (const [column, value] of [
    ["bound_file.repository_id", repository],
    ["bound_file.component", component],
    ["bound_file.language", language],
    ["bound_file.state", state],
  ] as const) {
    if (value !== undefined) chosen = chosen.where(column, "=", value);
  }
  if (repositoryName !== undefined) {
    chosen = chosen.where(sql`lower(${sql.ref("repository.name")})`, "=", repositoryName.toLowerCase());
  }
  if (repositoryPart !== undefined) chosen = chosen.where(contains("repository.name", repositoryPart));
  if (reasons !== undefined) chosen = chosen.where("bound_file.reason", "in", reasons);
  if (since !== undefined) chosen = chosen.where("bound_file.last_sync", ">=", since);
  if (until !== undefined) chosen = chosen.where("bound_file.last_sync", "<", until);
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
