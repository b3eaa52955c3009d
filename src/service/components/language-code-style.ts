import { formatLanguage } from "../../mapping/language-code.ts";

/** Languages that the store writes without a country. */
const withoutCountryInPlay = new Set("af am bg ca et fa fil hr id lt lv ms ro sk sl sr sw th uk vi zu".split(" "));
/** Languages that the store writes with a country. */
const withCountryInAppStore = new Set(["de", "en", "es", "fr", "nl", "pt"]);

/**
 * The code in file names by a component's style (facts §1.3); "" is what the format is used to: the service's own,
 * POSIX-like form, and that of its resource folders for Android.
 * @param code the service's: `pt_BR`, `zh_Hans`, `sr_Latn`
 */
export function codeInFiles(code: string, style: string, format = ""): string {
  switch (style) {
    case "":
      return format === "aresource" ? formatLanguage(code, "android") : code;
    case "posix_lowercase":
      return code.toLowerCase();
    case "posix_long":
      return withCountry(code);
    case "posix_long_lowercase":
      return withCountry(code).toLowerCase();
    case "bcp":
      return formatLanguage(code, "bcp47");
    case "bcp_long":
      return dashed(withCountry(code));
    case "bcp_legacy":
      return formatLanguage(code, "bcp47-country");
    case "bcp_lower":
      return formatLanguage(code, "lower");
    case "android":
      return formatLanguage(code, "android");
    case "appstore":
      return withCountryInAppStore.has(code) ? dashed(withCountry(code)) : formatLanguage(code, "bcp47");
    case "googleplay":
      return inPlay(code);
    case "linux":
      return formatLanguage(code, "posix");
    case "linux_lowercase":
      return formatLanguage(code, "posix-lower");
    default:
      return code;
  }
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
