import type { RepositoryOperation } from "../../contract/resources/repository.ts";
import { LocalError } from "../../core/errors.ts";
import { batches } from "../../store/bulk.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { inParts } from "../../store/in-parts.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { pullSoon } from "../jobs/clone-jobs.ts";
import {
  allDecisions,
  decisionsThatHold,
  disputeWords,
  failedMerges,
  undecided,
  type Details,
  type Dispute,
} from "./disputes.ts";
import { clearAlerts, notePosition, raiseAlert, repositoryFailures, type AlertName } from "./alerts.ts";
import { ownerOf, presentableWords, refusalWords } from "./clone-words.ts";
import type { MergeStyle } from "../components/component-settings.ts";
import { GitRefusal, type ComponentClone } from "./clone.ts";
import { loadClone, markClone, markReset, readState, upstreamOf } from "./component-clone.ts";
import { componentMessage } from "./message-values.ts";
import { keepingCounters } from "../units/counters.ts";
import { lockedStrings } from "../units/locked-strings.ts";
import { positionsInParts } from "../units/strings-in-parts.ts";
import { commitPending } from "./pending.ts";
import { withClone } from "./reconciliation.ts";
import { unitMerge } from "./unit-merge.ts";
import { scanClone } from "../files/scan.ts";
import { Refusal } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";
import { newestString } from "../units/newest-string.ts";
import { pendingMark } from "../units/unit-row.ts";

export type Outcome = { readonly result: boolean; readonly detail?: string };

export interface OperationTarget {
  readonly clone: number;
  /** As a refusal names it: `demo/app`. */
  readonly name: string;
  /** Operation asked for on one translation: only `commit` cares. */
  readonly translation?: number | undefined;
  readonly user?: number | undefined;
  /** Told before each part: percent of the whole, and what is being done. */
  readonly onStep?: ((percent: number, doing: string) => Promise<void>) | undefined;
}

type Operate = (service: Service, target: ComponentClone, request: OperationTarget) => Promise<Outcome>;

const done: Outcome = { result: true };

const operations: Readonly<Record<RepositoryOperation, Operate>> = {
  commit: commitOperation,
  push,
  pull: (service, target, request) => pull(service, target, request),
  "pull-rebase": (service, target, request) => pull(service, target, request, "rebase"),
  "pull-merge": (service, target, request) => pull(service, target, request, "merge"),
  "pull-merge-noff": (service, target, request) => pull(service, target, request, "merge_noff"),
  reset,
  "reset-keep": resetKeep,
  cleanup,
  "file-sync": fileSync,
  "file-scan": fileScan,
};

/**
 * Does one operation on a clone, alone. Failures of git are an answer (`result: false` with `detail`), not an error
 * (probe §4), and an alert.
 * @throws 423 while somebody else is at work on the clone
 */
export async function operate(
  service: Service,
  operation: RepositoryOperation,
  request: OperationTarget,
): Promise<Outcome> {
  try {
    return await withClone(service, request.clone, request.name, async (target) => {
      const outcome = await operations[operation](service, target, request);
      await inTransaction(service.database, (queries) =>
        clearAlerts(service, queries, target.components, ["RepositoryOperationFailure"]),
      );
      return outcome;
    });
  } catch (error) {
    if (!(error instanceof LocalError) || error instanceof Refusal) throw error;
    const target = await loadClone(service, request.clone);
    const words = presentableWords(service, target, error.message);
    await inTransaction(service.database, (queries) =>
      raiseAlert(service, queries, target.components, "RepositoryOperationFailure", { operation, error: words }),
    );
    return { result: false, detail: `Could not do ${operation} on ${ownerOf(target).name}: ${words}` };
  }
}

async function commitOperation(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await request.onStep?.(10, "Committing pending changes");
  const commits = await commitPending(service, target, request);
  if (commits > 0) await pushAfterCommit(service, target, request);
  // On one translation "nothing to do" is false, on a component it is true (facts §3).
  return request.translation !== undefined && commits === 0 ? { result: false } : done;
}

/**
 * Commits what waits, as part of another operation.
 * @param paths these files alone, unless commits are sent upstream: what waits goes there together, not file by file
 */
export async function commitAll(
  service: Service,
  target: ComponentClone,
  user: number | undefined,
  paths?: readonly string[],
): Promise<number> {
  const commits = await commitPending(service, target, { user, paths: pushesCommits(target) ? undefined : paths });
  if (commits > 0) await pushAfterCommit(service, target, { user });
  return commits;
}

function pushesCommits(target: ComponentClone): boolean {
  const { push_on_commit: isPushing, push: address } = ownerOf(target).settings;
  return isPushing && address !== "";
}

