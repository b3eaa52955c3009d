import { compare } from "../catalog/difference.ts";
import { mergeCatalogues } from "../catalog/merge.ts";
import type { Catalogue } from "../catalog/unit.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Format } from "../formats/format.ts";
import type { ConflictPolicy } from "../mapping/binding.ts";
import { likelyBase } from "./likely-base.ts";
import type { Conflict, UnitDifference } from "./plan.ts";

/** `KnownBase` with the files read. */
export type ReadBase =
  | { readonly kind: "agreed"; readonly content: Uint8Array }
  | { readonly kind: "history"; readonly contents: readonly Uint8Array[] };

/** One downloaded file, with everything that decides what becomes of it. */
export interface ReconcileInput {
  readonly component: string;
  readonly language: string;
  readonly path: string;
  /** Undefined where we have no reader: then the file moves as a whole. */
  readonly format: Format | undefined;
  readonly service: Uint8Array;
  /** The file in git; undefined where there is none yet. */
  readonly repository: Uint8Array | undefined;
  readonly base: ReadBase;
  readonly policy: ConflictPolicy;
  /** Share of the file's units (percent) that may be removed without an explicit yes. */
  readonly removalLimit: number;
  readonly allowRemovals: boolean;
}

export type Reconciled =
  /** The file in git keeps its bytes: equal but for metadata, or every conflict was settled for it. */
  | { readonly kind: "same"; readonly conflicts: readonly Conflict[] }
  | {
      readonly kind: "write";
      readonly content: Uint8Array;
      readonly differences: readonly UnitDifference[];
      readonly conflicts: readonly Conflict[];
      /** Texts of the repository were kept against the service's. */
      readonly keptTexts: boolean;
    }
  /** Nothing is written; the reason is for people. */
  | {
      readonly kind: "held-back";
      readonly message: string;
      readonly remedy: string;
      readonly isWrongInput?: true;
      readonly keys?: readonly string[];
    };

/**
 * What becomes of a downloaded file. Pure: bytes in, bytes out. The file in git lends every byte that does not have to
 * change; where both sides changed, units are merged one by one; nothing is decided silently.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const { format, repository, service } = input;
  if (format === undefined) return reconcileWhole(input);
  const theirs = tryRead(format, service, input.path);
  if (typeof theirs === "string") return unreadable("the service's file", theirs);
  if (repository === undefined) {
    return { kind: "write", content: service, differences: compare(EMPTY, theirs), conflicts: [], keptTexts: false };
  }
  const ours = tryRead(format, repository, input.path);
  if (typeof ours === "string") return { ...unreadable("the file in git", ours), isWrongInput: true };
  const base = readBase(format, input, ours, theirs);
  const merged = mergeCatalogues({ base, repository: ours, service: theirs, policy: input.policy });
  const conflicts = merged.conflicts.map((conflict): Conflict => ({
    ...conflict,
    component: input.component,
    language: input.language,
    path: input.path,
    line: ours.units.find((unit) => unit.key === conflict.key)?.line ?? 0,
    policy: input.policy,
  }));
  if (merged.changes.length === 0) return { kind: "same", conflicts };
  const patched = attempt(() => {
    const content = format.patch(repository, merged.changes, { path: input.path });
    return { content, after: format.read(content, { path: input.path }) };
  });
  if (typeof patched === "string") return unwritable(patched);
  const { content, after } = patched;
  const differences = compare(ours, after);
  const removed = differences.filter((difference) => difference.kind === "removed").map((difference) => difference.key);
  if (isBeyondLimit(removed.length, ours.units.length, input)) {
    return {
      kind: "held-back",
      message: `would remove ${String(removed.length)} of ${String(ours.units.length)} strings (the limit is ${String(input.removalLimit)} %)`,
      remedy: "If that is meant: `--allow-removals`, input `allow-removals: true`, or a higher `removal-limit`.",
      keys: removed,
    };
  }
  return { kind: "write", content, differences, conflicts, keptTexts: compare(after, theirs).length > 0 };
}

const EMPTY: Catalogue = { format: "", units: [] };

function isBeyondLimit(removed: number, total: number, { removalLimit, allowRemovals }: ReconcileInput): boolean {
  return !allowRemovals && total > 0 && (removed / total) * 100 > removalLimit;
}

function reconcileWhole(input: ReconcileInput): Reconciled {
  const { repository, service, base } = input;
  const isAdoption =
    repository === undefined || base.kind === "history" || Buffer.compare(base.content, repository) === 0;
  if (isAdoption) return { kind: "write", content: service, differences: [], conflicts: [], keptTexts: false };
  const taken = input.policy === "fail" ? "none" : input.policy;
  const conflict: Conflict = {
    component: input.component,
    language: input.language,
    path: input.path,
    key: "",
    line: 0,
    base: undefined,
    repository: undefined,
    service: undefined,
    policy: input.policy,
    taken,
  };
  return taken === "service"
    ? { kind: "write", content: service, differences: [], conflicts: [conflict], keptTexts: false }
    : { kind: "same", conflicts: [conflict] };
}

function readBase(format: Format, { base, path }: ReconcileInput, ours: Catalogue, theirs: Catalogue): Catalogue {
  const contents = base.kind === "agreed" ? [base.content] : base.contents;
  const readable = contents.flatMap((bytes) => {
    const catalogue = tryRead(format, bytes, path);
    return typeof catalogue === "string" ? [] : [catalogue];
  });
  const [agreed] = readable;
  return base.kind === "agreed" && agreed !== undefined ? agreed : likelyBase(ours, theirs, readable);
}

function unreadable(what: string, problem: string): Extract<Reconciled, { kind: "held-back" }> {
  return {
    kind: "held-back",
    message: `${what} does not parse: ${problem}`,
    remedy: "Mend it there; the file in git stays as it is.",
  };
}

/** A text the file's charset lacks, or a string where the file has a group of them. */
function unwritable(problem: string): Reconciled {
  return {
    kind: "held-back",
    message: `the file in git cannot take what the service has: ${problem}`,
    remedy: "Mend it on the service, or convert the file in git.",
  };
}

function tryRead(format: Format, bytes: Uint8Array, path: string): Catalogue | string {
  return attempt(() => format.read(bytes, { path }));
}

function attempt<Result extends object>(work: () => Result): Result | string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const line = error.place?.line;
    return line === undefined ? error.message : `line ${String(line)}: ${error.message}`;
  }
}
