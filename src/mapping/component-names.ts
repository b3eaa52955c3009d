import type { LocaleFamily } from "./locale-family.ts";
import { captureNames, fillPattern, parsePattern } from "./pattern.ts";
import { componentFiles } from "./translation-sets.ts";

/** Parts of a path that say that there are texts, not what they are about; names only where there is nothing better. */
const genericPart =
  /^(locales?|i18n|l10n|lang|langs|languages?|translations?|messages|lc_messages|po|intl|strings|localizable|values|common|default|index|main|app|src|lib|res|resources?|assets|public|static|content|data|config|base|lproj)$/i;

/** For every family, in order, the shortest name that its path offers and no other has; captures may stand in it. */
export function componentNames(families: readonly LocaleFamily[]): string[] {
  const taken = new Set<string>();
  // Those with captures first: they stand for names that cannot be chosen.
  const ordered = families.toSorted((a, b) => b.sources.length - a.sources.length);
  const named = new Map(
    ordered.map((family) => {
      const name = firstFree(candidates(family), family, taken);
      for (const component of expand(name, family)) taken.add(component);
      return [family, name];
    }),
  );
  return families.map((family) => named.get(family) ?? "");
}

function* candidates({ source, translations }: LocaleFamily): Generator<string> {
  const captures = captureNames(parsePattern(source ?? translations))
    .filter((name) => name !== "language")
    .map((name) => `{${name}}`);
  const words = wordsOf(translations);
  const start = captures.length > 0 ? captures : words.slice(0, 1);
  const more = captures.length > 0 ? words : words.slice(1);
  const base = start.length > 0 ? start.join("-") : "strings";
  yield base;
  for (let count = 1; count <= more.length; count++) yield [...more.slice(0, count).toReversed(), base].join("-");
  for (let number = 2; ; number++) yield `${base}-${String(number)}`;
}

/** What tells most comes first: from the file's name outwards, the generic parts last. */
function wordsOf(path: string): string[] {
  const words = path
    .replace(/\.[^./]+$/, "")
    .split("/")
    .toReversed()
    .map((part) =>
      part
        .replaceAll(/[._-]*\{[^}]*\}[._-]*/g, "-")
        .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
        .replaceAll(/^[-_]+|[-_]+$/g, "")
        .toLowerCase(),
    )
    .filter((part) => part !== "");
  return [...words.filter((word) => !genericPart.test(word)), ...words.filter((word) => genericPart.test(word))];
}

function firstFree(names: Iterable<string>, family: LocaleFamily, taken: ReadonlySet<string>): string {
  for (const name of names) if (expand(name, family).every((component) => !taken.has(component))) return name;
  return "";
}

function expand(name: string, { source, translations, sources }: LocaleFamily): string[] {
  const pattern = parsePattern(name);
  return componentFiles({ source, translations }, sources).map(({ captures }) => fillPattern(pattern, captures));
}