type Request = Pick<OperationTarget, "user" | "onStep">;

/**
 * Sends what was committed to the upstream repository where the component says so. If that has moved on meanwhile, it is pulled by a job
 * that sends both: developers' commits are no failure, and lock nobody out.
 */
export async function pushAfterCommit(service: Service, target: ComponentClone, request: Request): Promise<void> {
  if (pushesCommits(target)) await pushHead(service, target, request, { ifBehind: "pull soon" });
}

async function pull(
  service: Service,
  target: ComponentClone,
  request: OperationTarget,
  forced?: MergeStyle,
): Promise<Outcome> {
  const fetched = await fetchUpstream(service, target, request);
  if (!fetched.result || target.record.repo === "") return fetched;
  const { behind } = await target.clone.state(target.record.branch);
  if (behind === 0) {
    await mendMerge(service, target);
    return done;
  }
  // What is added while git is at work is in no commit.
  const newest = await newestString(service.database, target.components);
  if (await concernsFiles(service, target)) {
    await request.onStep?.(30, "Committing pending changes");
    await commitPending(service, target, request);
  }
  const merge = await takeOver(service, target, request, { forced, newest });
  if (!merge.result) return merge;
  if (pushesCommits(target)) await pushHead(service, target, request);
  return done;
}

/** Whether upstream has touched a file of the components: only then does what waits have to be in git before. */
async function concernsFiles({ database }: Service, { clone, record: { branch }, components }: ComponentClone) {
  const rows = await database
    .selectFrom("translation")
    .select("filename")
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .execute();
  const changed = await clone.pathsChangedUpstream(branch);
  const used = components.flatMap(({ settings }) => [settings.template, settings.intermediate, settings.new_base]);
  return [...used, ...rows.map(({ filename }) => filename)].some((path) => changed.has(path));
}

/** Looks at what is upstream without taking it over: `needs_merge` says it then. */
export async function fetchOnly(service: Service, request: OperationTarget): Promise<Outcome> {
  return withClone(service, request.clone, request.name, (target) => fetchUpstream(service, target, request));
}

async function fetchUpstream(service: Service, target: ComponentClone, request: Request): Promise<Outcome> {
  if (target.record.repo === "") return done;
  await request.onStep?.(5, "Fetching the upstream repository");
  try {
    await target.clone.fetch(target.record.branch);
  } catch (error) {
    const words = refusalWords(service, target, error);
    await noteFailure(service, target, request, { action: action.updateFailed, alert: "UpdateFailure", words });
    return { result: false, detail: `Could not fetch the upstream repository of ${ownerOf(target).name}.\n${words}` };
  }
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    await notePosition(service, queries, target, state);
    await clearAlerts(service, queries, target.components, ["UpdateFailure"]);
  });
  return done;
}

/** Merges or rebases onto what was fetched, and reads the files anew. */
async function takeOver(
  service: Service,
  target: ComponentClone,
  request: OperationTarget,
  { forced, newest }: { readonly forced: MergeStyle | undefined; readonly newest: number },
): Promise<Outcome> {
  const owner = ownerOf(target);
  const style = forced ?? owner.settings.merge_style;
  const { branch } = target.record;
  const previous = await target.clone.head();
  const message = await componentMessage(service, owner, owner.settings.merge_message);
  await request.onStep?.(45, style === "rebase" ? "Rebasing onto upstream" : "Merging upstream");
  const { disputed, decisions, ...merging } = await unitMerge(service, target);
  try {
    await target.clone.merge(branch, style, message, merging);
  } catch (error) {
    const open = undecided([...disputed.values()], decisions);
    const words = [refusalWords(service, target, error), ...open.map(disputeWords)].join("\n");
    const isRebase = style === "rebase";
    const code = isRebase ? action.rebaseFailed : action.mergeFailed;
    const disputes = { all: [...disputed.values()], open };
    await noteFailure(service, target, request, { action: code, alert: "MergeFailure", words, disputes });
    const verb = isRebase ? "rebase local branch onto remote branch" : "merge remote branch into";
    return { result: false, detail: `Could not ${verb} ${owner.name}.` };
  }
  await request.onStep?.(60, "Reading the changed files");
  await scanClone(service, target, { newest, user: request.user });
  await settle(service, target, request, {
    action: style === "rebase" ? action.rebased : action.merged,
    details: { previous_head: previous, new_head: await target.clone.head() },
  });
  await service.addons.afterUpdate(service, target, request.user);
  return done;
}

