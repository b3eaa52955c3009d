import { languageTag } from "../language-tag.ts";
import { perForm, perSource, quoteAll, type CheckedText, type Finders, type Verdict } from "./check.ts";
import { parseIcuMessage, type IcuMessage } from "./icu-parser.ts";
import { variantsOf, type IcuChoice, type IcuVariant } from "./icu-variants.ts";
import { difference, isNumberName } from "./placeholders.ts";
import { isOfFew } from "./plural-match.ts";

const PLURAL_TYPES = { plural: "cardinal", selectordinal: "ordinal" } as const;
/** Whole numbers up to here show every category a user is likely to meet; French "many" begins at a million. */
const NUMBERS_TO_TRY = 220;

export const icuFinders: Finders = {
  icu_message_format: perForm((source, target, text) => {
    const [wanted, found] = [parseIcuMessage(source), parseIcuMessage(target)];
    if ("mistake" in wanted) return undefined;
    if ("mistake" in found) return `${found.mistake.message} (character ${String(found.mistake.offset + 1)}).`;
    const [there, here] = [argumentsOf(wanted.message), argumentsOf(found.message)];
    const verdict = compareVariants(
      { arguments: there, variants: variantsOf(source, wanted.message, text.sourceLanguage) ?? [] },
      { arguments: here, variants: variantsOf(target, found.message, text.language) ?? [] },
      text,
    );
    return verdict ?? compareMessages(there, here, text.language);
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

interface Expanded {
  readonly arguments: ReadonlyMap<string, Occurrences>;
  readonly variants: readonly IcuVariant[];
}

/** Each variant shows what the source's variants for the same case show; what it shows, any of the source's may name. */
function compareVariants(wanted: Expanded, found: Expanded, languages: CheckedText): Verdict {
  const always = shownInAll(wanted.variants).filter((name) => !found.arguments.has(name));
  const unexpected = [...found.arguments.keys()].filter((name) => !wanted.arguments.has(name));
  if (unexpected.length > 0) return difference(always.map(inBraces), unexpected.map(inBraces));
  for (const variant of found.variants) {
    const alike = wanted.variants.filter(({ choices }) =>
      isAlike(wanted.arguments, choices, variant.choices, languages),
    );
    const counted = new Set(
      variant.choices.filter((choice) => mayUseWords(choice, languages.language)).map(({ name }) => name),
    );
    const missing = shownInAll(alike.length === 0 ? wanted.variants : alike).filter(
      (name) => !variant.shown.includes(name) && !counted.has(name) && !(counted.size > 0 && isNumberName(name)),
    );
    if (missing.length > 0) {
      const place = variant.choices
        .map(({ name, selector }) => `{${name}} is ${JSON.stringify(selector)}`)
        .join(" and ");
      const message = difference(missing.map(inBraces), []);
      return place === "" ? message : `${message.slice(0, -1)} where ${place}.`;
    }
  }
  return undefined;
}

function shownInAll(variants: readonly IcuVariant[]): readonly string[] {
  const [first, ...rest] = variants;
  return [...new Set(first?.shown)].filter((name) => rest.every(({ shown }) => shown.includes(name)));
}

/** Whether a case of the source is the one to compare a case of the translation with. */
function isAlike(
  wanted: ReadonlyMap<string, Occurrences>,
  source: readonly IcuChoice[],
  target: readonly IcuChoice[],
  languages: CheckedText,
): boolean {
  return source.every((there) => {
    const here = target.find(({ name }) => name === there.name);
    if (here === undefined) return true;
    if (here.type === "select") {
      const isOwn = wanted.get(here.name)?.selectors.has(here.selector) === true;
      return there.selector === (isOwn ? here.selector : "other");
    }
    const [own, other] = [numbersOf(here, languages.language), numbersOf(there, languages.sourceLanguage)];
    if (own === undefined || other === undefined) return true;
    return isOfFew(own) ? own.some((number) => other.includes(number)) : there.selector === "other";
  });
}

/** A case of one number or two may say it in words. */
function mayUseWords(choice: IcuChoice, language: string): boolean {
  if (choice.type === "select") return false;
  const numbers = numbersOf(choice, language);
  return numbers === undefined ? choice.selector !== "other" : isOfFew(numbers);
}

/** Numbers up to some limit; undefined where nobody can tell. */
function numbersOf({ type, selector }: IcuChoice, language: string): readonly number[] | undefined {
  const exact = /^=(\d{1,15})$/.exec(selector)?.[1];
  if (exact !== undefined) return [Number(exact)];
  const kind = type === "selectordinal" ? "ordinal" : "cardinal";
  return categoriesOf({ language, kind })?.met.get(selector);
}

function compareMessages(
  wanted: ReadonlyMap<string, Occurrences>,
  found: ReadonlyMap<string, Occurrences>,
  language: string,
): Verdict {
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
    const message = `{${name}} is ${kinds(here.types)}, expected ${kinds(there.types)}.`;
    // A value that is shown plainly is shown; what is no number cannot be counted.
    const isShown = foreign.length === 0 || (isNumberName(name) && foreign.every((type) => NUMERIC.has(type)));
    return isShown ? { message, severity: "looks-wrong" } : message;
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

const NUMERIC: ReadonlySet<string> = new Set(["number", "plural", "selectordinal", "spellout", "ordinal"]);

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
  const tag = languageTag(language);
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
