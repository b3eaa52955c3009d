import { findLanguage } from "./languages.ts";

/**
 * Where a language falls back to another one than itself without its last part, by that other one: CLDR 48,
 * `parentLocales`. What CLDR writes as `und` needs no row: see {@link languageParents}.
 */
const childrenByParent: Readonly<Record<string, string>> = {
  en_001: `en_150 en_AG en_AI en_AU en_BB en_BM en_BS en_BW en_BZ en_CC en_CK en_CM en_CX en_CY en_DG en_DM en_ER en_FJ
    en_FK en_FM en_GB en_GD en_GG en_GH en_GI en_GM en_GS en_GY en_HK en_ID en_IE en_IL en_IM en_IN en_IO en_JE en_JM
    en_KE en_KI en_KN en_KY en_LC en_LR en_LS en_MG en_MO en_MS en_MT en_MU en_MV en_MW en_MY en_NA en_NF en_NG en_NR
    en_NU en_NZ en_PG en_PK en_PN en_PW en_RW en_SB en_SC en_SD en_SG en_SH en_SL en_SS en_SX en_SZ en_TC en_TK en_TO
    en_TT en_TV en_TZ en_UG en_VC en_VG en_VU en_WS en_ZA en_ZM en_ZW`,
  en_150: `en_AT en_BE en_CH en_CZ en_DE en_DK en_EE en_ES en_FI en_FR en_GE en_HU en_IT en_LT en_LV en_NL en_NO en_PL
    en_PT en_RO en_SE en_SI en_SK en_UA`,
  en_IN: "hi_Latn",
  es_419: `es_AR es_BO es_BR es_BZ es_CL es_CO es_CR es_CU es_DO es_EC es_GT es_HN es_JP es_MX es_NI es_PA es_PE es_PR
    es_PY es_SV es_US es_UY es_VE`,
  fr_HT: "ht",
  no: "nb nn no_NO",
  pt_PT: "pt_AO pt_CH pt_CV pt_FR pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_ST pt_TL",
  zh_Hant_HK: "zh_Hant_MO",
};

const parentByChild: ReadonlyMap<string, string> = new Map(
  Object.entries(childrenByParent).flatMap(([parent, children]) =>
    children.split(/\s+/).map((child): [string, string] => [child, parent]),
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