/** After a success nothing stands in the way of merging any more. */
async function settle(
  service: Service,
  target: ComponentClone,
  request: Request,
  happening: Pick<Happening, "action" | "details">,
  mended: readonly AlertName[] = ["MergeFailure"],
): Promise<void> {
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    await queries.updateTable("clone").set({ merge_failure: null }).where("id", "=", target.record.id).execute();
    await notePosition(service, queries, target, state);
    await record(service, queries, [{ ...about(target), user: request.user, ...happening }]);
    await clearAlerts(service, queries, target.components, mended);
  });
}

/** There is nothing to merge any more: somebody mended it upstream. */
async function mendMerge(service: Service, target: ComponentClone): Promise<void> {
  if (target.record.merge_failure === null) return;
  await inTransaction(service.database, async (queries) => {
    await queries.updateTable("clone").set({ merge_failure: null }).where("id", "=", target.record.id).execute();
    await clearAlerts(service, queries, target.components, ["MergeFailure"]);
  });
}

interface Failure {
  readonly action: number;
  readonly alert: AlertName;
  readonly words: string;
  /** Of a merge: the strings that both sides changed, and those of them that nobody had settled when it began. */
  readonly disputes?: { readonly all: readonly Dispute[]; readonly open: readonly Dispute[] };
}

async function noteFailure(
  service: Service,
  target: ComponentClone,
  request: Request,
  { action: code, alert, words, disputes }: Failure,
): Promise<void> {
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    if (alert === "MergeFailure") {
      await queries.updateTable("clone").set({ merge_failure: words }).where("id", "=", target.record.id).execute();
    }
    await notePosition(service, queries, target, state);
    await record(service, queries, [
      { ...about(target), user: request.user, action: code, target: words, details: { error: words } },
    ]);
    const before = disputes === undefined ? [] : await failedMerges(queries, target.record.id);
    await raiseAlert(service, queries, target.components, alert, { error: words });
    if (disputes === undefined) return;
    const settled = allDecisions(before);
    await keepInAlerts(queries, target, alert, { error: words, disputed: disputes.all, settled });
    // While git worked, the last of them was settled.
    const left = undecided(disputes.open, await decisionsThatHold(queries, before));
    if (disputes.open.length === 0 || left.length > 0) return;
    await pullSoon(service, target.record.id, queries);
  });
}

/** What an alert has besides what the history tells of it. */
async function keepInAlerts(
  queries: Queries,
  { components }: ComponentClone,
  name: AlertName,
  details: Details,
): Promise<void> {
  await queries
    .updateTable("alert")
    .set({ details: JSON.stringify(details) })
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .where("name", "=", name)
    .execute();
}

async function push(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const owner = ownerOf(target);
  await request.onStep?.(2, "Committing pending changes");
  await commitPending(service, target, request);
  if (target.record.repo === "") return done;
  if (owner.settings.push === "") return { result: false, detail: `Push is turned off for ${owner.name}.` };
  const pulled = await pull(service, target, request);
  if (!pulled.result) return pulled;
  return pushHead(service, target, request);
}

async function pushHead(
  service: Service,
  target: ComponentClone,
  request: Request,
  { ifBehind }: { readonly ifBehind?: "pull soon" } = {},
): Promise<Outcome> {
  const { settings, name } = ownerOf(target);
  const branch = settings.push_branch === "" ? target.record.branch : settings.push_branch;
  await service.addons.beforePush(service, target);
  const { ahead } = await target.clone.state(target.record.branch);
  if (ahead > 0) {
    await request.onStep?.(85, "Pushing");
    try {
      await target.clone.push(settings.push, branch);
    } catch (error) {
      const words = refusalWords(service, target, error);
      const detail = `Could not push ${name}: ${words}`;
      if (ifBehind !== undefined && branch === target.record.branch && (await hasMovedUpstream(target))) {
        await pullSoon(service, target.record.id);
        return { result: false, detail };
      }
      await noteFailure(service, target, request, { action: action.pushFailed, alert: "PushFailure", words });
      return { result: false, detail };
    }
    if (branch === target.record.branch) await target.clone.notePushed(branch);
  }
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    await notePosition(service, queries, target, state);
    await clearAlerts(service, queries, target.components, ["PushFailure"]);
    if (ahead > 0) await record(service, queries, [{ ...about(target), user: request.user, action: action.pushed }]);
  });
  return done;
}

/** Whether upstream has commits that are not here; false where it cannot be asked. */
async function hasMovedUpstream({ clone, record: { branch } }: ComponentClone): Promise<boolean> {
  try {
    await clone.fetch(branch);
  } catch (error) {
    if (error instanceof GitRefusal) return false;
    throw error;
  }
  return (await clone.state(branch)).behind > 0;
}

