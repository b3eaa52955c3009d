import { isEmpty, sameTexts } from "../../catalog/texts.ts";
import { disputedString } from "./disputes.ts";
import { mergeCatalogues, type MergeConflict } from "../../catalog/merge.ts";
import { fromDonor } from "../../catalog/unit-change.ts";
import { FormatError } from "../../formats/format.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";
import type { ConflictingFile } from "./clone.ts";

export interface MergeOfFile {
  readonly settings: ComponentSettings;
  readonly file: ConflictingFile;
  /** The service's code. */
  readonly language: string;
  /** Of strings whose own text somebody chose: name → the text of git that they saw. */
  readonly settled: Readonly<Record<string, readonly string[]>>;
}

export interface MergedFile {
  /** Undefined where somebody has to look at it. */
  readonly content: Uint8Array | undefined;
  /** Keys that both sides gave different texts. */
  readonly disputed: readonly string[];
}

/** A file of both sides, string by string. */
export function mergedFile({ settings, file, language, settled }: MergeOfFile): MergedFile {
  const { path, base, upstream, own } = file;
  const format = formatOf(settings);
  const options = { path, language };
  try {
    const service = format.read(own, options);
    const { changes, conflicts } = mergeCatalogues({
      ...(base !== undefined && { base: format.read(base, options) }),
      repository: format.read(upstream, options),
      service,
      policy: "repository",
    });
    const isSettled = ({ key, repository = [], service: texts = [], renamed }: MergeConflict): boolean =>
      renamed === undefined &&
      texts.length === repository.length &&
      sameTexts(settled[disputedString(path, key)] ?? [], repository);
    const open = conflicts.filter(isOpen);
    const disputed = open.filter((conflict) => !isSettled(conflict)).map(({ key }) => key);
    if (disputed.length > 0) return { content: undefined, disputed };
    const chosen = new Set(open.map(({ key }) => key));
    const ownTexts = service.units
      .filter(({ key }) => chosen.has(key))
      .map(({ key, target, state }) => ({ kind: "set", key, target, state }) as const);
    return { content: format.patch(upstream, [...fromDonor(changes, own), ...ownTexts], options), disputed };
  } catch (error) {
    if (error instanceof FormatError) return { content: undefined, disputed: [] };
    throw error;
  }
}

/** Where one side has no text any more, the other's stays: nothing is lost by that. */
function isOpen({ repository = [], service = [] }: MergeConflict): boolean {
  return !isEmpty(repository) && !isEmpty(service);
}
