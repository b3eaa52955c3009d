import { findLanguage, pluralForms } from "../../catalog/languages.ts";
import type { Catalogue } from "../../catalog/unit.ts";
import { FormatError } from "../../formats/format.ts";
import { withParameters } from "../../formats/format-parameters.ts";
import { formatOf, isMonolingual } from "../files/component-files.ts";
import type { ComponentSettings } from "./component-settings.ts";

export interface NewFile {
  readonly settings: ComponentSettings;
  /** Path of the template for new translations, and its bytes where it is there. */
  readonly base: string;
  readonly like: Uint8Array | undefined;
  /** The service's code, and the language's own plural rule. */
  readonly language: { readonly code: string; readonly number: number; readonly formula: string };
}

/** An empty file of the format; with a template for new translations all its strings, untranslated. */
export function newFile({
  settings,
  base,
  like,
  language: { code, ...rule },
}: NewFile): { readonly content: Uint8Array } | { readonly fault: string } {
  const format = formatOf(settings);
  try {
    const catalogue: Catalogue =
      isMonolingual(settings) || like === undefined
        ? { format: format.id, units: [] }
        : format.read(like, { path: base });
    const plurals = pluralForms(findLanguage(code)?.plural ?? rule);
    const units = catalogue.units.map((unit) => ({ ...unit, target: unit.target.map(() => "") }));
    const content = format.create({ ...catalogue, units }, { language: code, plurals }, like);
    return { content: withParameters(format.id, settings.file_format_params, content) };
  } catch (error) {
    if (error instanceof FormatError) return { fault: error.message };
    throw error;
  }
}
