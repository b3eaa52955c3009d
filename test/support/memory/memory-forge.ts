import { baseOf } from "../../../src/forge/base-updates.ts";
import {
  belowOurs,
  deliveredFiles,
  foreignCommits,
  foreignNotes,
  overtakenNotes,
  holdsSameChange,
  markOfBranch,
  overwrittenNotes,
  type BranchTrees,
  type Tree,
} from "../../../src/forge/branch-state.ts";
import { commitMessage } from "../../../src/forge/commit-message.ts";
import { draftOf, type BranchDelivery, type Draft } from "../../../src/forge/draft.ts";
import { asksForRebase, type Forge } from "../../../src/forge/forge.ts";
import { propose, type ProposalHost, type ShownPullRequest } from "../../../src/forge/propose.ts";
import { openingBody } from "../../../src/forge/pull-request-state.ts";
import { treeOf, type MemoryCommit, type MemoryRepository } from "./memory-repository.ts";

export interface MemoryPull extends ShownPullRequest {
  readonly branch: string;
  body: string;
  title: string;
  state: "open" | "closed" | "merged";
  /** A run closed it. */
  isWithdrawn: boolean;
}

/**
 * Pull requests over a repository in memory, by the same rules as the real adapters: what is decided is theirs (`branch-state.ts`, `propose.ts`).
 * Without pull requests it is a plain remote, whose texts are kept beside the branches.
 */
export class MemoryForge {
  readonly #repository: MemoryRepository;
  readonly #hasPulls: boolean;
  readonly pulls: MemoryPull[] = [];
  /** Passed before everything that leaves the process; throws where the run is dead. */
  #pass: () => void = () => undefined;

  constructor(repository: MemoryRepository, hasPulls: boolean) {
    this.#repository = repository;
    this.#hasPulls = hasPulls;
  }

  open(branch: string): MemoryPull | undefined {
    return this.pulls.find((pull) => pull.branch === branch && pull.state === "open");
  }

  port(pass: () => void): Forge {
    this.#pass = pass;
    const host = this.#host();
    return {
      kind: this.#hasPulls ? "github" : "local",
      repositoryUrls: async () => [this.#repository.url],
      propose: async (proposal) => (this.#hasPulls ? propose(host, draftOf(proposal)) : this.#push(draftOf(proposal))),
      delivered: async (branch, base) => {
        const open = this.open(branch);
        const own = this.#own(branch, base.commit);
        if (open === undefined || own === undefined) return undefined;
        const { number, url, body } = open;
        const isFinished = !this.#hasPulls || body.includes(markOfBranch(own.trees));
        const files = deliveredFiles(own.trees, own.messages);
        return { commit: own.tip, pullRequest: { number, url }, isFinished, files };
      },
      openProposals: async (_, isOurs) =>
        this.pulls.filter(({ state, branch }) => state === "open" && isOurs(branch) && this.#isThere(branch)),
      withdraw: async (branch, base) => {
        this.#pass();
        const open = this.open(branch);
        const pullRequest = open && { pullRequest: { number: open.number, url: open.url } };
        const tip = this.#repository.tip(branch);
        const commits = tip === undefined ? [] : this.#repository.between(base.commit, tip);
        const foreign = this.#foreign(commits);
        if (foreign.length > 0)
          return { outcome: "left-alone", branch, ...pullRequest, notes: overtakenNotes(branch, foreign) };
        if (open !== undefined) Object.assign(open, { state: "closed", isWithdrawn: true });
        this.#repository.point(branch, undefined);
        return { outcome: open === undefined ? "nothing-open" : "closed", branch, ...pullRequest, notes: [] };
      },
    };
  }

  /** A plain remote's texts outlive its branches. */
  #isThere(branch: string): boolean {
    return this.#hasPulls || this.#repository.tip(branch) !== undefined;
  }

  async #push(draft: Draft): ReturnType<Forge["propose"]> {
    const { branch, pullRequest } = draft;
    const open = this.open(branch);
    const delivery = this.#deliver(draft, draft.overwrite === true || asksForRebase(open?.body ?? ""));
    if (delivery.outcome === "left-alone") return { ...delivery, branch };
    const { url } = open ?? this.#opened(draft, pullRequest.body);
    if (open !== undefined) open.body = pullRequest.body;
    return { ...delivery, branch, pullRequest: { url, outcome: open === undefined ? "created" : "updated" } };
  }

  #opened({ branch, pullRequest }: Draft, body: string): MemoryPull {
    const number = this.pulls.length + 1;
    const pull: MemoryPull = {
      number,
      url: `${this.#repository.url}/pull/${String(number)}`,
      branch,
      body,
      title: pullRequest.title,
      state: "open",
      isWithdrawn: false,
      author: "bot",
      labels: [],
      assignees: [],
      requested: [],
      milestone: undefined,
    };
    this.pulls.push(pull);
    return pull;
  }

