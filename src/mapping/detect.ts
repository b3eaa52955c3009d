import { findLanguage } from "../catalog/languages.ts";
import { isCatalogue } from "./catalogue-paths.ts";
import { componentNames } from "./component-names.ts";
import { formatLanguage, isLanguageStyle, languageStyles, parseLanguage } from "./language-code.ts";
import type { LanguageStyle } from "./language-code.ts";
import type { DoubledFile, LanguageInPath, LocaleFamily } from "./locale-family.ts";
import { localePaths } from "./locale-path.ts";
import type { LocalePath } from "./locale-path.ts";
import { mergeSiblings } from "./merge-siblings.ts";
import { pathRefusal } from "./repository-path.ts";
import { holdsSourceTexts } from "./translation-sets.ts";

/** Settings of an entry that no path tells. */
export interface FamilyRules {
  readonly exclude?: readonly string[];
  readonly except?: readonly string[];
  readonly only?: readonly string[];
  readonly minimumTranslated?: number;
  readonly approvedOnly?: boolean;
}

/** What becomes one entry of a mapping. */
export interface DetectedFamily {
  readonly component: string;
  /** Undefined where the translations hold the source texts, and git has no file of them alone. */
  readonly source: string | undefined;
  readonly translations: string;
  /** The service's codes of the languages found, without the source's; sorted. */
  readonly languages: readonly string[];
  /** The service's code → the code in paths, where the style does not give it. */
  readonly aliases: Readonly<Record<string, string>>;
  /** What an import found said besides. */
  readonly rules?: FamilyRules;
  /** A file for each component that the entry makes: its source, or without one the first of its translations. */
  readonly sources: readonly string[];
}

/** What is known of sources beside the paths of the files. */
export interface SourceEvidence {
  /** The language that somebody names; it counts more than all else. */
  readonly language?: string | undefined;
  /** Languages and paths of sources that the repository's own configurations name. */
  readonly languages?: ReadonlySet<string>;
  readonly sources?: ReadonlySet<string>;
  /** How many strings a file has: a source has all of them. */
  readonly strings?: ReadonlyMap<string, number>;
  /** English files that say what the file without a code says. */
  readonly copies?: ReadonlySet<string>;
}

export interface DetectedLocales {
  readonly families: readonly DetectedFamily[];
  /** Translations without a file in the source language; a mapping cannot bind them. */
  readonly withoutSource: readonly { readonly translations: string; readonly languages: readonly string[] }[];
  /** Files that an entry excludes, since the service takes another one for their language. */
  readonly doubled: readonly DoubledFile[];
  /** Files that have their language twice in their path, `de/de.json`, which a mapping cannot say; by the shape of their paths. */
  readonly twice: readonly (readonly string[])[];
}

/**
 * Finds the translation files of a repository by their paths alone: groups of files whose paths differ in a language
 * code, their source (a `.pot`, English, or the file without a code), the style of the codes; families of sibling
 * packages become one entry with a capture.
 * @param files paths in git's index, with `/`
 * @param evidence decides where the paths alone leave several candidates, or none
 */
export function detectLocales(files: readonly string[], evidence: SourceEvidence = {}): DetectedLocales {
  const usable = files.filter((path) => pathRefusal(path) === undefined);
  const templates = usable.filter((path) => path.endsWith(".pot"));
  const index: FileIndex = { paths: new Set(usable), templates, evidence };
  const { families, twice } = groups(usable);
  const withUsual = withUsualEnglish(families, index);
  const found = families.flatMap((members) => familyOf(members, withUsual));
  const bound = found.flatMap(({ first, ...family }) =>
    family.source === undefined && !holdsSourceTexts(family.translations)
      ? []
      : [{ ...family, sources: [family.source ?? first] }],
  );
  const merged = [...mergeSiblings(withoutDoubles(bound.filter(isConvincing)), files), ...cataloguesIn(usable)];
  const names = componentNames(merged);
  return {
    families: merged.map((family, position) => ({
      component: names[position] ?? "",
      source: family.source,
      ...styled(family),
      languages: languagesOf(family),
      ...(family.doubled.length === 0 ? {} : { rules: { exclude: family.doubled.map(({ path }) => path) } }),
      sources: family.sources,
    })),
    doubled: merged.flatMap(({ doubled }) => doubled),
    withoutSource: found
      .filter(
        ({ source, translations, codes }) =>
          source === undefined && codes.length > 1 && !holdsSourceTexts(translations),
      )
      .map((family) => ({ translations: family.translations, languages: languagesOf(family) })),
    twice,
  };
}

