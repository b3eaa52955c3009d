import { equalTexts } from "../../catalog/texts.ts";
import { unitStates } from "../../catalog/unit.ts";
import { FormatError } from "../../formats/format.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";
import type { UnitContent } from "./unit-row.ts";

/**
 * Tries the string on a file: what the format has no place for is told now, not at the next commit.
 * @throws {Refusal} 400 where it has none
 * @returns the string with the key that it has once it is written: an XLIFF file's is an id
 */
export function stringAsWritten({
  settings,
  language,
  file,
  content,
}: {
  readonly settings: ComponentSettings;
  /** The service's code. */
  readonly language: string;
  readonly file: Uint8Array;
  readonly content: UnitContent;
}): UnitContent {
  const format = formatOf(settings);
  if (content.source.length > 1 && format.holdsOneForm === true) {
    throw invalid("non_field_errors", "Plurals are not supported by the file format.");
  }
  const options = { language };
  const unit = { ...content, state: unitStates.translated, line: 0 };
  try {
    const before = new Set(format.read(file, options).units.map(({ key }) => key));
    const after = format.read(format.patch(file, [{ kind: "add", unit }], options), options).units;
    const written = after.find(({ key }) => !before.has(key));
    if (content.source.length > 1 && (written?.target.length ?? 0) < 2) {
      throw invalid("non_field_errors", "Plurals are not supported by the file format.");
    }
    if (written === undefined) return content;
    const isMonolingualFile = written.source.length === 0;
    if (!isMonolingualFile && !equalTexts(written.source, content.source)) {
      throw invalid("context", "Contexts are not supported by the file format.");
    }
    return { ...content, key: written.key };
  } catch (error) {
    if (error instanceof FormatError) throw invalid("non_field_errors", error.message);
    throw error;
  }
}
