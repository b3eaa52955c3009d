import type { MergeGroup } from "./records.ts";
import { headSha } from "./pull-head.ts";
import type { World } from "./world.ts";

interface PullState {
  readonly title: string;
  readonly body: string | null;
  readonly base: string;
  readonly state: "open" | "closed";
  /** Commit of the head. */
  readonly commit: string;
}

/** What a repository is like, as far as webhooks tell of it. */
export interface Snapshot {
  /** Branch → commit. */
  readonly branches: ReadonlyMap<string, string>;
  readonly pulls: ReadonlyMap<number, PullState>;
  /** Id → text. */
  readonly comments: ReadonlyMap<number, string>;
  /** Id → status. */
  readonly checks: ReadonlyMap<number, string>;
}

/** Something that a webhook tells of. */
export type Change =
  | { readonly kind: "push"; readonly branch: string; readonly before?: string; readonly after?: string }
  | { readonly kind: "create" | "delete"; readonly branch: string }
  | {
      readonly kind: "pull_request";
      readonly action: "opened" | "edited" | "synchronize" | "closed" | "reopened";
      readonly number: number;
      readonly before?: PullState;
    }
  | {
      readonly kind: "issue_comment";
      readonly action: "created" | "edited";
      readonly id: number;
      readonly before?: string;
    }
  | { readonly kind: "merge_group"; readonly action: "checks_requested"; readonly group: MergeGroup }
  | { readonly kind: "check_run"; readonly action: "created" | "completed" | "rerequested"; readonly id: number };

/** @param known of a repository whose branches are where they were since */
export async function snapshotOf(world: World, known?: Snapshot): Promise<Snapshot> {
  const [branches, commits] = await Promise.all([
    known?.branches ?? branchesOf(world),
    Promise.all(world.pulls.map(async (pull) => known?.pulls.get(pull.number)?.commit ?? headSha(world, pull))),
  ]);
  return {
    branches,
    pulls: new Map(
      world.pulls.map(({ number, title, body, base, state }, at) => [
        number,
        { title, body, base, state, commit: commits[at] ?? "" },
      ]),
    ),
    comments: new Map(world.comments.map(({ id, body }) => [id, body])),
    checks: new Map(world.checkRuns.map(({ id, status }) => [id, status])),
  };
}

async function branchesOf({ git }: World): Promise<Snapshot["branches"]> {
  const refs = await git.refs("refs/heads/");
  return new Map(refs.map(({ name, sha }) => [name.slice("refs/heads/".length), sha]));
}

/** What happened in between, in the order that GitHub tells it. */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  return [
    ...branchChanges(before.branches, after.branches),
    ...[...after.pulls].flatMap(([number, pull]) => pullChanges(number, before.pulls.get(number), pull)),
    ...commentChanges(before.comments, after.comments),
    ...[...after.checks].flatMap(([id, status]) => checkChanges(id, before.checks.get(id), status)),
  ];
}

function branchChanges(before: Snapshot["branches"], after: Snapshot["branches"]): readonly Change[] {
  const changes: Change[] = [];
  for (const [branch, commit] of after) {
    const earlier = before.get(branch);
    if (earlier === commit) continue;
    if (earlier === undefined) changes.push({ kind: "create", branch });
    changes.push({ kind: "push", branch, after: commit, ...(earlier !== undefined && { before: earlier }) });
  }
  for (const [branch, commit] of before) {
    if (!after.has(branch)) changes.push({ kind: "delete", branch }, { kind: "push", branch, before: commit });
  }
  return changes;
}

function pullChanges(number: number, before: PullState | undefined, after: PullState): readonly Change[] {
  const kind = "pull_request";
  if (before === undefined) return [{ kind, action: "opened", number }];
  const changes: Change[] = [];
  const isEdited = before.title !== after.title || before.body !== after.body || before.base !== after.base;
  if (isEdited) changes.push({ kind, action: "edited", number, before });
  if (after.state === "open" && before.state === "open" && before.commit !== after.commit) {
    changes.push({ kind, action: "synchronize", number, before });
  }
  if (before.state !== after.state) {
    changes.push({ kind, action: after.state === "closed" ? "closed" : "reopened", number, before });
  }
  return changes;
}

function commentChanges(before: Snapshot["comments"], after: Snapshot["comments"]): readonly Change[] {
  const kind = "issue_comment";
  const changes: Change[] = [];
  for (const [id, body] of after) {
    const earlier = before.get(id);
    if (earlier === undefined) changes.push({ kind, action: "created", id });
    else if (earlier !== body) changes.push({ kind, action: "edited", id, before: earlier });
  }
  return changes;
}

function checkChanges(id: number, before: string | undefined, after: string): readonly Change[] {
  const changes: Change[] = before === undefined ? [{ kind: "check_run", action: "created", id }] : [];
  if (after === "completed" && before !== "completed") changes.push({ kind: "check_run", action: "completed", id });
  return changes;
}
