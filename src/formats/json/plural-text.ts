import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import type { JsonEditor, NewObject, NewValue } from "./edit.ts";
import { plainForms, renameForms, setForms, type Forms, type FormShape } from "./forms.ts";
import { membersOf, type JsonContainer, type JsonMember } from "./tree.ts";

/** A member whose value is a text, or a plural with one for each of CLDR's categories. */
export interface PluralText {
  readonly member: JsonMember;
  /** Undefined for a text. */
  readonly plural: Forms | undefined;
}

/** How a format writes plurals. */
export interface PluralShape extends FormShape {
  /** The object with the categories, of a member that has a plural. */
  readonly casesOf: (member: JsonMember) => JsonContainer | undefined;
  readonly pluralOf: (cases: NewObject) => NewValue;
}

/** `{ "one": "text", "other": "text" }` */
export const plainPlural: PluralShape = {
  ...plainForms,
  casesOf: ({ value }) => (value.kind === "object" ? value : undefined),
  pluralOf: (cases) => cases,
};

export function readPluralText(
  member: JsonMember,
  language: string | undefined,
  shape: PluralShape = plainPlural,
): PluralText {
  const cases = shape.casesOf(member);
  return { member, plural: cases === undefined ? undefined : formsIn(cases, language) };
}

function formsIn(container: JsonContainer, language: string | undefined): Forms {
  const byCategory = categoriesIn(container);
  const present = [...byCategory.keys()];
  const names = wantedCategories(present, language);
  const beyond = [...byCategory].flatMap(([category, member]) => (names.includes(category) ? [] : [member]));
  return { container, names, members: names.map((name) => byCategory.get(name)), beyond };
}

/** The categories of a plural's forms: an object with "other" alone has one text, and more to say about it than a text has. */
export function wantedCategories(
  present: readonly PluralCategory[],
  language: string | undefined,
): readonly PluralCategory[] {
  if (present.every((category) => category === "other")) return ["other"];
  return withOther(pluralCategories(language, present), present);
}

/** Where the language's last category is missing, "other" stands in for it. */
export function withOther(
  wanted: readonly PluralCategory[],
  present: readonly PluralCategory[],
): readonly PluralCategory[] {
  const last = wanted.at(-1);
  const isReplaced = last !== undefined && !present.includes(last) && present.includes("other");
  return isReplaced ? [...wanted.slice(0, -1), "other"] : wanted;
}

function categoriesIn(cases: JsonContainer): ReadonlyMap<PluralCategory, JsonMember> {
  const categories = new Map<PluralCategory, JsonMember>();
  for (const member of membersOf(cases)) {
    if (!member.isRemoved && isPluralCategory(member.name)) categories.set(member.name, member);
  }
  return categories;
}

/** Where the text of each form stands. */
export function textsOf(
  { member, plural }: PluralText,
  { textOf }: FormShape = plainForms,
): readonly (JsonMember | undefined)[] {
  if (plural === undefined) return [member];
  return plural.members.map((form) => (form === undefined ? undefined : textOf(form)));
}

export function setPluralText(
  editor: JsonEditor,
  text: PluralText,
  target: readonly string[],
  language: string | undefined,
  shape: PluralShape = plainPlural,
): PluralText {
  const { member, plural } = text;
  if (plural !== undefined) {
    const isSame = plural.names.length === target.length;
    const names = isSame ? plural.names : pluralCategories(language, [], target.length);
    const write = isSame ? setForms(editor, plural, target, shape) : renameForms(editor, plural, names, target, shape);
    return { member, plural: write };
  }
  if (target.length > 1) {
    editor.setValue(member, newPluralText(target, language, shape));
    return readPluralText(member, language, shape);
  }
  editor.setText(member, target[0] ?? "");
  return text;
}

export function newPluralText(
  target: readonly string[],
  language: string | undefined,
  shape: PluralShape = plainPlural,
): NewValue {
  return target.length > 1 ? shape.pluralOf(newCases(target, language, shape)) : (target[0] ?? "");
}

/** `{ "one": …, "other": … }` */
export function newCases(
  target: readonly string[],
  language: string | undefined,
  { valueOf }: FormShape = plainForms,
): NewObject {
  const names = pluralCategories(language, [], target.length);
  return Object.fromEntries(names.map((name, index) => [name, valueOf(target[index] ?? "")]));
}