  #host(): ProposalHost<MemoryPull> {
    return {
      find: async (branch) => this.open(branch),
      findDeclined: async (branch) => {
        const newest = this.pulls.findLast((pull) => pull.branch === branch && pull.state !== "open");
        return newest?.state === "closed" ? { ...newest, commit: "" } : undefined;
      },
      wasWithdrawn: async ({ number }) => this.pulls.find((pull) => pull.number === number)?.isWithdrawn === true,
      deliverBranch: async (draft, isAsked) => this.#deliver(draft, isAsked),
      open: async (draft) => {
        this.#pass();
        return { found: this.#opened(draft, openingBody(draft.pullRequest, draft.files)), isNew: true, notes: [] };
      },
      refreshText: async (open, { title, body }) => {
        if (open.body === body && open.title === title) return "unchanged";
        this.#pass();
        Object.assign(open, { body, title });
        return "updated";
      },
      addLabels: async () => [],
      addAssignees: async () => [],
      setMilestone: async () => [],
      askReviewers: async () => ({ waiting: { reviewers: [], teams: [] }, notes: [] }),
      arrangeAutoMerge: async () => ({ notes: [] }),
      releaseAutoMerge: async () => false,
    };
  }

  #deliver(draft: Draft, isAsked: boolean): BranchDelivery {
    const repository = this.#repository;
    const { base, branch } = draft;
    const tip = repository.tip(branch);
    const commits = tip === undefined ? [] : repository.between(base.commit, tip);
    const foreign = this.#foreign(commits);
    if (tip !== undefined && foreign.length > 0 && !isAsked) {
      return { outcome: "left-alone", commit: tip, notes: foreignNotes(branch, foreign) };
    }
    if (tip !== undefined && foreign.length === 0 && this.#isUnchanged(draft, tip, commits, isAsked)) {
      return { outcome: "unchanged", commit: tip, notes: [] };
    }
    this.#pass();
    const files = new Map(repository.at(base.commit).files);
    for (const { path, content } of draft.files) {
      if (content === null) files.delete(path);
      else files.set(path, repository.store(content));
    }
    const message = commitMessage(draft.commit, treeOf(files));
    const commit = repository.commit(files, [base.commit], message, "Interlinear <bot@example.org>");
    repository.point(branch, commit);
    if (tip === undefined) return { outcome: "created", commit, notes: [] };
    return { outcome: "updated", commit, notes: overwrittenNotes(branch, tip, foreign) };
  }

  #isUnchanged(draft: Draft, tip: string, commits: readonly MemoryCommit[], isAsked: boolean): boolean {
    if (isAsked && baseOf(commits, tip) !== draft.base.commit) return false;
    if (belowOurs(commits).size > 0 || commits.length === 0) return false;
    const trees = this.#trees(tip, commits, draft.base.commit);
    return trees !== undefined && holdsSameChange(trees, messagesOf(commits), draft);
  }

  #own(branch: string, base: string) {
    const tip = this.#repository.tip(branch);
    const commits = tip === undefined ? [] : this.#repository.between(base, tip);
    if (tip === undefined || commits.length === 0) return undefined;
    if (this.#foreign(commits).length > 0 || belowOurs(commits).size > 0) return undefined;
    const trees = this.#trees(tip, commits, base);
    return trees && { tip, trees, messages: messagesOf(commits) };
  }

  #trees(tip: string, commits: readonly MemoryCommit[], base: string): BranchTrees | undefined {
    const tipBase = baseOf(commits, tip);
    if (tipBase === undefined || !this.#repository.has(tipBase)) return undefined;
    return { tip: this.#tree(tip), tipBase: this.#tree(tipBase), base: this.#tree(base) };
  }

  #tree(commit: string): Tree {
    return new Map(Array.from(this.#repository.at(commit).files, ([path, blob]) => [path, { mode: "100644", blob }]));
  }

  /** Nobody presses "Update branch" here: merges are foreign. */
  #foreign(commits: readonly MemoryCommit[]) {
    return foreignCommits(commits);
  }
}

function messagesOf(commits: readonly MemoryCommit[]): string {
  return commits.map(({ message }) => message).join("\n");
}
