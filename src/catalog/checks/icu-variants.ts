import { parseIcuMessage, type IcuArgument, type IcuMessage } from "./icu-parser.ts";
import { categoryNumbers } from "./plural-match.ts";
import { isPluralCategory } from "../plural-categories.ts";

/** What an ICU message says for one choice of its selectors. */
export interface IcuVariant {
  readonly text: string;
  /** Arguments whose values are shown; `#` shows that of the plural around it. */
  readonly shown: readonly string[];
  readonly choices: readonly IcuChoice[];
}

export interface IcuChoice {
  readonly name: string;
  /** `plural`, `selectordinal` or `select` */
  readonly type: string;
  readonly selector: string;
}

/** More than anybody writes by hand; beyond it the rest is not looked at one by one. */
const MOST_VARIANTS = 300;

/**
 * Every text that the message can say in its language; undefined where there are too many. An argument chooses alike wherever it
 * stands.
 */
export function variantsOf(text: string, message: IcuMessage, language: string): readonly IcuVariant[] | undefined {
  const all = expand({ text, language }, message, { text: "", shown: undefined, choices: [] }, undefined);
  return all.length > MOST_VARIANTS ? undefined : all.map((variant) => ({ ...variant, shown: namesOf(variant.shown) }));
}

/** The last argument that is shown, and those before it: what a variant has is not copied for each that comes. */
interface Shown {
  readonly name: string;
  readonly before: Shown | undefined;
}

interface GrowingVariant extends Omit<IcuVariant, "shown"> {
  readonly shown: Shown | undefined;
}

function namesOf(shown: Shown | undefined): readonly string[] {
  const names: string[] = [];
  for (let one = shown; one !== undefined; one = one.before) names.push(one.name);
  return names.toReversed();
}

interface Said {
  readonly text: string;
  readonly language: string;
}

/** `one {} =1 {One file}`: where 1 is all that "one" stands for, nobody ever reads it. */
function isChosen({ type, variants }: IcuArgument, selector: string, language: string): boolean {
  if (type !== "plural" || selector === "other" || !isPluralCategory(selector)) return true;
  const numbers = categoryNumbers(language).get(selector);
  return (
    numbers === undefined || numbers.length === 0 || !numbers.every((number) => variants.has(`=${String(number)}`))
  );
}

function expand(said: Said, message: IcuMessage, before: GrowingVariant, plural: string | undefined): GrowingVariant[] {
  let at = message.start;
  const shown = message.hasNumberSign && plural !== undefined ? { name: plural, before: before.shown } : before.shown;
  let variants: GrowingVariant[] = [{ ...before, shown }];
  for (const argument of message.arguments) {
    const literal = said.text.slice(at, argument.start);
    at = argument.end;
    variants = variants.flatMap((variant) =>
      expandArgument(said, argument, { ...variant, text: variant.text + literal }, plural),
    );
    if (variants.length > MOST_VARIANTS) return variants;
  }
  const rest = said.text.slice(at, message.end);
  return variants.map((variant) => ({ ...variant, text: variant.text + rest }));
}

function expandArgument(
  said: Said,
  argument: IcuArgument,
  before: GrowingVariant,
  plural: string | undefined,
): GrowingVariant[] {
  const { name, type, variants } = argument;
  if (variants.size === 0) {
    return [{ ...before, text: `${before.text}{${name}}`, shown: { name, before: before.shown } }];
  }
  const made = before.choices.find((choice) => choice.name === name && choice.type === type);
  const chosen = made === undefined ? undefined : (variants.get(made.selector) ?? variants.get("other"));
  const inner = type === "select" ? plural : name;
  if (chosen !== undefined) return expand(said, chosen, before, inner);
  return Array.from(variants, ([selector, message]) =>
    isChosen(argument, selector, said.language)
      ? expand(said, message, { ...before, choices: [...before.choices, { name, type, selector }] }, inner)
      : [],
  ).flat();
}

const CHOOSES = /\{\s{0,9}\w{1,100}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/;

/** The texts of an ICU message that chooses; any other text as it is. */
export function variantTexts(text: string, language: string): readonly string[] {
  if (!CHOOSES.test(text)) return [text];
  const read = parseIcuMessage(text);
  const variants = "mistake" in read ? undefined : variantsOf(text, read.message, language);
  return variants?.map((variant) => variant.text) ?? [text];
}
