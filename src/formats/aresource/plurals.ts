import { findLanguage } from "../../catalog/languages.ts";

/** CLDR's categories in its order, which is that of a unit's plural forms. */
const QUANTITIES = ["zero", "one", "two", "few", "many", "other"] as const;

export type Quantity = (typeof QUANTITIES)[number];

export function isQuantity(name: string | undefined): name is Quantity {
  return QUANTITIES.some((quantity) => quantity === name);
}

/** What files have where nobody knows their language, by number of forms. */
const usual: readonly (readonly Quantity[])[] = [
  ["other"],
  ["one", "other"],
  ["one", "few", "other"],
  ["one", "few", "many", "other"],
  ["one", "two", "few", "many", "other"],
  QUANTITIES,
];

/**
 * The categories that a unit's forms stand for. A known language decides (Czech: one, few, other), so that a file that
 * lacks one shows where; otherwise the file does, and every plural has two at least.
 *
 * @param count number of forms wanted; undefined: the language's own
 */
export function quantitiesOf(
  language: string | undefined,
  present: readonly Quantity[],
  count?: number,
): readonly Quantity[] {
  const known = language === undefined ? undefined : findLanguage(language);
  if (known !== undefined) return fit(integerQuantities(known.code), count ?? known.plural.number);
  const own = inOrder(present.every((name) => name === "one" || name === "other") ? ["one", "other"] : present);
  if (count === undefined || count === own.length) return own;
  return usual[count - 1] ?? QUANTITIES;
}

const integerQuantitiesByLanguage = new Map<string, readonly Quantity[]>();

/** Categories that whole numbers have: Android's plurals count nothing else. */
function integerQuantities(code: string): readonly Quantity[] {
  const [language = ""] = code.split(/[_@-]/);
  const known = integerQuantitiesByLanguage.get(language);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(/^[a-z]{2,3}$/.test(language) ? language : "en");
  const quantities = inOrder(Array.from({ length: 201 }, (_, number) => rules.select(number)));
  integerQuantitiesByLanguage.set(language, quantities);
  return quantities;
}

const REPLACEABLE: readonly Quantity[] = ["many", "few", "two", "zero", "one", "other"];

/** Services differ in the number of forms of a few languages; the last ones are the least missed. */
function fit(quantities: readonly Quantity[], count: number): readonly Quantity[] {
  if (count === 1) return ["other"];
  const missing = REPLACEABLE.filter((name) => !quantities.includes(name));
  const enough = [...quantities, ...missing.slice(0, Math.max(0, count - quantities.length))];
  const dropped = new Set(REPLACEABLE.filter((name) => enough.includes(name)).slice(0, enough.length - count));
  return inOrder(enough.filter((name) => !dropped.has(name)));
}

function inOrder(names: readonly Quantity[]): readonly Quantity[] {
  return QUANTITIES.filter((quantity) => names.includes(quantity));
}

/** `values-cs`, `values-pt-rBR`, `values-mcc310-en-night`, `values-b+sr+Latn`. */
const DIRECTORY =
  /(?:^|\/)values(?:-mcc\d+)?(?:-mnc\d+)?-(?:([a-z]{2,3})(?:-r([A-Z]{2}))?|b\+([A-Za-z0-9+]+))(?:-[^/]*)?\/[^/]*$/;

/** The service's code of the language that a path says; undefined for `values/` and for qualifiers of other things (`values-v21`). */
export function languageOfPath(path: string | undefined): string | undefined {
  const [, language, region, tag] = DIRECTORY.exec(path ?? "") ?? [];
  // The qualifier of a screen in a car.
  if (language === "car") return undefined;
  const code = tag?.replaceAll("+", "_") ?? (region === undefined ? language : `${language ?? ""}_${region}`);
  return code === undefined ? undefined : findLanguage(code)?.code;
}
