import { findLanguage } from "../../catalog/languages.ts";

/** `cs`, `pt-BR`, `zh_Hans_CN`, `ca@valencia`. */
const CODE = /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?(?:@[a-z]+)?$/;
/** Three letters are a folder's name oftener than a language's: `src`, `bin`. */
const FOLDER_CODE = /^(?:[a-z]{2}|[a-z]{2,3}[-_@].+)$/;
/** How far up a folder is for a language. */
const FOLDERS = 2;

/**
 * The service's code of the language that a path says: `locales/cs/shop.json`, `cs.json`, `shop.cs.json`, `app_cs.arb`.
 * The file's name goes before the folder's.
 */
export function languageOfPath(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const folders = path.split("/");
  const parts = (folders.pop() ?? "").split(".").slice(0, -1);
  const [name = ""] = parts;
  const near = folders.slice(-FOLDERS).filter((folder) => FOLDER_CODE.test(folder));
  const candidates = [...parts.toReversed(), ...suffixes(name), ...near.toReversed()];
  for (const candidate of candidates) {
    if (!CODE.test(candidate)) continue;
    const language = findLanguage(candidate);
    if (language !== undefined) return language.code;
  }
  return undefined;
}

/** `app_zh_Hans` → zh_Hans, Hans: everything behind one of its underscores. */
function suffixes(name: string): readonly string[] {
  return Array.from(name.matchAll(/_/g), ({ index }) => name.slice(index + 1));
}
