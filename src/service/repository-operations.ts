import type { RepositoryOperation } from "../contract/resources/repository.ts";
import type { Queries } from "../store/database.ts";
import { action } from "./actions.ts";
import { record, type Happening } from "./change-log.ts";
import { GitRefusal, type MergeStyle } from "./clone.ts";
import { renderMessage } from "./commit-message.ts";
import { noteState, readState, refreshState, type ComponentClone } from "./component-clone.ts";
import type { ComponentRecord } from "./component-settings.ts";
import { refreshCounters } from "./counters.ts";
import { commitPending, componentValues } from "./pending.ts";
import { withClone } from "./reconciliation.ts";
import { scanClone } from "./scan.ts";
import type { Service } from "./service.ts";
import { pendingMark } from "./unit-row.ts";

export type Outcome = { readonly result: boolean; readonly detail?: string };

export interface OperationTarget {
  readonly clone: number;
  /** As a refusal names it: `demo/app`. */
  readonly name: string;
  /** Operation asked for on one translation: only `commit` cares. */
  readonly translation?: number;
  readonly user?: number | undefined;
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

/** Does one operation on a clone, alone. Failures of git are an answer (`result: false` with `detail`), not an error (probe §4). */
export async function operate(
  service: Service,
  operation: RepositoryOperation,
  request: OperationTarget,
): Promise<Outcome> {
  return withClone(service, request.clone, request.name, (target) => operations[operation](service, target, request));
}

async function commitOperation(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const commits = await commitPending(service, target, request);
  if (commits > 0) await pushAfterCommit(service, target, request);
  // On one translation "nothing to do" is false, on a component it is true (facts §3).
  return request.translation !== undefined && commits === 0 ? { result: false } : done;
}

/** Commits what waits, as part of another operation. */
export async function commitAll(service: Service, target: ComponentClone, user: number | undefined): Promise<number> {
  const commits = await commitPending(service, target, { user });
  if (commits > 0) await pushAfterCommit(service, target, { user });
  return commits;
}

async function pushAfterCommit(
  service: Service,
  target: ComponentClone,
  request: Pick<OperationTarget, "user">,
): Promise<void> {
  const owner = ownerOf(target);
  if (!owner.settings.push_on_commit || owner.settings.push === "") return;
  await pushHead(service, target, request);
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
  if (behind === 0) return done;
  await commitPending(service, target, request);
  const merge = await takeOver(service, target, request, forced);
  if (!merge.result) return merge;
  const owner = ownerOf(target);
  if (owner.settings.push_on_commit && owner.settings.push !== "") await pushHead(service, target, request);
  return done;
}

async function fetchUpstream(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  if (target.record.repo === "") return done;
  try {
    await target.clone.fetch(target.record.branch);
  } catch (error) {
    const words = wordsOf(service, target, error);
    await noteFailure(service, target, request, { action: action.updateFailed, words, blocks: false });
    return { result: false, detail: `Could not fetch the upstream repository of ${nameOf(target)}.\n${words}` };
  }
  await refreshState(service, target);
  return done;
}

/** Merges or rebases onto what was fetched, and reads the files anew. */
async function takeOver(
  service: Service,
  target: ComponentClone,
  request: OperationTarget,
  forced: MergeStyle | undefined,
): Promise<Outcome> {
  const owner = ownerOf(target);
  const style = forced ?? owner.settings.merge_style;
  const { branch } = target.record;
  const previous = await target.clone.head();
  const message = renderMessage(owner.settings.merge_message, componentValues(service, owner));
  try {
    await target.clone.merge(branch, style, message);
  } catch (error) {
    const words = wordsOf(service, target, error);
    const isRebase = style === "rebase";
    await noteFailure(service, target, request, {
      action: isRebase ? action.rebaseFailed : action.mergeFailed,
      words,
      blocks: true,
    });
    const verb = isRebase ? "rebase local branch onto remote branch" : "merge remote branch into";
    return { result: false, detail: `Could not ${verb} ${nameOf(target)}.` };
  }
  await scanClone(service, target, { user: request.user });
  const head = await target.clone.head();
  await settle(service, target, request, {
    action: style === "rebase" ? action.rebased : action.merged,
    details: { previous_head: previous, new_head: head },
  });
  return done;
}

/** After a success: no failure stands any more, and a lock that the service set itself goes. */
async function settle(
  service: Service,
  target: ComponentClone,
  request: Pick<OperationTarget, "user">,
  happening: Pick<Happening, "action" | "details">,
): Promise<void> {
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    await queries.updateTable("clone").set({ merge_failure: null }).where("id", "=", target.record.id).execute();
    await noteState(queries, target, state);
    await record(service, queries, [{ ...about(target), user: request.user, ...happening }]);
    await setAutoLock(service, queries, target, false);
  });
}

interface Failure {
  readonly action: number;
  readonly words: string;
  /** Whether translating has to stop until somebody mends it. */
  readonly blocks: boolean;
}

async function noteFailure(
  service: Service,
  target: ComponentClone,
  request: Pick<OperationTarget, "user">,
  { action: code, words, blocks }: Failure,
): Promise<void> {
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    if (blocks) {
      await queries.updateTable("clone").set({ merge_failure: words }).where("id", "=", target.record.id).execute();
    }
    await noteState(queries, target, state);
    await record(service, queries, [
      { ...about(target), user: request.user, action: code, target: words, details: { error: words } },
    ]);
    if (blocks) await setAutoLock(service, queries, target, true);
  });
}

