import { childrenByParent } from "./cldr-parents.ts";
import { findLanguage } from "./languages.ts";

/** Where a language falls back to another one than itself without its last part. What CLDR writes as `und` needs no row. */
const parentByChild: ReadonlyMap<string, string> = new Map(
  Object.entries(childrenByParent).flatMap(([parent, children]) =>
    children
      .trim()
      .split(/\s+/)
      .map((child): [string, string] => [child, parent]),
  ),
);

/**
 * The languages a reader of `code` falls back to, nearest first: `es_AR` → `es_419`, `es`; `pt_AO` → `pt_PT`, `pt`.
 * A language in another script than its usual one has none: who reads `zh_Hant` or `sr_Latn` is not helped by `zh` or `sr`.
 *
 * @param code in whatever spelling; a code nobody knows is taken part by part
 * @returns codes in the service's form; some (`en_001`) no service has as a language of its own
 */
export function languageParents(code: string): readonly string[] {
  const parents: string[] = [];
  let parent = parentOf(findLanguage(code)?.code ?? code);
  while (parent !== undefined && !parents.includes(parent)) {
    parents.push(parent);
    parent = parentOf(parent);
  }
  return parents;
}

function parentOf(given: string): string | undefined {
  const code = withUnusualScript(given);
  const explicit = parentByChild.get(code);
  if (explicit !== undefined) return explicit;
  const end = Math.max(code.lastIndexOf("_"), code.lastIndexOf("@"));
  if (end <= 0) return undefined;
  const [, language, script] = /^([a-z]{2,3})_([A-Z][a-z]{3})$/.exec(code) ?? [];
  return language !== undefined && likelyScript(language) !== script ? undefined : code.slice(0, end);
}

/** `zh_MO` is read as `zh_Hant_MO`: Macao does not write as most of those who speak the language do. */
function withUnusualScript(code: string): string {
  const [, language, region] = /^([a-z]{2,3})_([A-Z]{2})$/.exec(code) ?? [];
  if (language === undefined || region === undefined) return code;
  const script = likelyScript(`${language}-${region}`);
  return script === undefined || script === likelyScript(language) ? code : `${language}_${script}_${region}`;
}

function likelyScript(tag: string): string | undefined {
  return new Intl.Locale(tag).maximize().script;
}