/** What others brought along, and what is made of it. */
const FOREIGN = /(^|\/)(node_modules|vendor|Pods|Carthage|build|DerivedData|fixtures|[Tt]ests?)\//;

/** Each is a component by itself, whose languages its content tells. */
function cataloguesIn(files: readonly string[]): readonly LocaleFamily[] {
  return files
    .filter((path) => isCatalogue(path) && !FOREIGN.test(path))
    .map((path) => ({
      source: undefined,
      translations: path,
      codes: [],
      style: undefined,
      doubled: [],
      sources: [path],
    }));
}

export function languagesOf({ codes }: Pick<LocaleFamily, "codes">): string[] {
  return [...new Set(codes.map(({ code }) => code))].sort();
}

interface FileIndex {
  readonly paths: ReadonlySet<string>;
  /** Paths of `.pot` files. */
  readonly templates: readonly string[];
  /** With the English that most families have their source in. */
  readonly evidence: SourceEvidence & { readonly usualEnglish?: string };
}

/** Each path goes to the largest family that it can be read into: `locales/de/it.json` is German beside `locales/fr/it.json`. */
function groups(files: readonly string[]): {
  readonly families: readonly (readonly LocalePath[])[];
  readonly twice: DetectedLocales["twice"];
} {
  const readings = files.flatMap((path) => {
    const found = localePaths(path);
    return found.length === 0 ? [] : [found];
  });
  const twice = [...Map.groupBy(readings, withLanguageTwice)].flatMap(([shape, found]) =>
    shape === undefined || found.length === 1 ? [] : [found.flatMap(([reading]) => reading?.path ?? [])],
  );
  const taken = new Set(twice.flat());
  const byKey = Map.groupBy(
    readings.flat().filter(({ path }) => !taken.has(path)),
    ({ before, after }) => `${before}\0${after}`,
  );
  const families = [...byKey.values()]
    .toSorted((a, b) => b.length - a.length || Number(b.some(isEnglish)) - Number(a.some(isEnglish)))
    .map((members) => {
      const free = members.filter(({ path }) => !taken.has(path));
      for (const { path } of free) taken.add(path);
      return free;
    })
    .filter((members) => members.length > 0);
  return { families, twice };
}

/** The path without its language, where that stands there twice: in a folder's name and in the file's. */
function withLanguageTwice(readings: readonly LocalePath[]): string | undefined {
  for (const [at, { before, text, path }] of readings.entries()) {
    const other = readings.slice(at + 1).find((each) => each.text === text && each.before.length > before.length);
    if (other !== undefined)
      return `${before}\0${path.slice(before.length + text.length, other.before.length)}\0${other.after}`;
  }
  return undefined;
}

function familyOf(
  members: readonly LocalePath[],
  index: FileIndex,
): (Omit<LocaleFamily, "sources"> & { readonly first: string })[] {
  const [first] = members;
  if (first === undefined) return [];
  const source = sourceOf(first, members, index);
  const doubled = doubledIn(members, source, index.evidence);
  const isLeftOut = new Set(doubled.map(({ path }) => path));
  const codes = withServiceCodes(members.filter(({ path }) => path !== source && !isLeftOut.has(path)));
  const translations = `${first.before}{language}${first.after}`;
  return [{ source, translations, codes, style: first.style, doubled, first: first.path }];
}

/**
 * One language to the service: Spanish of Spain beside Spanish, English beside a source in English, and `zh` beside `zh-CN`, of which the
 * longer says more.
 */
