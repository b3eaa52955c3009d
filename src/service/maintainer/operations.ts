import type { RepositoryOperation } from "../../contract/resources/repository.ts";
import { amount } from "../pages/bar.ts";

/** What a repository is like when somebody wants to do something with it. */
export interface RepositoryFacts {
  /** Strings that wait for a commit. */
  readonly pending: number;
  /** Of these, those that have no place in their file. */
  readonly unwritable: number;
  /** Commits that upstream lacks, and that are missing here, as of the last fetch. */
  readonly outgoing: number;
  readonly missing: number;
  /** Addresses without credentials; "" for none. */
  readonly upstream: string;
  readonly push: string;
  readonly pushBranch: string;
  readonly branch: string;
  readonly mergeStyle: string;
}

/** An operation as it is offered: what it is called, and what it will do now. */
export interface OfferedOperation {
  readonly operation: RepositoryOperation;
  readonly words: string;
  /** What it does, with the numbers of now. */
  readonly does: string;
  /** Something is thrown away: what. It is asked once more. */
  readonly loses?: string | undefined;
  /** It stands behind “More”. */
  readonly rare?: boolean;
}

/** The operations of a repository, in the order in which people need them. Pure. */
export function offeredOperations(facts: RepositoryFacts): readonly OfferedOperation[] {
  const { pending, unwritable, outgoing, missing, upstream, push, pushBranch, branch, mergeStyle } = facts;
  const strings = count(pending, "string");
  const commits = pending === 0 ? "" : `Commits ${strings} first. `;
  const left = unwritable === 0 ? "" : ` ${count(unwritable, "string")} stay here: their files have no place for them.`;
  const isLocal = upstream === "";
  const behind = missing === 0 ? "nothing new as of the last look" : `${count(missing, "commit")} as of the last look`;
  const take = (how: string) =>
    `${commits}Fetches ${branch} of ${upstream} (${behind}) and ${how}; then reads the files that changed.`;
  const target = pushBranch === "" ? branch : pushBranch;
  return [
    {
      operation: "commit",
      words: "Commit",
      does:
        pending === 0
          ? "Nothing waits: every string is in a commit."
          : `Writes ${strings} into the files and commits that, one commit for each translator and language.${left}`,
    },
    ...(isLocal
      ? []
      : ([
          {
            operation: "push",
            words: "Push",
            does:
              push === ""
                ? "Push is turned off: no push address is set. Translations go to git by pull requests, or set one in the settings."
                : `${commits}Takes over what is new upstream, and sends ${sent(outgoing, pending)} to ${target} of ${push}.`,
          },
          { operation: "pull", words: "Pull", does: take(mergeStyle === "rebase" ? "rebases onto it" : "merges it") },
          { operation: "pull-rebase", words: "Pull by rebasing", does: take("rebases onto it"), rare: true },
          { operation: "pull-merge", words: "Pull by merging", does: take("merges it"), rare: true },
          {
            operation: "pull-merge-noff",
            words: "Pull with a merge commit",
            does: take("merges it with a commit of its own in any case"),
            rare: true,
          },
        ] as const)),
    {
      operation: "file-scan",
      words: "Read the files again",
      does: `${commits}Reads every file of the repository anew, as if all had changed. Nothing is written.`,
      rare: true,
    },
    {
      operation: "file-sync",
      words: "Write all files again",
      does: "Writes every string of this service into its file and commits what differs: for files that somebody damaged.",
      rare: true,
    },
    {
      operation: "cleanup",
      words: "Clean up",
      does: "Removes files of the clone that are in no commit. Strings and commits stay.",
      rare: true,
    },
    ...(isLocal
      ? []
      : ([
          {
            operation: "reset-keep",
            words: "Reset and write the translations again",
            does: `Goes back to ${branch} of ${upstream}, and writes every translation of this service anew on top of it.`,
            loses:
              outgoing === 0
                ? undefined
                : `${count(outgoing, "commit")} that nobody pushed: their authors and messages go, their texts stay.`,
            rare: true,
          },
          {
            operation: "reset",
            words: "Reset",
            does: `Goes back to ${branch} of ${upstream}: this service has then what is there, and nothing else.`,
            loses: resetLoses(facts),
            rare: true,
          },
        ] as const)),
  ];
}

function sent(outgoing: number, pending: number): string {
  if (outgoing === 0) return pending === 0 ? "nothing, since nothing waits," : "the new commits";
  return `${count(outgoing, "commit")}${pending === 0 ? "" : " and the new ones"}`;
}

/** What goes back to what is upstream throws away; undefined: nothing. */
export function resetLoses({ pending, outgoing }: Pick<RepositoryFacts, "pending" | "outgoing">): string | undefined {
  const parts = [
    ...(pending === 0 ? [] : [`${count(pending, "string")} that nobody committed`]),
    ...(outgoing === 0 ? [] : [`${count(outgoing, "commit")} that nobody pushed, with every translation in them`]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(", and ")}.`;
}

/** `1 string`, `3 strings` */
export function count(number: number, thing: string): string {
  return `${amount(number)} ${thing}${number === 1 ? "" : "s"}`;
}
