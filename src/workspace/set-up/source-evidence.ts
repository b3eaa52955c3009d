import { detectFormat } from "../../formats/registry.ts";
import { FormatError } from "../../formats/format.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { parseLanguage } from "../../mapping/language-code.ts";
import { baseOf, type SourceEvidence } from "../../mapping/detect.ts";
import { localePaths } from "../../mapping/locale-path.ts";

/** What a configuration says of the language, or the file, that texts are written in. */
interface Witness {
  readonly isConfiguration: (path: string) => boolean;
  readonly language?: RegExp;
  readonly source?: RegExp;
}

const witnesses: readonly Witness[] = [
  { isConfiguration: named(/^angular\.json$/), language: /"sourceLocale"\s*:\s*(?:\{[^}]*"code"\s*:\s*)?"([\w-]+)"/g },
  { isConfiguration: named(/^l10n\.yaml$/), language: /^template-arb-file:\s*["']?\w*?_([a-z]{2,3}(?:_\w+)?)\.arb/gm },
  {
    isConfiguration: named(
      /^(?:next|next-i18next|nuxt|astro|svelte|vue|i18n|i18next(?:-parser)?|lingui)\.config\.\w+$/,
    ),
    language:
      /\b(?:defaultLocale|sourceLocale|fallbackLng|fallbackLocale|defaultLanguage)["']?\s*[:=]\s*\[?\s*["']([\w-]+)["']/g,
  },
  { isConfiguration: named(/^i18n\.json$/), language: /"source"\s*:\s*"([\w-]+)"/g },
  {
    isConfiguration: (path) => path === ".tx/config",
    language: /^source_lang\s*=\s*(\S+)/gm,
    source: /^source_file\s*=\s*(\S.*)$/gm,
  },
  { isConfiguration: named(/^crowdin\.ya?ml$/), source: /\bsource["']?\s*:\s*["']?\/?([^"'\s,]+)/g },
];

function named(pattern: RegExp): (path: string) => boolean {
  return (path) => !path.includes("node_modules/") && pattern.test(path.slice(path.lastIndexOf("/") + 1));
}

/** Larger ones are none that people write. */
const MOST_BYTES = 200_000;

/**
 * What the repository's own configurations say of the source, and how many strings the English files have.
 * @param language the source language, where somebody names it
 */
export async function sourceEvidence(
  git: Git,
  index: readonly IndexEntry[],
  language: string | undefined,
): Promise<SourceEvidence> {
  const languages = new Set<string>();
  const sources = new Set<string>();
  const strings = new Map<string, number>();
  const copies = new Set<string>();
  const blobs = new Map(index.map(({ path, blob }) => [path, blob]));
  for (const { path, blob, mode } of index) {
    if (!mode.startsWith("100")) continue;
    for (const witness of witnesses) {
      if (!witness.isConfiguration(path)) continue;
      const bytes = await git.read(blob);
      if (bytes.byteLength > MOST_BYTES) continue;
      const text = Buffer.from(bytes).toString("utf8");
      for (const [, code = ""] of witness.language === undefined ? [] : text.matchAll(witness.language)) {
        const known = parseLanguage(code);
        if (known !== undefined) languages.add(known);
      }
      for (const [, source = ""] of witness.source === undefined ? [] : text.matchAll(witness.source)) {
        sources.add(source.trim());
      }
    }
    if (isRegionalEnglish(path)) {
      const count = await stringsIn(git, path, blob);
      if (count !== undefined) strings.set(path, count);
    }
    const base = englishBeside(path).find((name) => blobs.has(name));
    if (base !== undefined && (await saysTheSame(git, { path, blob }, { path: base, blob: blobs.get(base) ?? "" }))) {
      copies.add(path);
    }
  }
  const said = language === undefined ? undefined : parseLanguage(language);
  return { language: said, languages, sources, strings, copies };
}

/** Only among those is a choice to be made by what they hold. */
function isRegionalEnglish(path: string): boolean {
  return /(?:^|[/._-])en[_-][A-Za-z]{2}(?:[/._-])/.test(path);
}

/** The files without a code that an English one may repeat. */
function englishBeside(path: string): readonly string[] {
  return localePaths(path).flatMap((reading) => (reading.code === "en" ? baseOf(reading) : []));
}

async function saysTheSame(git: Git, one: NamedBlob, other: NamedBlob): Promise<boolean> {
  const [texts, others] = [await textsIn(git, one), await textsIn(git, other)];
  if (texts === undefined || others === undefined) return one.blob === other.blob;
  const shared = [...texts].filter(([key]) => others.has(key));
  const equal = shared.filter(([key, text]) => others.get(key) === text);
  return shared.length === 0 || equal.length * 2 >= shared.length;
}

interface NamedBlob {
  readonly path: string;
  readonly blob: string;
}

async function textsIn(git: Git, { path, blob }: NamedBlob): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const bytes = await git.read(blob);
    const units = detectFormat(path, bytes)?.read(bytes, { path }).units;
    return units && new Map(units.map(({ key, target }) => [JSON.stringify(key), target.join("\n")]));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function stringsIn(git: Git, path: string, blob: string): Promise<number | undefined> {
  try {
    const bytes = await git.read(blob);
    const format = detectFormat(path, bytes);
    return format?.read(bytes, { path }).units.filter(({ target }) => target.some((text) => text !== "")).length;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
