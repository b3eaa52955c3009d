import { isAscii, isUtf8 } from "node:buffer";
import type { Format } from "../../formats/format.ts";
import type { Binding } from "../../mapping/binding.ts";
import { LANGUAGE_PLACE, languageStyleOf, type ComponentShape } from "../../mapping/component-shape.ts";
import { formatLanguage } from "../../mapping/language-code.ts";
import type { NewComponentSettings } from "../../service-client/service-set-up.ts";

/** @param spoken the language of the source texts, where somebody names it and no path tells it */
export function newComponentSettings(shape: ComponentShape, spoken?: string): NewComponentSettings {
  const { fileFormat, filemask, template, newBase, sourceLanguage = spoken, languageCodeStyle, languageRegex } = shape;
  return {
    file_format: fileFormat,
    filemask,
    // Without a base file the service can make no new translation: it refuses "add".
    new_lang: template === "" && newBase === "" ? "contact" : "add",
    // Translations come in a pull request; nobody but a person pushes to the repository.
    push_on_commit: false,
    ...(template === "" ? {} : { template, manage_units: true }),
    ...(newBase === "" ? {} : { new_base: newBase }),
    ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
    ...(languageCodeStyle === "" ? {} : { language_code_style: languageCodeStyle }),
    ...(languageRegex === "" ? {} : { language_regex: languageRegex }),
  };
}

/** How the bytes of a component's files are read, where the service has to be told. */
export type FileEncoding = "utf-8" | "utf-16";

/** Formats in which a file does not tell its encoding: the names that services before 2026 have for each. */
const encodedNames: Readonly<Record<string, Readonly<Partial<Record<FileEncoding, string>>>>> = {
  strings: { "utf-8": "strings-utf8", "utf-16": "strings" },
  properties: { "utf-8": "properties-utf8", "utf-16": "properties-utf16" },
};

/** Undefined where the format's files tell it themselves, and where they are as services take them for. */
export function encodingOf(format: Format, files: readonly Uint8Array[]): FileEncoding | undefined {
  if (!Object.hasOwn(encodedNames, format.id)) return undefined;
  if (files.some(([first, second]) => first === 0 || second === 0 || (first ?? 0) >= 0xfe)) return "utf-16";
  // Latin-1 with escapes is what properties are; that nothing speaks against UTF-8 is no reason to say it.
  const isPlain = format.id === "properties" && files.every((bytes) => isAscii(bytes) || !isUtf8(bytes));
  return isPlain ? undefined : "utf-8";
}

/**
 * The settings as services want to have them, in the order in which they are tried: what the next one is for, the one before
 * is refused by for its `file_format`.
 */
export function settingsByAge(
  settings: NewComponentSettings,
  encoding: FileEncoding | undefined,
): readonly NewComponentSettings[] {
  const format = String(settings["file_format"]);
  const older = encoding === undefined ? undefined : encodedNames[format]?.[encoding];
  if (older === undefined) return [settings];
  const parameters = JSON.stringify({ [`${format}_encoding`]: encoding });
  return [{ ...settings, file_format: older }, { ...settings, file_format_params: parameters }, settings];
}

/**
 * Where a file lies in an archive for the service: as in the repository, but a code that only the mapping's aliases
 * explain is written as everybody writes it.
 */
export function archivePath(binding: Binding, path: string, language: string): string {
  if (path === binding.source) return path;
  if (!Object.hasOwn(binding.languages.aliases, language)) return path;
  const style = languageStyleOf(binding.translations);
  return binding.translations.replace(LANGUAGE_PLACE, () =>
    style === undefined ? language : formatLanguage(language, style),
  );
}
