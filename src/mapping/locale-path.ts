import { defined } from "../core/defined.ts";
import { isKnownLanguage, parseLanguage } from "./language-code.ts";
import type { LanguageStyle } from "./language-code.ts";

/** A way to read a path as one language's file of a family: `locales/de.json` is `locales/` + `de` + `.json`. */
export interface LocalePath {
  readonly path: string;
  /** Path before and after the language's code: same for all files of the family. */
  readonly before: string;
  readonly after: string;
  /** The code as it stands in the path. */
  readonly text: string;
  /** The service's code of it. */
  readonly code: string;
  /** The style that this kind of file always has. */
  readonly style?: LanguageStyle;
}

/** Extensions that translation files have to themselves, or share with what has no language's code in its path. */
const localeExtension =
  /\.(po|poxliff|json|jsonc|json5|resjson|ya?ml|properties|strings|stringsdict|xliff|xlf|arb|resx|resw|xaml|ftl|ini|islu|lang|csv|toml)$/i;
/** `.php` and `.xml` hold anything: only a folder's name says that they are translations. */
const namedByFolder =
  /(^|\/)(locales?|i18n|l10n|lang|langs|languages?|translations?|moko-resources)\/(.*\/)?[^/]+\.(php|xml)$/i;
/**
 * Qt's, as its tools name them: `translations/app_de.ts`, or `app/app_de.ts` beside the program. TypeScript has its locales in files that
 * are named after the language alone.
 */
const qtTranslation =
  /(^|\/)((translations?|i18n|l10n|langs?|languages?|locales?|ts)\/(.*\/)?[^/]+|(?<program>[^/]+)\/\k<program>)_[^/_]+(_[A-Z]{2})?\.ts$/;
/** Files that look like translations and are none of the product's: of others, of tests, or made by a build. */
const foreignFolder =
  /(^|\/)(node_modules|bower_components|vendor|pods|third[-_]party|tests?|__tests__|testdata|fixtures|specs?|dist|build|out|target|coverage|\.(git|github|next|nuxt|output|svelte-kit|dart_tool|gradle)|[^/]+\.framework)\//i;

/** The qualifiers behind the language belong to the family: `values-cs-v29` is a translation of `values-v29`. */
const androidPath =
  /^(?<before>(?:.*\/)?values-)(?<text>b\+[A-Za-z0-9+]+|[a-z]{2,3}(?:-r[A-Z]{2})?)(?<after>(?:-[^/]+)?\/[^/]*(?:strings|plurals|arrays)[^/]*\.xml)$/;

/** Folders of programs that have a language's code: Sardinian, Bini, Mandingo, Newari. */
const programFolders = new Set(["src", "bin", "man", "new"]);

/** All ways to read a path as a translation; usually none or one. */
export function localePaths(path: string): LocalePath[] {
  if (foreignFolder.test(path)) return [];
  const android = androidPath.exec(path)?.groups;
  if (android !== undefined) return read(path, android["before"], android["text"], android["after"], "android");
  if (![localeExtension, namedByFolder, qtTranslation].some((kind) => kind.test(path))) return [];
  return [...inFolder(path), ...inFileName(path)];
}

/** `locale/de/LC_MESSAGES/app.po`, `de.lproj/Localizable.strings`. */
function inFolder(path: string): LocalePath[] {
  const segments = path.split("/");
  return segments.slice(0, -1).flatMap((segment, index) => {
    const before = segments
      .slice(0, index)
      .map((part) => `${part}/`)
      .join("");
    const after = `/${segments.slice(index + 1).join("/")}`;
    if (programFolders.has(segment)) return [];
    return segment.endsWith(".lproj")
      ? read(path, before, segment.slice(0, -".lproj".length), `.lproj${after}`, "apple")
      : read(path, before, segment, after);
  });
}

/** `de.json`, `messages.de.yml`, `strings_pt_BR.properties`. */
function inFileName(path: string): LocalePath[] {
  const start = path.lastIndexOf("/") + 1;
  const end = path.lastIndexOf(".");
  const stem = path.slice(start, end);
  const whole = read(path, path.slice(0, start), stem, path.slice(end));
  if (whole.length > 0) return whole;
  for (const separator of stem.matchAll(/(?<=[^._-])[._-]/g)) {
    const from = start + separator.index + 1;
    const found = read(path, path.slice(0, from), path.slice(from, end), path.slice(end));
    if (found.length > 0) return found;
  }
  return [];
}

function read(path: string, before = "", text = "", after = "", style?: LanguageStyle): LocalePath[] {
  // Capitals begin names, not codes: `Is.json`, `Data_En` are nobody's Icelandic.
  if (!/^(b\+)?[a-z]{2,3}(?![a-z])/.test(text)) return [];
  // Moko's folders are named as Android's, which has a letter before a country: `pt-rBR`.
  const code = parseLanguage(text, style) ?? (style === undefined ? parseLanguage(text, "android") : undefined);
  if (code === undefined || !isKnownLanguage(code)) return [];
  return [{ path, before, after, text, code, ...defined({ style }) }];
}