function doubledIn(
  members: readonly LocalePath[],
  source: string | undefined,
  { copies }: SourceEvidence,
): readonly DoubledFile[] {
  const kept = new Map<string, LocalePath>();
  for (const member of members.toSorted(
    (one, other) =>
      Number(other.path === source) - Number(one.path === source) ||
      other.text.length - one.text.length ||
      (one.text < other.text ? -1 : 1),
  )) {
    if (!kept.has(member.code)) kept.set(member.code, member);
  }
  return members.flatMap(({ code, path, before, after }): DoubledFile[] => {
    if (path === source) return [];
    // `Base.lproj` is English to the service, whatever is in it.
    const isBase = code === "en" && source === `${before}Base${after}`;
    if (source !== undefined && (isBase || copies?.has(path) === true)) return [{ path, kept: source }];
    const other = kept.get(findLanguage(code)?.code ?? code) ?? kept.get(code);
    return other === undefined || other.path === path ? [] : [{ path, kept: other.path }];
  });
}

/** The service has no German of Germany beside its German: what it calls `de` is in `de-DE.json`, by an alias. */
export function withServiceCodes<Found extends LanguageInPath>(members: readonly Found[]): readonly Found[] {
  const own = new Set(members.map(({ code }) => code));
  return members.map((member) => {
    const code = findLanguage(member.code)?.code ?? member.code;
    return own.has(code) ? member : { ...member, code };
  });
}

function sourceOf(first: LocalePath, members: readonly LocalePath[], index: FileIndex): string | undefined {
  const { language, languages, sources } = index.evidence;
  const named = members.find(({ path }) => sources?.has(path) === true);
  const said = language === undefined ? undefined : members.find(({ code }) => code === language)?.path;
  const english = likeliest(members.filter(isEnglish), index.evidence);
  const configured =
    english === undefined ? members.find(({ code }) => languages?.has(code) === true)?.path : undefined;
  const told = said ?? named?.path;
  if (first.after.endsWith(".po")) {
    // Each of these holds the source texts: Australia's English is one of the translations, `en.po` is where others begin.
    const isBeginning = /^en(_US)?$/.test(english?.code ?? "");
    return templateOf(first, index.templates) ?? told ?? (isBeginning ? english?.path : configured);
  }
  const base = baseOf(first).find((path) => index.paths.has(path));
  return base ?? told ?? english?.path ?? configured;
}

/** A repository writes its texts in one English: where several are beside each other, a file that has a string more decides nothing. */
function withUsualEnglish(families: readonly (readonly LocalePath[])[], index: FileIndex): FileIndex {
  const times = new Map<string, number>();
  for (const members of families) {
    const english = members.filter(isEnglish);
    const code = english.length > 1 ? likeliest(english, index.evidence)?.code : undefined;
    if (code !== undefined && code !== "en") times.set(code, (times.get(code) ?? 0) + 1);
  }
  const [usual, next] = [...times].toSorted(([, a], [, b]) => b - a);
  if (usual === undefined || usual[1] === next?.[1]) return index;
  return { ...index, evidence: { ...index.evidence, usualEnglish: usual[0] } };
}

/** Of the strings that another file of the family has: with fewer, a file holds what differs, and is no source. */
const NEARLY_ALL = 0.9;

/**
 * Of several kinds of English: plain, the one that a configuration names, and of those that are nearly whole the one of most families,
 * that of the United States, the most complete. A few strings more are often old ones, which nobody took out of a translation.
 */
function likeliest(
  english: readonly LocalePath[],
  { languages, strings, usualEnglish }: FileIndex["evidence"],
): LocalePath | undefined {
  const most = Math.max(...english.map(({ path }) => strings?.get(path) ?? 0));
  const rank = ({ path, code }: LocalePath): readonly number[] => [
    Number(code === "en"),
    Number(languages?.has(code) === true),
    Number((strings?.get(path) ?? 0) >= most * NEARLY_ALL),
    Number(code === usualEnglish),
    Number(code === "en_US"),
    strings?.get(path) ?? 0,
  ];
  return english.toSorted((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((value, position) => value !== other[position]);
    return at === -1 ? (a.code < b.code ? -1 : 1) : (other[at] ?? 0) - (one[at] ?? 0);
  })[0];
}

function isEnglish({ code }: LanguageInPath): boolean {
  return code === "en" || code.startsWith("en_");
}

