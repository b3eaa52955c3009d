import type { Selectable } from "kysely";
import * as z from "zod";
import type { RunTable } from "../../store/bot-tables/tables.ts";
import { insertAll } from "../../store/bulk.ts";
import { contains } from "../../store/like.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

export const runKinds = ["push", "pull", "sync", "review", "answer", "after-merge", "rebase", "sweep"] as const;
export type RunKind = (typeof runKinds)[number];
export type RunState = "running" | "done" | "failed";

export interface NewRun {
  readonly repository: number;
  readonly kind: RunKind;
  /** What caused it, in words: "push to main", "schedule". */
  readonly cause: string;
  /** "" where it has none. */
  readonly branch: string;
  readonly pullRequest?: number;
  /** Which process does it: `host:pid:start`. */
  readonly worker: string;
}

/** How far a run is in what it does now. */
export interface RunProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
  readonly detail: string;
}

/** One part of a run, in milliseconds since its start. */
export interface TraceEntry {
  /** `fetch`, `observe`, `upload` … */
  readonly name: string;
  /** `acme/website`; "" where it is about the whole. */
  readonly component: string;
  readonly begin: number;
  readonly milliseconds: number;
  /** `done`, `failed`, `not-needed`. */
  readonly outcome: string;
  readonly detail: string;
}

/** How long one thing took once. */
export interface NewTiming {
  readonly kind: "step" | "component" | "endpoint";
  /** `upload`, `acme/website`, `GET /api/components/{project}/{component}/`. */
  readonly name: string;
  readonly milliseconds: number;
  readonly failed: boolean;
}

export interface EndedRun {
  readonly state: "done" | "failed";
  /** One line: what came of it. */
  readonly outcome: string;
  /** Markdown. */
  readonly summary: string;
  readonly trace: readonly TraceEntry[];
  /** How many the run made. */
  readonly requests: number;
  readonly timings: readonly NewTiming[];
  /** Code of the error that broke it; default "": it went well, or ended otherwise. */
  readonly code?: string;
}

/** Times are ISO 8601 in UTC. */
export interface RunRecord {
  readonly id: number;
  readonly repository: { readonly id: number; readonly forge: string; readonly name: string };
  readonly kind: string;
  readonly cause: string;
  readonly branch: string;
  readonly pullRequest: number | undefined;
  readonly state: RunState;
  readonly outcome: string;
  readonly started: string;
  readonly finished: string | undefined;
  readonly milliseconds: number | undefined;
  /** While it runs; undefined before it told of anything. */
  readonly progress: RunProgress | undefined;
  readonly summary: string;
  readonly trace: readonly TraceEntry[];
  readonly requests: number;
  readonly worker: string;
}

export interface RunFilter {
  readonly repository?: number;
  readonly kind?: string;
  readonly state?: RunState;
  /** In what came of it, its cause or its branch, in whatever case. */
  readonly text?: string;
  /** A part of the repository's name, in whatever case. */
  readonly repositoryPart?: string;
  /** What came of it is one of these. */
  readonly outcomes?: readonly string[];
  /** Started at or after this time. */
  readonly since?: string;
  /** Started before this time. */
  readonly until?: string;
}

/** What a list shows of a run: the whole of it takes a look at the run itself. */
export type ListedRun = Omit<RunRecord, "summary" | "trace">;

type Surroundings = Pick<Records, "database" | "clock">;

