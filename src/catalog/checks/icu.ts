import { perForm, perSource, quoteAll, type Finders, type Verdict } from "./check.ts";
import { parseIcuMessage, type IcuMessage } from "./icu-parser.ts";
import { difference } from "./placeholders.ts";

const PLURAL_TYPES = { plural: "cardinal", selectordinal: "ordinal" } as const;
/** Whole numbers up to here show every category a user is likely to meet; French "many" begins at a million. */
const NUMBERS_TO_TRY = 220;

export const icuFinders: Finders = {
  icu_message_format: perForm((source, target, { language }) => {
    const [wanted, found] = [parseIcuMessage(source), parseIcuMessage(target)];
    if ("mistake" in found) return `${found.mistake.message} (character ${String(found.mistake.offset + 1)}).`;
    if ("mistake" in wanted) return undefined;
    return compareMessages(argumentsOf(wanted.message), argumentsOf(found.message), language);
  }),

  icu_message_format_syntax: perSource((source) => {
    const read = parseIcuMessage(source);
    return "mistake" in read ? `${read.mistake.message} (character ${String(read.mistake.offset + 1)}).` : undefined;
  }),
};

/** Every occurrence of every argument, with the selectors of all its occurrences together. */
interface Occurrences {
  readonly types: ReadonlySet<string>;
  readonly selectors: ReadonlySet<string>;
}

function argumentsOf(message: IcuMessage): ReadonlyMap<string, Occurrences> {
  const all = new Map<string, { types: Set<string>; selectors: Set<string> }>();
  const collect = ({ arguments: found }: IcuMessage): void => {
    for (const { name, type, variants } of found) {
      const occurrences = all.get(name) ?? { types: new Set(), selectors: new Set() };
      all.set(name, occurrences);
      occurrences.types.add(type);
      for (const [selector, variant] of variants) {
        occurrences.selectors.add(selector);
        collect(variant);
      }
    }
  };
  collect(message);
  return all;
}

function compareMessages(
  wanted: ReadonlyMap<string, Occurrences>,
  found: ReadonlyMap<string, Occurrences>,
  language: string,
): Verdict {
  const missing = [...wanted.keys()].filter((name) => !found.has(name));
  const unexpected = [...found.keys()].filter((name) => !wanted.has(name));
  if (missing.length > 0 || unexpected.length > 0) return difference(missing.map(inBraces), unexpected.map(inBraces));
  for (const [name, here] of found) {
    const there = wanted.get(name);
    const verdict = there && compareArguments({ name, there, here, language });
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

interface ArgumentPair {
  readonly name: string;
  readonly there: Occurrences;
  readonly here: Occurrences;
  readonly language: string;
}

function compareArguments({ name, there, here, language }: ArgumentPair): Verdict {
  const foreign = [...here.types].filter((type) => type !== "" && !there.types.has(type));
  const lost = [...there.types].filter((type) => type !== "" && !here.types.has(type));
  if (foreign.length > 0 || lost.length > 0) {
    const kinds = (types: ReadonlySet<string>) => quoteAll([...types].map((type) => type || "plain"));
    return `{${name}} is ${kinds(here.types)}, expected ${kinds(there.types)}.`;
  }
  for (const [type, kind] of Object.entries(PLURAL_TYPES)) {
    if (here.types.has(type)) return compareCategories(name, here.selectors, { language, kind });
  }
  // One that lacks is shown by "other"; a translated one never.
  const foreignSelectors = [...here.selectors].filter((selector) => !there.selectors.has(selector));
  return foreignSelectors.length > 0
    ? `Selectors of {${name}}: expected ${quoteAll(there.selectors)}, found ${quoteAll(foreignSelectors)}.`
    : undefined;
}

function inBraces(name: string): string {
  return `{${name}}`;
}

interface PluralLanguage {
  readonly language: string;
  readonly kind: "cardinal" | "ordinal";
}

/** By CLDR: a category the language has not is never shown; one that lacks shows the wrong words. */
function compareCategories(name: string, selectors: ReadonlySet<string>, plural: PluralLanguage): Verdict {
  const categories = categoriesOf(plural);
  const named = [...selectors].filter((selector) => !selector.startsWith("="));
  const invalid = named.filter((selector) => !["zero", "one", "two", "few", "many", "other"].includes(selector));
  if (invalid.length > 0) return `{${name}} has ${quoteAll(invalid)}, which is no plural category.`;
  if (categories === undefined) return undefined;
  const foreign = named.filter((selector) => !categories.all.has(selector));
  const lacking = [...categories.met].filter(
    ([category, numbers]) =>
      !selectors.has(category) && !(numbers.length === 1 && selectors.has(`=${String(numbers[0])}`)),
  );
  if (foreign.length === 0 && lacking.length === 0) return undefined;
  const parts = [
    lacking.length > 0 ? `missing ${quoteAll(lacking.map(([category]) => category))}` : "",
    foreign.length > 0 ? `never used ${quoteAll(foreign)}` : "",
  ].filter((part) => part !== "");
  const message = `Plural categories of {${name}} in language ${plural.language}: ${parts.join("; ")}.`;
  return { message, severity: "looks-wrong" };
}

interface Categories {
  readonly all: ReadonlySet<string>;
  /** Those that small whole numbers fall into, with the numbers. */
  readonly met: ReadonlyMap<string, readonly number[]>;
}

const categoriesByLanguage = new Map<string, Categories | undefined>();

function categoriesOf({ language, kind }: PluralLanguage): Categories | undefined {
  const key = `${kind} ${language}`;
  if (!categoriesByLanguage.has(key)) categoriesByLanguage.set(key, readCategories({ language, kind }));
  return categoriesByLanguage.get(key);
}

function readCategories({ language, kind }: PluralLanguage): Categories | undefined {
  const tag = language.replace(/@.*$/, "").replaceAll("_", "-");
  try {
    if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) return undefined;
  } catch {
    return undefined; // No language tag: nothing is known of its plurals.
  }
  const rules = new Intl.PluralRules(tag, { type: kind });
  const numbers = Array.from({ length: NUMBERS_TO_TRY }, (_, number) => number);
  return {
    all: new Set(rules.resolvedOptions().pluralCategories),
    met: Map.groupBy(numbers, (number) => rules.select(number)),
  };
}