/** The file without a code: `values/strings.xml`, `Base.lproj/…`, `base/strings.xml`, `strings.properties`. */
export function baseOf({ before, after, style }: LocalePath): string[] {
  if (style === "android") return [before.slice(0, -1) + after];
  if (style === "apple") return [`${before}Base${after}`];
  if (before.endsWith("moko-resources/")) return [`${before}base${after}`];
  if (!/[^/][._-]$/.test(before) || after.includes("/")) return [];
  const beside = before.slice(0, -1) + after;
  // Angular extracts into the folder of the application, whatever folder the translations are in.
  return /^\.(?:xlf|xliff)$/.test(after) ? [beside, ...inFoldersAbove(beside)] : [beside];
}

function inFoldersAbove(path: string): string[] {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  return parts.slice(0, -2).map((_, depth) => [...parts.slice(0, -2 - depth), name].join("/"));
}

/** The `.pot` of the same name as the `.po`, or the only one, in the nearest folder above or one beside the languages'. */
function templateOf({ before, after }: LocalePath, templates: readonly string[]): string | undefined {
  const stem = after.includes("/") ? after.slice(after.lastIndexOf("/") + 1, -".po".length) : undefined;
  const parts = before.split("/").slice(0, -1);
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join("");
    const near = templates.filter((path) => {
      const rest = path.startsWith(folder) ? path.slice(folder.length) : undefined;
      // Beside the languages a template may have a folder of its own, `template/LC_MESSAGES/`.
      return rest !== undefined && rest.split("/").length <= (depth === parts.length ? 3 : 1);
    });
    const named = near.filter((path) => path.slice(path.lastIndexOf("/") + 1) === `${stem ?? ""}.pot`);
    if (named.length === 1) return named[0];
    if (stem === undefined && near.length === 1) return near[0];
  }
  return undefined;
}

/** The style that gives most of the codes found; the service's own where it does as well. The rest become aliases. */
export function styled({ translations, codes, style }: LocaleFamily): Pick<DetectedFamily, "translations" | "aliases"> {
  const candidates =
    style === undefined ? [undefined, ...Object.keys(languageStyles).filter(isLanguageStyle)] : [style];
  const isGiven = ({ code, text }: LanguageInPath, by: LanguageStyle | undefined): boolean =>
    (by === undefined ? code : formatLanguage(code, by)) === text;
  // How codes are written shows in those as well that the service calls otherwise.
  const asWritten = codes.map((found) => ({ ...found, code: parseLanguage(found.text, style) ?? found.code }));
  const score = (by: LanguageStyle | undefined): number => asWritten.filter((found) => isGiven(found, by)).length;
  const best = candidates.reduce((left, right) => (score(right) > score(left) ? right : left));
  const given = new Set(codes.filter((found) => isGiven(found, best)).map(({ code }) => code));
  const aliases: Record<string, string> = {};
  for (const { code, text } of codes) if (!given.has(code)) aliases[code] ??= text;
  const placeholder = best === undefined ? "{language}" : `{language:${best}}`;
  return { translations: translations.replace("{language}", placeholder), aliases };
}

/**
 * Two languages are no accident. One is, where its code has three letters, as `charger-pro.yaml` beside `charger.yaml`. The source
 * alone is one only where its folder says what it is.
 */
function isConvincing({ source, codes, translations, style }: LocaleFamily): boolean {
  const folderSaysSo = /(^|[/_-])(locales?|i18n|l10n|lang|languages?|translations?|messages|po|intl)\//i.test(
    translations,
  );
  if (folderSaysSo || codes.length > 1 || style !== undefined) return folderSaysSo || codes.length > 0;
  return codes.some(
    ({ text }) => /^[a-z]{2}(?![a-z])/.test(text) && (source !== undefined || translations.endsWith(".po")),
  );
}

/** A source feeds one component: the family with most languages keeps it. */
function withoutDoubles(families: readonly LocaleFamily[]): LocaleFamily[] {
  const bySource = new Map<string, LocaleFamily>();
  for (const family of families) {
    const key = family.source ?? family.translations;
    const other = bySource.get(key);
    if (other === undefined || other.codes.length < family.codes.length) bySource.set(key, family);
  }
  return [...bySource.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, family]) => family);
}