/** @returns its number */
export async function beginRun(records: Surroundings, run: NewRun): Promise<number> {
  const { repository, kind, cause, branch, pullRequest = null, worker } = run;
  const started = present(records);
  const { id } = await records.database
    .insertInto("run")
    .values({
      repository_id: repository,
      kind,
      cause,
      branch,
      pull_request: pullRequest,
      state: "running",
      outcome: "",
      started,
      progress: "{}",
      summary: "",
      trace: "[]",
      requests: 0,
      worker,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a run that has ended already, nothing is noted any more. */
export async function noteProgress(
  { database }: Pick<Records, "database">,
  run: number,
  progress: RunProgress,
): Promise<void> {
  await database
    .updateTable("run")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", run)
    .where("state", "=", "running")
    .execute();
}

/** As a part of the transaction that ends its deliveries: `endRun({ ...records, database: queries }, …)`. */
export async function endRun(records: Surroundings, run: number, ended: EndedRun): Promise<void> {
  const { database } = records;
  const finished = present(records);
  const { state, outcome, summary, trace, requests, timings, code = "" } = ended;
  const { started, repository_id: repository } = await database
    .selectFrom("run")
    .select(["started", "repository_id"])
    .where("id", "=", run)
    .executeTakeFirstOrThrow();
  await database
    .updateTable("run")
    .set({
      state,
      outcome,
      summary,
      trace: JSON.stringify(trace),
      requests,
      code,
      finished,
      milliseconds: Date.parse(finished) - Date.parse(started),
      progress: "{}",
    })
    .where("id", "=", run)
    .execute();
  await database.updateTable("repository").set({ last_run: finished }).where("id", "=", repository).execute();
  const rows = timings.map(({ kind, name, milliseconds, failed }) => ({
    run_id: run,
    time: finished,
    kind,
    name,
    milliseconds: Math.round(milliseconds),
    failed: failed ? 1 : 0,
  }));
  await insertAll(database, rows, (batch) => database.insertInto("timing").values([...batch]));
}

/**
 * Fails the runs of a repository that nobody does any more. Who calls it does the repository's work, which one process alone
 * does at a time: whatever else counts as running there, its process is dead.
 * @returns their numbers
 */
export async function takeOverRuns(records: Surroundings, repository: number): Promise<readonly number[]> {
  const finished = present(records);
  const outcome = "Interrupted: its process ended in the middle of it. What it was for is done by another run.";
  const taken = await records.database
    .updateTable("run")
    .set({ state: "failed", outcome, finished, progress: "{}" })
    .where("repository_id", "=", repository)
    .where("state", "=", "running")
    .returning("id")
    .execute();
  return taken.map(({ id }) => id);
}

export async function runById({ database }: Pick<Records, "database">, id: number): Promise<RunRecord | undefined> {
  const row = await withRepository(database)
    .select(["run.summary", "run.trace"])
    .where("run.id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...recordOf(row), summary: row.summary, trace: traceOf(row.trace) };
}

/** The newest first. */
export async function listRuns(
  { database }: Pick<Records, "database">,
  { repository, kind, state, text, repositoryPart, outcomes, since, until }: RunFilter,
  page: PageRequest,
): Promise<Page<ListedRun>> {
  let chosen = withRepository(database).orderBy("run.id", "desc");
  for (const [column, operator, value] of [
    ["run.repository_id", "=", repository],
    ["run.kind", "=", kind],
    ["run.state", "=", state],
    ["run.started", ">=", since],
    ["run.started", "<", until],
  ] as const) {
    if (value !== undefined) chosen = chosen.where(column, operator, value);
  }
  if (outcomes !== undefined) chosen = chosen.where("run.outcome", "in", outcomes);
  if (repositoryPart !== undefined) chosen = chosen.where(contains("repository.name", repositoryPart));
  if (text !== undefined) {
    chosen = chosen.where((row) =>
      row.or([contains("run.outcome", text), contains("run.cause", text), contains("run.branch", text)]),
    );
  }
  return paged(chosen, page, recordOf);
}

function withRepository(database: Records["database"]) {
  return database
    .selectFrom("run")
    .innerJoin("repository", "repository.id", "run.repository_id")
    .select([
      "run.id",
      "run.kind",
      "run.cause",
      "run.branch",
      "run.pull_request",
      "run.state",
      "run.outcome",
      "run.started",
      "run.finished",
      "run.milliseconds",
      "run.progress",
      "run.requests",
      "run.worker",
      "run.repository_id",
      "repository.forge",
      "repository.name",
    ]);
}

type Row = Omit<Selectable<RunTable>, "summary" | "trace" | "code"> & { readonly forge: string; readonly name: string };

function recordOf(row: Row): ListedRun {
  return {
    id: row.id,
    repository: { id: row.repository_id, forge: row.forge, name: row.name },
    kind: row.kind,
    cause: row.cause,
    branch: row.branch,
    pullRequest: row.pull_request ?? undefined,
    state: row.state === "running" || row.state === "failed" ? row.state : "done",
    outcome: row.outcome,
    started: row.started,
    finished: row.finished ?? undefined,
    milliseconds: row.milliseconds ?? undefined,
    progress: progressOf(row.progress),
    requests: row.requests,
    worker: row.worker,
  };
}

const progressRow = z.object({ phase: z.string(), done: z.number(), total: z.number(), detail: z.string() });
const traceRow = z.array(
  z.object({
    name: z.string(),
    component: z.string(),
    begin: z.number(),
    milliseconds: z.number(),
    outcome: z.string(),
    detail: z.string(),
  }),
);

function progressOf(json: string): RunProgress | undefined {
  return progressRow.safeParse(JSON.parse(json)).data;
}

/** What a row has; nothing where it cannot be read. */
export function traceOf(json: string): readonly TraceEntry[] {
  return traceRow.safeParse(JSON.parse(json)).data ?? [];
}
