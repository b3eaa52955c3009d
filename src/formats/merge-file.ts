import { mergeCatalogues, type MergeInput } from "../catalog/merge.ts";
import { fromDonor } from "../catalog/unit-change.ts";
import type { Catalogue } from "../catalog/unit.ts";
import type { Rename } from "../catalog/renames.ts";
import type { Format } from "./format.ts";
import { keyOfChange, writeChanges } from "./writable-changes.ts";

/** Three versions of one translation file, as a git merge driver is given them. */
export interface FileMergeInput {
  readonly format: Format;
  /** The common ancestor; undefined where both sides added the file. */
  readonly base: Uint8Array | undefined;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
  /** Who wins where both gave one unit different texts. `fail`: nobody, our text stays and the conflict is open. */
  readonly policy: "ours" | "theirs" | "fail";
  /** Path of the file, for errors, and for formats whose language stands in it. */
  readonly path?: string;
  /** Language of the file, where path and content do not say it. */
  readonly language?: string;
}

/** A unit that both sides changed differently. Texts (one per plural form) are undefined where that side has no such unit. */
export interface FileConflict {
  readonly key: string;
  /** Line of the unit in our version, from 1; 0 where it has none. */
  readonly line: number;
  readonly base: readonly string[] | undefined;
  readonly ours: readonly string[] | undefined;
  readonly theirs: readonly string[] | undefined;
  /** `both`: each side gave the key another name, and both stay. */
  readonly taken: "ours" | "theirs" | "both" | "none";
  /** What decided it. */
  readonly policy: FileMergeInput["policy"];
  /** Set where each side renamed the key (`key` is the old one) in its own way. */
  readonly renamed?: { readonly ours: string; readonly theirs: string };
}

export interface FileMerge {
  /** Our version, in which the units that have to change are changed and no other byte. */
  readonly bytes: Uint8Array;
  readonly conflicts: readonly FileConflict[];
  readonly renames: readonly Rename[];
  /** What theirs has and our file cannot hold, such as a character that its encoding lacks: there our text stays. */
  readonly unwritable: readonly UnwritableUnit[];
}

export interface UnwritableUnit {
  readonly key: string;
  readonly reason: string;
}

const policies = { ours: "repository", theirs: "service", fail: "fail" } as const satisfies Record<
  FileMergeInput["policy"],
  MergeInput["policy"]
>;
const takers = { repository: "ours", service: "theirs", both: "both", none: "none" } as const;

/**
 * Merges a translation file unit by unit: what one side changed is taken, what both changed differently is a conflict.
 * @throws {FormatError} where one of the three is no file of the format
 */
export function mergeFile({ format, base, ours, theirs, policy, path, language }: FileMergeInput): FileMerge {
  const options = { ...(path !== undefined && { path }), ...(language !== undefined && { language }) };
  const repository = format.read(ours, options);
  const { changes, conflicts, renames } = mergeCatalogues({
    ...(base !== undefined && { base: format.read(base, options) }),
    repository,
    service: format.read(theirs, options),
    policy: policies[policy],
  });
  const lines = linesOf(repository);
  const { content, unwritable } = writeChanges(format, ours, fromDonor(changes, theirs), options);
  return {
    bytes: content,
    unwritable: unwritable.map(({ change, reason }) => ({ key: keyOfChange(change), reason })),
    conflicts: conflicts.map((conflict) => ({
      key: conflict.key,
      line: lines.get(conflict.key) ?? 0,
      base: conflict.base,
      ours: conflict.repository,
      theirs: conflict.service,
      taken: takers[conflict.taken],
      policy,
      ...(conflict.renamed !== undefined && {
        renamed: { ours: conflict.renamed.repository, theirs: conflict.renamed.service },
      }),
    })),
    renames,
  };
}

function linesOf({ units }: Catalogue): ReadonlyMap<string, number> {
  return new Map(units.map(({ key, line }) => [key, line]));
}
