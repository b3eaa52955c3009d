import { findLanguage } from "../../catalog/languages.ts";

const DIRECTORY = /(?:^|\/)([^/]+)\.lproj\/[^/]*$/i;

/** The service's code of the language in `pt-BR.lproj/Localizable.stringsdict`; undefined for `Base.lproj` and elsewhere. */
export function languageOfPath(path: string | undefined): string | undefined {
  const [, tag] = DIRECTORY.exec(path ?? "") ?? [];
  return tag === undefined || tag.toLowerCase() === "base" ? undefined : findLanguage(tag.replaceAll("-", "_"))?.code;
}
