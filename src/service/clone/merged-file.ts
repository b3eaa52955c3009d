import { isEmpty } from "../../catalog/texts.ts";
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
}

export interface MergedFile {
  /** Undefined where somebody has to look at it. */
  readonly content: Uint8Array | undefined;
  /** Keys that both sides gave different texts. */
  readonly disputed: readonly string[];
}

/** A file of both sides, string by string. */
export function mergedFile({ settings, file, language }: MergeOfFile): MergedFile {
  const { path, base, upstream, own } = file;
  const format = formatOf(settings);
  const options = { path, language };
  try {
    const { changes, conflicts } = mergeCatalogues({
      ...(base !== undefined && { base: format.read(base, options) }),
      repository: format.read(upstream, options),
      service: format.read(own, options),
      policy: "repository",
    });
    const disputed = conflicts.filter(isOpen).map(({ key }) => key);
    const content = disputed.length === 0 ? format.patch(upstream, fromDonor(changes, own), options) : undefined;
    return { content, disputed };
  } catch (error) {
    if (error instanceof FormatError) return { content: undefined, disputed: [] };
    throw error;
  }
}

/** Where one side has no text any more, the other's stays: nothing is lost by that. */
function isOpen({ repository = [], service = [] }: MergeConflict): boolean {
  return !isEmpty(repository) && !isEmpty(service);
}
