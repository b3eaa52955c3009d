/** A file of the service beside the one that upstream has under the same path. */
export interface FileObservation {
  /** `acme/website`. */
  readonly component: string;
  readonly language: string;
  readonly path: string;
  /**
   * - `equal`: the same blob.
   * - `same-strings`: other bytes (header dates, indentation), and not a string or mark of difference.
   * - `older`: upstream has moved on since, and the service has nothing that it lacks.
   * - `news`: `strings` of it are on the service only, and can be uploaded again after a reset.
   * - `missing`: upstream has no such file: the language, and its `strings`, can be added again.
   * - `differs`: it cannot be told, or not be uploaded again: the format has no reader, or it is the source.
   * - `unread`: the service has not read its own file yet.
   */
  readonly relation: "equal" | "same-strings" | "older" | "news" | "missing" | "differs" | "unread";
  readonly strings?: number;
}

/** What is known of a clone that its service cannot bring forward by itself. */
export interface ResetObservation {
  /** Every component that lives in the clone, bound in the mapping or not. */
  readonly components: readonly {
    readonly name: string;
    /** Nothing can be saved while we look and reset. */
    readonly isLocked: boolean;
    /** Who else locked it, in words: what is only on the service cannot be uploaded again then. */
    readonly lockedBy?: string;
    /** After a commit was asked for: a reset throws away what is still pending. */
    readonly needsCommit: boolean;
  }[];
  /** Every file of every one of them. */
  readonly files: readonly FileObservation[];
  /** Why nothing can be written down before the reset; undefined: it can. */
  readonly noRecord?: string;
}

export type ResetDecision =
  | { readonly mayReset: true }
  | { readonly mayReset: false; readonly reasons: readonly string[] };

/**
 * Whether a clone may be reset to upstream: nobody can save, nothing is pending, and what only the service has can be
 * written down first and uploaded again. Pure; in doubt it is no. Each reason says what is where, and whose action ends it.
 */
export function mayReset({ components, files, noRecord }: ResetObservation): ResetDecision {
  const withNews = new Set(files.filter(hasNews).map(({ component }) => component));
  const reasons = [
    ...(components.length === 0 || files.length === 0 ? ["nothing is known of what the clone holds"] : []),
    ...components
      .filter(({ isLocked }) => !isLocked)
      .map(
        ({ name }) =>
          `${name} was unlocked on the service meanwhile: somebody may be saving, and the next run looks again`,
      ),
    ...components
      .filter(({ needsCommit }) => needsCommit)
      .map(
        ({ name }) =>
          `${name} has strings that the service does not commit: whoever looks after it there finds the reason under its alerts`,
      ),
    ...components.flatMap(({ name, lockedBy }) =>
      lockedBy === undefined || !withNews.has(name)
        ? []
        : [
            `${name} has strings that only the service has, and it is ${lockedBy}: once they unlock it, the next run goes on`,
          ],
    ),
    ...files.flatMap((file) => {
      const obstacle = obstacleIn(file, noRecord);
      return obstacle === undefined ? [] : [`${file.path} (${file.component}, ${file.language}): ${obstacle}`];
    }),
  ];
  return reasons.length === 0 ? { mayReset: true } : { mayReset: false, reasons };
}

function hasNews({ relation }: FileObservation): boolean {
  return relation === "news" || relation === "missing";
}

function obstacleIn({ relation, strings }: FileObservation, noRecord: string | undefined): string | undefined {
  switch (relation) {
    case "equal":
    case "same-strings":
    case "older":
      return undefined;
    case "news":
    case "missing":
      if (noRecord === undefined) return undefined;
      return strings === undefined || strings === 0
        ? "the repository has no such file; whoever added the language on the service removes it there, or somebody translates it"
        : `${counted(strings)} only on the service, and the record of agreement cannot be written (${noRecord}): once somebody merges the pull request that brings ${strings === 1 ? "it" : "them"}, the next run goes on`;
    case "differs":
      return strings === undefined
        ? "differs from the repository's, and its format is not read here: whoever looks after it compares the two and resets the clone, or commits the service's file"
        : `${String(strings)} ${strings === 1 ? "string" : "strings"} of the source changed on the service: whoever changed ${strings === 1 ? "it" : "them"} commits ${strings === 1 ? "it" : "them"} to the repository, or takes ${strings === 1 ? "it" : "them"} back there`;
    case "unread":
      return "the service has not read it yet: the next run looks again";
  }
}

function counted(strings: number): string {
  return `${String(strings)} ${strings === 1 ? "string is" : "strings are"}`;
}
