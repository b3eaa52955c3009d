import type { LocaleFamily } from "./locale-family.ts";
import { componentFiles } from "./translation-sets.ts";

/**
 * Families whose paths differ in one segment, or in the file's name, become one with a capture there:
 * `packages/web/i18n/en.json` and `packages/api/i18n/en.json` are `packages/{package}/i18n/en.json`.
 */
export function mergeSiblings(families: readonly LocaleFamily[], files: readonly string[]): LocaleFamily[] {
  const groups = new Map<string, Generalised[]>();
  for (const generalised of families.flatMap(generalisations)) {
    const key = `${generalised.source ?? ""}\0${generalised.translations}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [generalised]);
    else group.push(generalised);
  }
  const left = new Set(families);
  const merged: LocaleFamily[] = [];
  for (const group of [...groups.values()].toSorted((a, b) => b.length - a.length)) {
    const members = group.filter(({ family }) => left.has(family));
    const others = [...left].filter((family) => !members.some((member) => member.family === family));
    const family = members.length > 1 ? merge(members, others, files) : undefined;
    if (family === undefined) continue;
    merged.push(family);
    for (const member of members) left.delete(member.family);
  }
  return [...merged, ...left].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ source, translations }: LocaleFamily): string {
  return source ?? translations;
}

/** A family with one piece of its paths replaced by a capture. */
interface Generalised {
  readonly family: LocaleFamily;
  readonly source: string | undefined;
  readonly translations: string;
}

function generalisations(family: LocaleFamily): Generalised[] {
  const segments = family.translations.split("/");
  return segments.flatMap((segment, index): Generalised[] => {
    if (segment.includes("{")) return [];
    const isFile = index === segments.length - 1;
    const piece = isFile ? segment.replace(/\.[^.]+$/, "") : segment;
    const source = (family.source ?? family.translations).split("/");
    // The same piece has to stand in the source: at the same place, or as the file's name without its extension.
    const place = isFile ? source.length - 1 : index;
    const own = isFile ? source[place]?.replace(/\.[^.]+$/, "") : source[place];
    if (piece === "" || own !== piece) return [];
    const name = isFile ? "namespace" : captureName(segments[index - 1]);
    const withCapture = (parts: readonly string[], at: number): string =>
      parts.map((part, position) => (position === at ? `{${name}}${part.slice(piece.length)}` : part)).join("/");
    const generalised = { family, translations: withCapture(segments, index) };
    return [{ ...generalised, source: family.source === undefined ? undefined : withCapture(source, place) }];
  });
}

/** `packages/` hold a `{package}`. */
function captureName(folder: string | undefined): string {
  const singular = /^([a-z]+[a-z])s$/i.exec(folder ?? "")?.[1]?.toLowerCase();
  return singular === undefined || singular === "language" ? "name" : singular;
}

function translationsOf({ translations, codes, doubled }: LocaleFamily): readonly string[] {
  return [...codes.map(({ text }) => translations.replace("{language}", text)), ...doubled.map(({ path }) => path)];
}

/** Not merged is what the mapping would refuse: names that are no slugs, and files that another family has. */
function merge(
  members: readonly Generalised[],
  others: readonly LocaleFamily[],
  files: readonly string[],
): LocaleFamily | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const matches = componentFiles(first, files);
  const taken = new Set(others.flatMap((family) => [...family.sources, ...translationsOf(family)]));
  const own = new Set(members.flatMap(({ family }) => family.sources));
  // Android's `values/` has much besides texts: there every file found is to be one of theirs.
  const isMixed = first.family.style === "android";
  const isUsable = matches.every(
    ({ path, captures }) =>
      !taken.has(path) &&
      (!isMixed || own.has(path)) &&
      Object.values(captures).every((value) => /^[A-Za-z0-9_-]+$/.test(value)),
  );
  if (!isUsable) return undefined;
  return {
    source: first.source,
    translations: first.translations,
    codes: members.flatMap(({ family }) => family.codes),
    style: first.family.style,
    doubled: members.flatMap(({ family }) => family.doubled),
    sources: matches.map(({ path }) => path),
  };
}
