import type { Binding } from "./binding.ts";
import { isLanguageStyle, type LanguageStyle } from "./language-code.ts";
import { languageOfPath } from "./language-paths.ts";

/** What the mapping says of a component, in the service's words. */
export interface ComponentShape {
  readonly fileFormat: string;
  readonly filemask: string;
  /** Base file of a monolingual format; "" of a bilingual one. */
  readonly template: string;
  /** What new translations of a bilingual format are made from; "" of a monolingual one, and where git has no such file. */
  readonly newBase: string;
  /** Undefined where no path tells it: the project's. */
  readonly sourceLanguage: string | undefined;
  /** How the service is to write codes into names of new files; "": as it thinks fit. */
  readonly languageCodeStyle: string;
  /** Which codes in file names the service is to take for languages; "": as it does by itself. */
  readonly languageRegex: string;
}

/** Our styles in the service's words (facts §5). */
const codeStyles = {
  bcp47: "bcp",
  "bcp47-country": "bcp_legacy",
  posix: "linux",
  android: "android",
  apple: "appstore",
  lower: "bcp_lower",
  "lower-country": "bcp_lower",
  "posix-lower": "linux_lowercase",
} as const satisfies Readonly<Record<LanguageStyle, string>>;

/** `values-*` is also where an Android program has what is for some devices: `values-land`, `values-cs-rCZ-v29`, `values-car`. */
const ANDROID_CODES = String.raw`^(b\+[A-Za-z0-9+]+|(?!car$)[a-z]{2,3}(-r[A-Z]{2})?)$`;

type Shaped = Pick<Binding, "source" | "translations" | "languages" | "exclude">;
type ShapedFormat = { readonly id: string; readonly kind: "bilingual" | "monolingual" };

/** Where a mapping has the language in a path. */
export const LANGUAGE_PLACE = /\{language(?::([a-z0-9-]+))?\}/;

/** @param format of its files */
export function componentShape(binding: Shaped, format: ShapedFormat): ComponentShape {
  const { source, translations } = binding;
  const style = languageStyleOf(translations);
  const isMonolingual = format.kind === "monolingual";
  return {
    fileFormat: format.id,
    filemask: translations.replace(LANGUAGE_PLACE, "*"),
    template: isMonolingual ? (source ?? "") : "",
    newBase: isMonolingual ? "" : (source ?? ""),
    sourceLanguage: source === undefined || source.endsWith(".pot") ? undefined : languageOfPath(binding, source),
    languageCodeStyle: style === undefined ? "" : codeStyles[style],
    languageRegex: style === "android" ? ANDROID_CODES : "",
  };
}

/** The style of codes that a path of the mapping names. */
export function languageStyleOf(translations: string): LanguageStyle | undefined {
  const style = LANGUAGE_PLACE.exec(translations)?.[1];
  return style !== undefined && isLanguageStyle(style) ? style : undefined;
}
