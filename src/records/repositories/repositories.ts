import { sql, type Selectable } from "kysely";
import { defined } from "../../core/defined.ts";
import type { BotDatabase, RepositoryTable } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { contains } from "../../store/like.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

/**
 * - `active`: served.
 * - `unmapped`: its default branch has no mapping; looked at again with every push.
 * - `paused`: a person wants nothing done for now.
 * - `gone`: the forge does not have it any more, or not for us.
 */
export type RepositoryState = "active" | "unmapped" | "paused" | "gone";

/** How a repository is for whoever looks: one that is served, and with which something is wrong, is a problem. */
export type RepositoryCondition = RepositoryState | "problem";

/** States in which something may be wrong: what is paused or gone is nobody's worry. */
export const servedStates = ["active", "unmapped"] as const;

export function conditionOf({ state, problem }: { readonly state: string; readonly problem: string }): string {
  return problem !== "" && servedStates.some((served) => served === state) ? "problem" : state;
}

/** Times are ISO 8601 in UTC. */
export interface RepositoryRecord {
  readonly id: number;
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** `owner/name` */
  readonly name: string;
  /** The forge's own, which outlasts a rename; undefined where it was not told yet. */
  readonly number: number | undefined;
  /** Row of `installation`; undefined where the forge has none. */
  readonly installation: number | undefined;
  /** "" where it is not known yet. */
  readonly defaultBranch: string;
  readonly state: RepositoryState;
  /** What is wrong with it for now, in words; "" where nothing is. */
  readonly problem: string;
  readonly nextRun: string | undefined;
  readonly lastRun: string | undefined;
  /** Patterns of the branches besides the default one that its mapping has rules for; undefined where that is not known. */
  readonly followedBranches: readonly string[] | undefined;
}

/** What somebody told of a repository; what is left out stays as it was. */
export interface FoundRepository {
  readonly forge: string;
  readonly name: string;
  readonly number?: number;
  readonly installation?: number;
  readonly defaultBranch?: string;
}

export interface RepositoryFilter {
  /** In its name, in whatever case. */
  readonly text?: string;
  readonly forge?: string;
  readonly state?: RepositoryState;
}

type Row = Selectable<RepositoryTable>;

/** `next_run` of a repository that its schedule never runs: null is one that the schedules were not looked at for. */
export const NO_TIME = "";

/**
 * Remembers a repository that somebody told of: one that was renamed is known by its number, and one that was gone is there
 * again. As a part of a transaction: `keepRepository({ ...records, database: queries }, …)`.
 */
export function keepRepository(
  surroundings: Pick<Records, "database" | "clock">,
  found: FoundRepository,
): Promise<RepositoryRecord> {
  const { database } = surroundings;
  const keep = (queries: BotDatabase): Promise<RepositoryRecord> => keepIn(queries, present(surroundings), found);
  return database.isTransaction ? keep(database) : inTransaction(database, keep);
}

async function keepIn(queries: BotDatabase, now: string, found: FoundRepository): Promise<RepositoryRecord> {
  const { forge, name, number, installation, defaultBranch } = found;
  const named = await rows(queries).where("forge", "=", forge).where("name", "=", name).executeTakeFirst();
  // As nearly always: it is called what it was.
  const isSame = named !== undefined && number !== undefined && named.number === number;
  const known = isSame ? named : ((await rowNumbered(queries, forge, number)) ?? ofSameNumber(named, number));
  if (named !== undefined && named.id !== known?.id) await setAside(queries, named, known);
  const told = {
    name,
    ...defined({ number, installation_id: installation, default_branch: defaultBranch }),
  };
  if (known === undefined) {
    const made = { forge, default_branch: "", state: "active", problem: "", created: now, ...told };
    return recordOf(await queries.insertInto("repository").values(made).returningAll().executeTakeFirstOrThrow());
  }
  const isMoved = defaultBranch !== undefined && defaultBranch !== known.default_branch;
  const change = {
    ...told,
    ...(known.state === "gone"
      ? { state: known.was_paused === 1 ? "paused" : "active", was_paused: 0, problem: "" }
      : {}),
    // Another branch may have other rules.
    ...(isMoved ? { followed_branches: null } : {}),
  };
  if (known.state === "gone") await haveWaitAgain(queries, known, now);
  if (isChange(known, change)) await queries.updateTable("repository").set(change).where("id", "=", known.id).execute();
  return recordOf({ ...known, ...change });
}

