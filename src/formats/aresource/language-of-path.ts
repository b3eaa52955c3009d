import { findLanguage } from "../../catalog/languages.ts";

/** `values-cs`, `values-pt-rBR`, `values-mcc310-en-night`, `values-b+sr+Latn`. */
const DIRECTORY =
  /(?:^|\/)values(?:-mcc\d+)?(?:-mnc\d+)?-(?:([a-z]{2,3})(?:-r([A-Z]{2}))?|b\+([A-Za-z0-9+]+))(?:-[^/]*)?\/[^/]*$/;

/** The service's code of the language that a path says; undefined for `values/` and for qualifiers of other things (`values-v21`). */
export function languageOfPath(path: string | undefined): string | undefined {
  const [, language, region, tag] = DIRECTORY.exec(path ?? "") ?? [];
  // The qualifier of a screen in a car.
  if (language === "car") return undefined;
  const code = tag?.replaceAll("+", "_") ?? (region === undefined ? language : `${language ?? ""}_${region}`);
  return code === undefined ? undefined : findLanguage(code)?.code;
}