async function reset(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const fetched = await fetchUpstream(service, target, request);
  if (!fetched.result) return fetched;
  const previous = await target.clone.head();
  await request.onStep?.(40, "Resetting to upstream");
  await markReset(service.database, target.record.id);
  // What is saved and added from here on stays.
  const dropUntil = pendingMark();
  const newest = await newestString(service.database, target.components);
  await target.clone.reset(upstreamOf(target));
  await request.onStep?.(50, "Reading all files");
  await scanClone(service, target, { everything: true, dropUntil, newest, user: request.user });
  const details = { previous_head: previous, new_head: await target.clone.head() };
  await settle(service, target, request, { action: action.reset, details }, repositoryFailures);
  await markClone(service.database, target.record.id, true);
  await service.addons.afterUpdate(service, target, request.user);
  return done;
}

/** Goes back to upstream but keeps what was translated here: every string is written again. */
async function resetKeep(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const fetched = await fetchUpstream(service, target, request);
  if (!fetched.result) return fetched;
  const previous = await target.clone.head();
  await request.onStep?.(40, "Resetting to upstream");
  await markEverythingPending(service, target);
  await target.clone.reset(upstreamOf(target));
  await request.onStep?.(50, "Reading all files");
  await scanClone(service, target, { everything: true, user: request.user });
  await request.onStep?.(75, "Writing all strings");
  await commitPending(service, target, request);
  const details = { previous_head: previous, new_head: await target.clone.head() };
  await settle(service, target, request, { action: action.reset, details }, repositoryFailures);
  return done;
}

async function cleanup(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await target.clone.cleanup();
  await inTransaction(service.database, async (queries) => {
    await record(service, queries, [{ ...about(target), user: request.user, action: action.cleanup }]);
  });
  return done;
}

/** Writes every string of the database into the files. */
async function fileSync(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await request.onStep?.(10, "Writing all strings");
  await markEverythingPending(service, target);
  await commitPending(service, target, request);
  await inTransaction(service.database, async (queries) => {
    await record(service, queries, [{ ...about(target), user: request.user, action: action.forcedSynchronization }]);
  });
  return done;
}

/** Reads every file anew. */
async function fileScan(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await request.onStep?.(10, "Committing pending changes");
  const newest = await newestString(service.database, target.components);
  await commitPending(service, target, request);
  await request.onStep?.(40, "Reading all files");
  await scanClone(service, target, { everything: true, newest, user: request.user });
  const state = await readState(target);
  await inTransaction(service.database, async (queries) => {
    await notePosition(service, queries, target, state);
    await record(service, queries, [{ ...about(target), user: request.user, action: action.forcedRescan }]);
  });
  return done;
}

/** SQLite works on the thread that answers: so many strings before others are. */
const MARKED_AT_ONCE = 1000;

/** Some at a time: whoever saves one of them meanwhile has it wait under their name. */
async function markEverythingPending(service: Service, target: ComponentClone): Promise<void> {
  await inParts(service.database, async (queries, inPart) => {
    const translations = await queries
      .selectFrom("translation")
      .select("id")
      .where("component_id", "in", [0, ...target.components.map(({ id }) => id)])
      .where("is_source", "=", 0)
      .execute();
    const pending = pendingMark();
    for (const { id } of translations) {
      for await (const { from, before } of positionsInParts(queries, id, MARKED_AT_ONCE)) {
        await inPart(async (own) => {
          const rows = await own
            .selectFrom("unit")
            .select("id")
            .where("translation_id", "=", id)
            .where("position", ">=", from)
            .where("position", "<", before)
            .where("pending", "=", 0)
            .execute();
          await markPending(
            own,
            rows.map((row) => row.id),
            pending,
          );
        });
      }
    }
  });
}

/** Strings that wait for a commit are counted: they are locked, as by whoever saves them. */
async function markPending(queries: Queries, ids: readonly number[], pending: number): Promise<void> {
  const strings = await lockedStrings(queries, ids);
  const mark = async () => {
    for (const some of batches(ids)) {
      const marking = queries.updateTable("unit").set({ pending });
      await marking.where("id", "in", some).where("pending", "=", 0).execute();
    }
    return { translations: new Set(strings.map(({ translation_id: id }) => id)) };
  };
  await keepingCounters(queries, strings, mark, { withTranslations: false });
}

function about(target: ComponentClone): Pick<Happening, "project" | "component"> {
  const owner = ownerOf(target);
  return { project: owner.project_id, component: owner.id };
}
