import { isPluralCategory, pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import {
  insert,
  newSlot,
  remove,
  textOf,
  writeText,
  type Branch,
  type CollectionNode,
  type Slot,
} from "./node-tree.ts";

/** Every key is a plural category, and every value a text or nothing. */
export function isPluralMap<Style>({ kind, entries }: CollectionNode<Style>): boolean {
  return (
    kind === "map" &&
    entries.length > 0 &&
    entries.every(
      ({ name, node }) => isPluralCategory(name) && (node.kind === "text" || (node.kind === "other" && node.isVacant)),
    )
  );
}

/** One text per category of the language, "" where the file has none. */
export function formsOf<Style>({ entries }: CollectionNode<Style>, language: string | undefined): readonly string[] {
  const texts = new Map(entries.map(({ name, node }) => [name, node.kind === "text" ? node.value : undefined]));
  const present = [...texts.keys()].filter(isPluralCategory);
  return pluralTexts((name) => texts.get(name), pluralCategories(language, present));
}

/** The forms' texts; "other" stands in for the last one. */
function pluralTexts(
  text: (category: string) => string | undefined,
  categories: readonly PluralCategory[],
): readonly string[] {
  const last = categories.at(-1);
  return categories.map((category) => text(category) ?? (category === last ? text("other") : undefined) ?? "");
}

/** Writes a plural's forms to a map of categories; one that is missing takes its place among the others. */
export function writeForms<Style>(
  branch: Branch<Style>,
  wanted: readonly string[],
  language: string | undefined,
): void {
  const present = [...branch.byName.keys()].filter(isPluralCategory);
  const former = pluralTexts((name) => formText(branch, name), pluralCategories(language, present));
  const categories = pluralCategories(language, present, wanted.length);
  let behind: Slot<Style> | undefined;
  for (const [index, name] of categories.entries()) {
    const text = wanted[index] ?? "";
    const slot = branch.byName.get(name);
    const isSame = wanted.length === former.length && text === former[index];
    if (slot !== undefined) {
      if (!isSame) writeForm(slot, text);
      behind = slot;
    } else if (!isSame || branch.collection === undefined) {
      behind = addForm(branch, name, text, behind);
    }
  }
  // Forms beyond the language's own ("other" in Polish) say what its last one says.
  const last = former.at(-1);
  for (const [name, slot] of branch.byName) {
    const isBeyond = !categories.some((category) => category === name);
    if (isBeyond && last !== "" && formText(branch, name) === last) writeForm(slot, wanted.at(-1) ?? "");
  }
}

/** Leaves a plural the one text that it has for all numbers. */
export function writeOther<Style>(branch: Branch<Style>, text: string): void {
  for (const [name, slot] of branch.byName) if (name !== "other") remove(slot);
  const slot = branch.byName.get("other");
  if (slot === undefined) addForm(branch, "other", text, undefined);
  else writeForm(slot, text);
}

function addForm<Style>(
  branch: Branch<Style>,
  name: string,
  text: string,
  behind: Slot<Style> | undefined,
): Slot<Style> {
  const slot = newSlot(branch, name);
  slot.value = { kind: "leaf", node: undefined, text };
  insert(slot, behind);
  branch.live += 1;
  return slot;
}

function writeForm<Style>({ value }: Slot<Style>, text: string): void {
  if (value.kind === "leaf") writeText(value, text);
}

function formText<Style>(branch: Branch<Style>, name: string): string | undefined {
  const value = branch.byName.get(name)?.value;
  return value?.kind === "leaf" ? textOf(value) : undefined;
}
