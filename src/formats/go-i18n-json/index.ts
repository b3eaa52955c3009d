import { isEmpty } from "../../catalog/texts.ts";
import type { Unit } from "../../catalog/unit.ts";
import { isPluralCategory } from "../../catalog/plural-categories.ts";
import type { Format } from "../format.ts";
import { noteOf } from "../json/described.ts";
import type { NewObject, NewValue } from "../json/edit.ts";
import type { JsonEntry, JsonWriter } from "../json/entry.ts";
import { jsonFormat, type JsonContext } from "../json/json-format.ts";
import {
  newCases,
  newPluralText,
  readPluralText,
  setPluralText,
  textsOf,
  type PluralText,
} from "../json/plural-text.ts";
import { membersOf, memberNamed, textNamed, type JsonContainer, type JsonFile, type JsonMember } from "../json/tree.ts";
import { errorAt } from "../text/source-text.ts";

/** Version 1: a list of `{ "id": "key", "translation": "text" }`, or of plurals by CLDR's categories. */
export const goI18nJson: Format = jsonFormat({
  id: "go-i18n-json",
  top: "array",
  empty: "[]\n",
  entries: listEntries,
  writer: (editor, { language }): JsonWriter<GoEntry> => ({
    set(entry, target) {
      const { text, members } = entry;
      if (text?.member.value.kind === "other" && isEmpty(target)) return entry;
      if (text !== undefined) return withText(entry, setPluralText(editor, text, target, language));
      const message = members[0]?.value;
      if (message?.kind !== "object" || isEmpty(target)) return entry;
      const member = editor.insert(message, "translation", "end", newPluralText(target, language));
      return withText(entry, readPluralText(member, language));
    },
    add(unit, anchor) {
      const { root } = editor.file;
      const member = editor.insert(root, undefined, anchor, listed(unit, language));
      const place = member.value.kind === "object" ? memberNamed(member.value, "translation") : undefined;
      return entryOf(unit.key, member, place === undefined ? undefined : readPluralText(place, language), "");
    },
  }),
});

/** Version 2: `"key": "text"`, or an object with texts by CLDR's categories, a description, and a hash of the source. */
export const goI18nJsonV2: Format = jsonFormat({
  id: "go-i18n-json-v2",
  entries: namedEntries,
  writer: (editor, { language }): JsonWriter<GoEntry> => ({
    set: (entry, target) =>
      entry.text === undefined ? entry : withText(entry, setPluralText(editor, entry.text, target, language)),
    add(unit, anchor) {
      const member = editor.insert(editor.file.root, unit.key, anchor, named(unit, language));
      return entryOf(unit.key, member, readPluralText(member, language), "");
    },
  }),
});

interface GoEntry extends JsonEntry {
  /** Undefined where the file has no translation yet. */
  readonly text: PluralText | undefined;
}

function entryOf(key: string, member: JsonMember, text: PluralText | undefined, note: string): GoEntry {
  const forms = text === undefined ? [undefined] : textsOf(text);
  return { key, line: member.line, forms, members: [member], text, ...(note === "" ? {} : { about: { note } }) };
}

function withText(entry: GoEntry, text: PluralText): GoEntry {
  return { ...entry, text, forms: textsOf(text) };
}

function listEntries({ root, text }: JsonFile, { path, language }: JsonContext): readonly GoEntry[] {
  return Array.from(membersOf(root), (member) => {
    const { value, start } = member;
    const id = value.kind === "object" ? textNamed(value, "id") : undefined;
    if (value.kind !== "object" || id === undefined) {
      throw errorAt(text, start, 'expected { "id": "key", "translation": "text" }', path);
    }
    const translation = memberNamed(value, "translation");
    if (translation?.value.kind === "array") {
      throw errorAt(text, translation.start, `expected a text or a plural as the translation of "${id}"`, path);
    }
    const place = translation === undefined ? undefined : readPluralText(translation, language);
    return entryOf(id, member, place, noteOf(value));
  });
}

/** What a message may say beside its texts. */
const FIELDS = new Set(["id", "hash", "description", "leftDelim", "rightDelim"]);

function namedEntries({ root, text }: JsonFile, { path, language }: JsonContext): readonly GoEntry[] {
  return Array.from(membersOf(root), (member) => {
    const { name = "", value, start } = member;
    const isMessage = value.kind === "text" || (value.kind === "object" && isMessageObject(value));
    if (!isMessage) {
      throw errorAt(text, start, `expected the text of "${name}", or its forms as { "one": …, "other": … }`, path);
    }
    return entryOf(name, member, readPluralText(member, language), value.kind === "object" ? noteOf(value) : "");
  });
}

function isMessageObject(object: JsonContainer): boolean {
  return membersOf(object).every(
    ({ name = "", value }) => (isPluralCategory(name) && value.kind === "text") || FIELDS.has(name),
  );
}

function listed({ key, target, note }: Unit, language: string | undefined): NewObject {
  return { id: key, ...described(note), translation: newPluralText(target, language) };
}

function named({ target, note }: Unit, language: string | undefined): NewValue {
  if (target.length > 1) return { ...described(note), ...newCases(target, language) };
  const [text = ""] = target;
  return note === "" ? text : { ...described(note), other: text };
}

function described(note: string): NewObject {
  return note === "" ? {} : { description: note };
}
