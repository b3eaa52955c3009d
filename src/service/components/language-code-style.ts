import { formatLanguage } from "../../mapping/language-code.ts";

/** Languages that the store writes without a country. */
const withoutCountryInPlay = new Set("af am bg ca et fa fil hr id lt lv ms ro sk sl sr sw th uk vi zu".split(" "));
/** Languages that the store writes with a country. */
const withCountryInAppStore = new Set(["de", "en", "es", "fr", "nl", "pt"]);

/** How each style of a component (facts §1.3) writes a code of the service's. */
const styles: Readonly<Record<string, (code: string) => string>> = {
  posix: (code) => code,
  posix_lowercase: (code) => code.toLowerCase(),
  posix_long: withCountry,
  posix_long_lowercase: (code) => withCountry(code).toLowerCase(),
  bcp: (code) => formatLanguage(code, "bcp47"),
  bcp_long: (code) => dashed(withCountry(code)),
  bcp_legacy: (code) => formatLanguage(code, "bcp47-country"),
  bcp_lower: (code) => formatLanguage(code, "lower"),
  android: (code) => formatLanguage(code, "android"),
  appstore: (code) => (withCountryInAppStore.has(code) ? dashed(withCountry(code)) : formatLanguage(code, "bcp47")),
  googleplay: inPlay,
  linux: (code) => formatLanguage(code, "posix"),
  linux_lowercase: (code) => formatLanguage(code, "posix-lower"),
};

/** What formats are used to where a component sets no style; all others to the service's own, POSIX-like form. */
const usualStyles: Readonly<Record<string, string>> = {
  aresource: "android",
  "moko-resource": "android",
  "cmp-resource": "android",
};

/**
 * The code in file names by a component's style; "" is what the format is used to.
 * @param code the service's: `pt_BR`, `zh_Hans`, `sr_Latn`
 */
export function codeInFiles(code: string, style: string, format = ""): string {
  return styles[style === "" ? (usualStyles[format] ?? "posix") : style]?.(code) ?? code;
}

function dashed(code: string): string {
  return code.replaceAll("_", "-");
}

/** `cs` → `cs_CZ`: the country where most people speak it. What has a country, or more than a language, stays. */
function withCountry(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code;
  const { region } = new Intl.Locale(code).maximize();
  return region === undefined || /^\d/.test(region) ? code : `${code}_${region}`;
}

function inPlay(code: string): string {
  if (withoutCountryInPlay.has(code)) return code;
  if (code === "he") return "iw-IL";
  return code.startsWith("zh_") ? formatLanguage(code, "bcp47-country") : dashed(withCountry(code));
}