/** What a repository becomes that is gone: that a person paused it is remembered. @param problem why, in words */
export function goneFor(problem: string) {
  const was_paused = sql<number>`CASE WHEN state = 'paused' THEN 1 ELSE was_paused END`;
  return { state: "gone", was_paused, problem } as const;
}

/** What a repository becomes that was gone: as it was, but for what a run finds out. */
export const thereAgain = {
  state: sql<string>`CASE WHEN was_paused = 1 THEN 'paused' ELSE 'active' END`,
  was_paused: 0,
  problem: "",
} as const;

async function rowNumbered(queries: BotDatabase, forge: string, number: number | undefined): Promise<Row | undefined> {
  if (number === undefined) return undefined;
  return rows(queries).where("forge", "=", forge).where("number", "=", number).executeTakeFirst();
}

/** Of two numbers, the one that has the name now is another repository than the one that had it. */
function ofSameNumber(named: Row | undefined, number: number | undefined): Row | undefined {
  return named?.number === null || number === undefined || named?.number === number ? named : undefined;
}

/** Frees the name for the repository that has it now: `#` is in no name of a forge's. */
async function setAside(queries: BotDatabase, row: Row, now: Row | undefined): Promise<void> {
  const { id, name, number } = row;
  await queries
    .updateTable("repository")
    .set({ name: `${name}#${String(id)}`, ...goneFor(`${name} is another repository now.`) })
    .where("id", "=", id)
    .execute();
  // One that was known by its name alone is the same repository.
  if (number !== null || now === undefined) return;
  await queries.updateTable("delivery").set({ repository_id: now.id }).where("repository_id", "=", id).execute();
}

const COLUMNS = ["name", "number", "installation_id", "default_branch", "state"] as const;

function isChange(row: Row, change: Partial<Row>): boolean {
  return COLUMNS.some((column) => change[column] !== undefined && change[column] !== row[column]);
}

/** Whoever comes back later has a run with the next push, and what was asked for before is nobody's wish any more. */
const LONGEST_ABSENCE = 3 * 86_400_000;

/** Has what was ignored while a repository was gone wait for its turn again, which the next look for what is due makes come. */
export async function haveWaitAgain(
  queries: BotDatabase,
  { id, problem }: Pick<Row, "id" | "problem">,
  now: string,
): Promise<void> {
  await queries
    .updateTable("delivery")
    .set({ state: "waiting", reason: "", due: now, finished: null })
    .where("repository_id", "=", id)
    .where("state", "=", "ignored")
    .where("reason", "=", problem)
    .where("finished", ">=", new Date(Date.parse(now) - LONGEST_ABSENCE).toISOString())
    .execute();
}

/** The repository that somebody means who tells a number, too: one that has the name and another number is another one. */
export async function repositoryMeant(
  { database }: Pick<Records, "database">,
  forge: string,
  { name, number }: { readonly name: string; readonly number?: number },
): Promise<RepositoryRecord | undefined> {
  const named = rows(database).where("forge", "=", forge).where("name", "=", name);
  const row = (await rowNumbered(database, forge, number)) ?? ofSameNumber(await named.executeTakeFirst(), number);
  return row === undefined ? undefined : recordOf(row);
}

