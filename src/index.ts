/**
 * What `import … from "interlinear"` offers: translation files of every format, compared, merged and checked, without any
 * service. Everything here is pure: bytes in, bytes or plain data out.
 */

export type { CreateOptions, Format, ReadOptions } from "./formats/format.ts";
export { FormatError } from "./formats/format.ts";
export { addedKeys } from "./formats/added-keys.ts";
export { detectFormat, formatFor, formats } from "./formats/registry.ts";
export type { FileConflict, FileMerge, FileMergeInput } from "./formats/merge-file.ts";
export { mergeFile } from "./formats/merge-file.ts";

export type { Catalogue, Unit, UnitState } from "./catalog/unit.ts";
export { unitStates } from "./catalog/unit.ts";
export type { Donor, NewUnit, UnitChange } from "./catalog/unit-change.ts";
export type { UnitDifference } from "./catalog/difference.ts";
export { compare } from "./catalog/difference.ts";
export type { Merge, MergeConflict, MergeInput } from "./catalog/merge.ts";
export { mergeCatalogues } from "./catalog/merge.ts";
export type { KeyRename, Rename } from "./catalog/renames.ts";
export { findRenames } from "./catalog/renames.ts";

export type { CheckDefinition, CheckedText, CheckFinding, CheckId } from "./catalog/checks/index.ts";
export { checkDefinitions, runChecks } from "./catalog/checks/index.ts";
export type { Judge, JudgeInput, Judgement } from "./catalog/hold-back.ts";
export { judgeOf } from "./catalog/hold-back.ts";
export type { FlagParameter, Flags } from "./catalog/flags.ts";
export { parseFlags } from "./catalog/flags.ts";
export { styleFlags } from "./catalog/source-styles.ts";

export type { LanguageDefinition, PluralRule } from "./catalog/languages.ts";
export { allLanguages, findLanguage } from "./catalog/languages.ts";
export { languageParents } from "./catalog/language-parents.ts";
export type { PluralCategory } from "./catalog/plural-categories.ts";
export { pluralCategories } from "./catalog/plural-categories.ts";
export type { LanguageStyle } from "./mapping/language-code.ts";
export { formatLanguage, isKnownLanguage, parseLanguage } from "./mapping/language-code.ts";

export type { ErrorDetails, ExitCode, Place } from "./core/errors.ts";
export { InterlinearError, UserError } from "./core/errors.ts";
