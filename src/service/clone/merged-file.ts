import { isEmpty, sameTexts } from "../../catalog/texts.ts";
import { disputedString } from "./disputes.ts";
import { mergeCatalogues, type MergeConflict } from "../../catalog/merge.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import { FormatError } from "../../formats/format.ts";
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
 * Whether what git merged line by line is what comes out string by string: two lines of one key are no conflict to git, nor is a
 * comma too few. What cannot be read before the merge is left to git.
 * @param request whose `settled` is nobody's: what both sides changed is no whole file
 */
export function isMergedWhole({ merged, ...request }: MergeOfFile & { readonly merged: Uint8Array }): boolean {
  const { path, base, upstream, own } = request.file;
  const format = formatOf(request.settings);
  const options = { path, language: request.language };
  const textsOf = (content: Uint8Array): ReadonlyMap<string, readonly string[]> =>
    new Map(format.read(content, options).units.map(({ key, target }) => [key, target]));
  try {
    const [before, there, here] = [base === undefined ? new Map() : textsOf(base), textsOf(upstream), textsOf(own)];
    // Of a key that is there twice, readers tell one.
    if ([...here.keys()].some((key) => there.has(key) && !before.has(key))) return false;
  } catch (error) {
    if (error instanceof FormatError) return true;
    throw error;
  }
  const { content } = mergedFile(request);
  if (content === undefined) return false;
  try {
    const [expected, found] = [textsOf(content), textsOf(merged)];
    return (
      expected.size === found.size && [...expected].every(([key, texts]) => sameTexts(found.get(key) ?? [], texts))
    );
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Where one side has no text any more, the other's stays: nothing is lost by that. */
function isOpen({ repository = [], service = [] }: MergeConflict): boolean {
  return !isEmpty(repository) && !isEmpty(service);
}