async function setAutoLock(service: Service, queries: Queries, target: ComponentClone, lock: boolean): Promise<void> {
  const rows = await queries
    .selectFrom("component")
    .select(["id", "locked", "auto_locked"])
    .where("clone_id", "=", target.record.id)
    .execute();
  for (const component of target.components) {
    const row = rows.find(({ id }) => id === component.id);
    if (row === undefined) continue;
    if (lock ? row.locked === 1 || !component.settings.auto_lock_error : row.auto_locked === 0) continue;
    await queries
      .updateTable("component")
      .set({ locked: lock ? 1 : 0, auto_locked: lock ? 1 : 0 })
      .where("id", "=", component.id)
      .execute();
    await record(service, queries, [
      {
        project: component.project_id,
        component: component.id,
        action: lock ? action.componentLocked : action.componentUnlocked,
        details: { auto: true },
      },
    ]);
  }
}

async function push(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const owner = ownerOf(target);
  await commitPending(service, target, request);
  if (target.record.repo === "") return done;
  if (owner.settings.push === "") return { result: false, detail: `Push is turned off for ${nameOf(target)}.` };
  const pulled = await pull(service, target, request);
  if (!pulled.result) return pulled;
  return pushHead(service, target, request);
}

async function pushHead(
  service: Service,
  target: ComponentClone,
  request: Pick<OperationTarget, "user">,
): Promise<Outcome> {
  const { settings } = ownerOf(target);
  const branch = settings.push_branch === "" ? target.record.branch : settings.push_branch;
  const { ahead } = await target.clone.state(target.record.branch);
  if (ahead === 0) return done;
  try {
    await target.clone.push(settings.push, branch);
  } catch (error) {
    const words = wordsOf(service, target, error);
    await noteFailure(service, target, request, { action: action.pushFailed, words, blocks: false });
    return { result: false, detail: `Could not push ${nameOf(target)}: ${words}` };
  }
  if (branch === target.record.branch) await target.clone.notePushed(branch);
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    await noteState(queries, target, state);
    await record(service, queries, [{ ...about(target), user: request.user, action: action.pushed }]);
  });
  return done;
}

async function reset(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const fetched = await fetchUpstream(service, target, request);
  if (!fetched.result) return fetched;
  const previous = await target.clone.head();
  const { repo, branch } = target.record;
  await target.clone.reset(repo === "" ? "HEAD" : `origin/${branch}`);
  await scanClone(service, target, { everything: true, dropPending: true, user: request.user });
  const details = { previous_head: previous, new_head: await target.clone.head() };
  await settle(service, target, request, { action: action.reset, details });
  return done;
}

/** Goes back to upstream but keeps what was translated here: every string is written again. */
async function resetKeep(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  const fetched = await fetchUpstream(service, target, request);
  if (!fetched.result) return fetched;
  const previous = await target.clone.head();
  const { repo, branch } = target.record;
  await markEverythingPending(service, target);
  await target.clone.reset(repo === "" ? "HEAD" : `origin/${branch}`);
  await scanClone(service, target, { everything: true, user: request.user });
  await commitPending(service, target, request);
  const details = { previous_head: previous, new_head: await target.clone.head() };
  await settle(service, target, request, { action: action.reset, details });
  return done;
}

async function cleanup(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await target.clone.cleanup();
  await service.database.transaction().execute(async (queries) => {
    await record(service, queries, [{ ...about(target), user: request.user, action: action.cleanup }]);
  });
  return done;
}

/** Writes every string of the database into the files. */
async function fileSync(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await markEverythingPending(service, target);
  await commitPending(service, target, request);
  await service.database.transaction().execute(async (queries) => {
    await record(service, queries, [{ ...about(target), user: request.user, action: action.forcedSynchronization }]);
  });
  return done;
}

/** Reads every file anew. */
async function fileScan(service: Service, target: ComponentClone, request: OperationTarget): Promise<Outcome> {
  await commitPending(service, target, request);
  await scanClone(service, target, { everything: true, user: request.user });
  const state = await readState(target);
  await service.database.transaction().execute(async (queries) => {
    await noteState(queries, target, state);
    await record(service, queries, [{ ...about(target), user: request.user, action: action.forcedRescan }]);
  });
  return done;
}

async function markEverythingPending(service: Service, target: ComponentClone): Promise<void> {
  await service.database.transaction().execute(async (queries) => {
    const translations = await queries
      .selectFrom("translation")
      .select("id")
      .where("component_id", "in", [0, ...target.components.map(({ id }) => id)])
      .where("is_source", "=", 0)
      .execute();
    const ids = translations.map(({ id }) => id);
    await queries
      .updateTable("unit")
      .set({ pending: pendingMark() })
      .where("translation_id", "in", [0, ...ids])
      .where("pending", "=", 0)
      .execute();
    await refreshCounters(queries, ids);
  });
}

function ownerOf(target: ComponentClone): ComponentRecord {
  const [owner] = target.components;
  if (owner === undefined) throw new Error(`Clone ${String(target.record.id)} belongs to no component.`);
  return owner;
}

function nameOf(target: ComponentClone): string {
  return ownerOf(target).name;
}

function about(target: ComponentClone): Pick<Happening, "project" | "component"> {
  const owner = ownerOf(target);
  return { project: owner.project_id, component: owner.id };
}

/** Git's words without this machine's folders and without credentials in addresses. @throws what is not git's refusal */
function wordsOf(service: Service, target: ComponentClone, error: unknown): string {
  if (!(error instanceof GitRefusal)) throw error;
  return error.message
    .replaceAll(target.clone.folder, "")
    .replaceAll(service.dataFolder, "")
    .replaceAll(/(\w+:\/\/)[^/\s@]+@/g, "$1");
}
