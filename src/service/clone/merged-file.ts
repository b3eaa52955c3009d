import { isEmpty, sameTexts } from "../../catalog/texts.ts";
import { disputedString } from "./disputes.ts";
import { mergeCatalogues, type MergeConflict } from "../../catalog/merge.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import { FormatError } from "../../formats/format.ts";
import { repeatedKeys } from "../../formats/repeated-keys.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";
import type { ConflictingFile } from "./clone.ts";

export interface MergeOfFile {
  readonly settings: Pick<ComponentSettings, "file_format" | "template">;
  readonly file: ConflictingFile;
  /** The service's code. */
  readonly language: string;
  /** Of strings whose own text somebody chose: name → the text of git that they saw. */
  readonly settled: Readonly<Record<string, readonly string[]>>;
}

export interface MergedFile {
  /** Undefined where somebody has to look at it. */
  readonly content: Uint8Array | undefined;
  /** Strings that both sides gave different texts, settled ones as well, by the service's key. */
  readonly disputed: readonly { readonly key: string; readonly git: readonly string[] }[];
}

/** A file of both sides, string by string. */
export function mergedFile({ settings, file, language, settled }: MergeOfFile): MergedFile {
  const { path, base, upstream, own } = file;
  const format = formatOf(settings);
  const options = { path, language };
  try {
    const service = format.read(own, options);
    // What both changed is written only where somebody settled it, and then as the service has it.
    const { changes, conflicts, renames } = mergeCatalogues({
      ...(base !== undefined && { base: format.read(base, options) }),
      repository: format.read(upstream, options),
      service,
      policy: "service",
    });
    const ownKeys = new Set(service.units.map(({ key }) => key));
    const ownKey = ({ key, renamed }: MergeConflict): string => {
      const after = renamed?.service ?? key;
      return ownKeys.has(after) ? after : (renames.find(({ to }) => to === after)?.from ?? after);
    };
    const disputed = conflicts
      .filter(isOpen)
      .map((conflict) => ({ key: ownKey(conflict), git: conflict.repository ?? [] }));
    const isSettled = disputed.every(({ key, git }) => sameTexts(settled[disputedString(path, key)] ?? [], git));
    return { content: isSettled ? format.patch(upstream, fromDonor(changes, own), options) : undefined, disputed };
  } catch (error) {
    if (error instanceof FormatError) return { content: undefined, disputed: [] };
    throw error;
  }
}

/**
 * Whether a file that git merged line by line can be read, and has no key twice that neither side has twice: two lines of one key are
 * no conflict to git, nor is a comma too few. What cannot be read before the merge is left to git.
 */
export function isMergedWhole({ settings, file, language, merged }: LineMerge): boolean {
  const format = formatOf(settings);
  const options = { path: file.path, language };
  const repeated = (content: Uint8Array): readonly string[] => [
    ...repeatedKeys(format, content, options).map(({ key }) => key),
    ...keysTwice(format.read(content, options).units),
  ];
  let known: ReadonlySet<string>;
  try {
    known = new Set([file.upstream, file.own].flatMap(repeated));
  } catch (error) {
    if (error instanceof FormatError) return true;
    throw error;
  }
  try {
    return repeated(merged).every((key) => known.has(key));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

interface LineMerge extends Omit<MergeOfFile, "settled" | "file"> {
  readonly file: Omit<ConflictingFile, "base">;
  readonly merged: Uint8Array;
}

/** Of formats whose readers tell both. */
function keysTwice(units: readonly { readonly key: string }[]): readonly string[] {
  const seen = new Set<string>();
  return units.flatMap(({ key }) => (seen.size === seen.add(key).size ? [key] : []));
}

/** Where one side has no text any more, the other's stays: nothing is lost by that. */
function isOpen({ repository = [], service = [] }: MergeConflict): boolean {
  return !isEmpty(repository) && !isEmpty(service);
}