export async function repositoryNamed(
  { database }: Pick<Records, "database">,
  forge: string,
  name: string,
): Promise<RepositoryRecord | undefined> {
  const row = await rows(database).where("forge", "=", forge).where("name", "=", name).executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

export async function repositoryById(
  { database }: Pick<Records, "database">,
  id: number,
): Promise<RepositoryRecord | undefined> {
  const row = await rows(database).where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

/** Numbers of all that are not gone. */
export async function servedRepositories({ database }: Pick<Records, "database">): Promise<ReadonlySet<number>> {
  const served = await database.selectFrom("repository").select("id").where("state", "!=", "gone").execute();
  return new Set(served.map(({ id }) => id));
}

/** @param problem what is wrong with it, in words; "" where nothing is */
export async function setRepositoryState(
  { database }: Pick<Records, "database">,
  id: number,
  state: RepositoryState,
  problem = "",
): Promise<void> {
  await database.updateTable("repository").set({ state, problem }).where("id", "=", id).execute();
}

/** @param patterns undefined: nobody could tell, and whoever wants to know looks into the mapping */
export async function noteFollowedBranches(
  { database }: Pick<Records, "database">,
  id: number,
  patterns: readonly string[] | undefined,
): Promise<void> {
  const followed = patterns === undefined ? null : JSON.stringify(patterns);
  await database.updateTable("repository").set({ followed_branches: followed }).where("id", "=", id).execute();
}

/** What a run found out; a repository that a person paused, or that is gone meanwhile, stays so. */
export async function noteCondition(
  { database }: Pick<Records, "database">,
  id: number,
  { state, problem }: { readonly state: "active" | "unmapped"; readonly problem: string },
): Promise<void> {
  let noted = database
    .updateTable("repository")
    .set({ state, problem })
    .where("id", "=", id)
    .where("state", "in", ["active", "unmapped"]);
  // That a run went well does not mean that the bot may comment.
  if (problem === "")
    noted = noted.where((where) =>
      where.or([where("problem", "not like", `${REFUSED}%`), where("state", "!=", state)]),
    );
  await noted.execute();
}

/** Begins the problem of a repository where the forge does not let the bot speak on pull requests. */
const REFUSED = "Not everything could be said on pull requests: ";

/** What the forge refused when the bot spoke on a pull request; "" where it refused nothing, which ends such a problem alone. */
export async function noteRefusals(
  { database }: Pick<Records, "database">,
  id: number,
  refusals: string,
): Promise<void> {
  const noted = database.updateTable("repository").where("id", "=", id).where("state", "=", "active");
  if (refusals === "") await noted.set({ problem: "" }).where("problem", "like", `${REFUSED}%`).execute();
  else await noted.set({ problem: `${REFUSED}${refusals}` }).execute();
}

/** By name. */
export async function listRepositories(
  { database }: Pick<Records, "database">,
  { text, forge, state }: RepositoryFilter,
  page: PageRequest,
): Promise<Page<RepositoryRecord>> {
  let chosen = rows(database).orderBy("name").orderBy("id");
  if (text !== undefined) chosen = chosen.where(contains("name", text));
  if (forge !== undefined) chosen = chosen.where("forge", "=", forge);
  if (state !== undefined) chosen = chosen.where("state", "=", state);
  return paged(chosen, page, recordOf);
}

function rows(queries: BotDatabase) {
  return queries.selectFrom("repository").selectAll();
}

function recordOf(row: Row): RepositoryRecord {
  return {
    id: row.id,
    forge: row.forge,
    name: row.name,
    number: row.number ?? undefined,
    installation: row.installation_id ?? undefined,
    defaultBranch: row.default_branch,
    state: stateOf(row.state),
    problem: row.problem,
    nextRun: row.next_run === null || row.next_run === NO_TIME ? undefined : row.next_run,
    lastRun: row.last_run ?? undefined,
    followedBranches: patternsIn(row.followed_branches),
  };
}

function patternsIn(json: string | null): readonly string[] | undefined {
  if (json === null) return undefined;
  const patterns: unknown = JSON.parse(json);
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === "string") : undefined;
}

function stateOf(state: string): RepositoryState {
  return state === "unmapped" || state === "paused" || state === "gone" ? state : "active";
}
