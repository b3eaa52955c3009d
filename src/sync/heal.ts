/** A file of the service beside the one that upstream has under the same path. */
export interface FileObservation {
  /** `acme/website`. */
  readonly component: string;
  readonly language: string;
  readonly path: string;
  /**
   * - `equal`: the same blob.
   * - `same-strings`: other bytes (header dates, indentation), and not a string or mark of difference.
   * - `older`: a version that upstream has changed since, and that the service did not go back to: nothing in it is its own.
   * - `differs`: `strings` of them, where the format is one we read.
   * - `missing`: upstream has no such file.
   * - `unread`: the service has not read its own file yet.
   */
  readonly relation: "equal" | "same-strings" | "older" | "differs" | "missing" | "unread";
  readonly strings?: number;
}

/** What is known of a clone that its service cannot bring forward by itself. */
export interface ResetObservation {
  /** Every component that lives in the clone, bound in the mapping or not. */
  readonly components: readonly {
    readonly name: string;
    /** Nothing can be saved while we look and reset. */
    readonly isLocked: boolean;
    /** After a commit was asked for: a reset throws away what is still pending. */
    readonly needsCommit: boolean;
  }[];
  /** Every file of every one of them. */
  readonly files: readonly FileObservation[];
}

export type ResetDecision =
  | { readonly mayReset: true }
  | { readonly mayReset: false; readonly reasons: readonly string[] };

/**
 * Whether a reset to upstream provably loses nothing: nobody can save, nothing is pending, and everything that the
 * service's files say stands in upstream's. Pure; in doubt it is no.
 */
export function mayReset({ components, files }: ResetObservation): ResetDecision {
  const reasons = [
    ...(components.length === 0 || files.length === 0 ? ["nothing is known of what the clone holds"] : []),
    ...components
      .filter(({ isLocked }) => !isLocked)
      .map(({ name }) => `${name} is not locked: somebody may be saving`),
    ...components.filter(({ needsCommit }) => needsCommit).map(({ name }) => `${name} has strings pending`),
    ...files.flatMap((file) => {
      const obstacle = obstacleIn(file);
      return obstacle === undefined ? [] : [`${file.path} (${file.component}, ${file.language}): ${obstacle}`];
    }),
  ];
  return reasons.length === 0 ? { mayReset: true } : { mayReset: false, reasons };
}

function obstacleIn({ relation, strings }: FileObservation): string | undefined {
  switch (relation) {
    case "equal":
    case "same-strings":
    case "older":
      return undefined;
    case "differs":
      return strings === undefined
        ? "differs from the repository's"
        : `${String(strings)} ${strings === 1 ? "string differs" : "strings differ"} from the repository's`;
    case "missing":
      return "the repository has no such file";
    case "unread":
      return "the service has not read it yet";
  }
}
