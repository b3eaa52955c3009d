import { findLanguage } from "../../catalog/languages.ts";

export function languageName(code: string): string {
  return findLanguage(code)?.name ?? code;
}
