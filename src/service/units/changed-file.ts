import { isDeepStrictEqual } from "node:util";
import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { FormatError } from "../../formats/format.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";
import type { RepositoryFile } from "../files/file-strings.ts";

/** What becomes of a string in the files that have it. */
export type StringChange =
  | { readonly kind: "removed"; readonly key: string }
  | { readonly kind: "renamed"; readonly key: string; readonly to: NewName };

interface NewName {
  readonly key: string;
  readonly context: string;
  /** Another source text; undefined: as it was. */
  readonly source: readonly string[] | undefined;
}

export interface ChangeOfFile {
  readonly settings: ComponentSettings;
  readonly file: RepositoryFile;
  /** The source's own file: a text there is never outdated by another source. */
  readonly isSource: boolean;
  readonly change: StringChange;
}

export interface ChangedFile {
  readonly content: Uint8Array;
  /** It has its other strings as they were, and no more. A list keeps an empty place for an item, so that the next ones keep their number. */
  readonly hasOnlyLost: boolean;
}

/**
 * A file with one string removed, or under another name where it stood.
 * @returns undefined where the file does not have it
 * @throws {Refusal} 400 where it can not be read or has no place for the change
 */
export function changedFile({ settings, file, isSource, change }: ChangeOfFile): ChangedFile | undefined {
  const format = formatOf(settings);
  const { path, language, content } = file;
  const options = { path, language };
  try {
    const { units } = format.read(content, options);
    const found = units.find(({ key }) => key === change.key);
    if (found === undefined) return undefined;
    const changed = format.patch(content, changesOf(found, change, isSource), options);
    const written = format.read(changed, options).units;
    if (change.kind === "renamed") {
      assertHas(written, change.to, path);
      return { content: changed, hasOnlyLost: false };
    }
    const hasOnlyLost = isDeepStrictEqual(withoutLines(written), withoutLines(units.filter((unit) => unit !== found)));
    return { content: changed, hasOnlyLost };
  } catch (error) {
    throw error instanceof FormatError ? invalid(null, `${path}: ${error.message}`) : error;
  }
}

/** @throws 400 for a format that has no place for a text, or for a string beside another one */
function assertHas(units: readonly Unit[], { key, source }: NewName, path: string): void {
  const written = units.find((unit) => unit.key === key);
  if (written !== undefined && (source === undefined || equalTexts(written.source, source))) return;
  throw invalid(null, `${path}: the file format has no place for this change.`, "not-supported");
}

/** Those of what follows a removed string are others. */
function withoutLines(units: readonly Unit[]): readonly Unit[] {
  return units.map((unit) => ({ ...unit, line: 0 }));
}

function changesOf(found: Unit, change: StringChange, isSource: boolean): readonly UnitChange[] {
  const removal = { kind: "remove", key: change.key } as const;
  if (change.kind === "removed") return [removal];
  const { key: to, context, source } = change.to;
  const unit = { context, ...(source && { source, ...(isSource ? {} : outdated(found)) }) };
  return [{ kind: "rename", key: change.key, to, unit }];
}

function outdated({ source, target }: Unit): Partial<Unit> {
  if (isEmpty(target)) return {};
  return { state: unitStates.needsEditing, previousSource: source[0] ?? "" };
}
