import { isEmpty } from "../../catalog/texts.ts";
import type { CreateOptions, Format } from "../format.ts";
import type { JsonEditor, NewValue } from "../json/edit.ts";
import type { JsonEntry, JsonWriter } from "../json/entry.ts";
import { jsonFormat, type JsonContext } from "../json/json-format.ts";
import { memberNamed, membersOf, objectNamed, textNamed, type JsonFile, type JsonMember } from "../json/tree.ts";
import { errorAt } from "../text/source-text.ts";

const EMPTY = `{ "translations": {
    "" : ""
},"pluralForm" :"nplurals=2; plural=(n != 1);"
}`;

/** Nextcloud's: `{ "translations": { "source": "text" }, "pluralForm": "nplurals=…" }`; of a plural, a list of texts. */
export const nextcloudJson: Format = jsonFormat({
  id: "nextcloud-json",
  kind: "bilingual",
  empty: EMPTY,
  pluralForms: pluralFormsOf,
  takePluralRule: (editor, like) => {
    const rule = textNamed(like.root, "pluralForm");
    const declared = memberNamed(editor.file.root, "pluralForm");
    // Forms that a list lacks are read as empty ones.
    if (rule !== undefined && declared !== undefined) editor.setText(declared, rule);
  },
  entries: entriesOf,
  renew,
  writer(editor): JsonWriter<NextcloudEntry> {
    const translations = objectNamed(editor.file.root, "translations");
    if (translations !== undefined) editor.keep(translations);
    return {
      set: (entry, target) => set(editor, entry, target),
      add({ key, target, source }, anchor) {
        const { root } = editor.file;
        const { value } = memberNamed(root, "translations") ?? editor.insert(root, "translations", "start", {});
        if (value.kind !== "object") throw new RangeError('"translations" is no object');
        const isPlural = target.length > 1 || source.length > 1;
        return entryOf(editor.insert(value, key, anchor, isPlural ? target : (target[0] ?? "")), 0);
      },
    };
  },
});

interface NextcloudEntry extends JsonEntry {
  readonly member: JsonMember;
}

/** @throws {FormatError} where something else than a text, a list of texts or null is translated */
function entriesOf(file: JsonFile, { path }: JsonContext): readonly NextcloudEntry[] {
  const { root, text } = file;
  const translations = objectNamed(root, "translations");
  if (translations === undefined) {
    throw errorAt(text, memberNamed(root, "translations")?.start ?? root.start, 'expected "translations": { … }', path);
  }
  const count = pluralFormsOf(file) ?? 0;
  return Array.from(membersOf(translations), (member) => {
    const isList = member.value.kind === "array" && membersOf(member.value).every(({ value }) => value.kind === "text");
    if (member.value.kind === "object" || (member.value.kind === "array" && !isList)) {
      throw errorAt(text, member.start, `expected a text or a list of texts for "${member.name ?? ""}"`, path);
    }
    return entryOf(member, count);
  });
}

const NUMBER = /^\s*nplurals\s*=\s*([1-6])\s*;/;

function pluralFormsOf({ root }: JsonFile): number | undefined {
  const [, number] = NUMBER.exec(textNamed(root, "pluralForm") ?? "") ?? [];
  return number === undefined ? undefined : Number(number);
}

/** @param count forms that a plural has at least */
function entryOf(member: JsonMember, count: number): NextcloudEntry {
  const { name: key = "", value, line } = member;
  const about = { source: sourceOf(key) };
  if (value.kind !== "array") return { key, line, forms: [member], members: [member], about, member };
  const forms: (JsonMember | undefined)[] = [...membersOf(value)].filter(({ isRemoved }) => !isRemoved);
  while (forms.length < count) forms.push(undefined);
  return { key, line, forms, members: [member], about, member };
}

/** `_%n file_::_%n files_` → `%n file`, `%n files` */
function sourceOf(key: string): readonly string[] {
  return key.startsWith("_") && key.endsWith("_") && key.includes("_::_") ? key.slice(1, -1).split("_::_") : [key];
}

function set(editor: JsonEditor, entry: NextcloudEntry, target: readonly string[]): NextcloudEntry {
  const { member, forms } = entry;
  if (target.length === forms.length && forms.every((form) => form !== undefined)) {
    for (const [index, form] of forms.entries()) {
      const text = target[index] ?? "";
      if (text !== "" || form.value.kind === "text") editor.setText(form, text);
    }
    return entry;
  }
  const known = forms.filter((form) => form !== undefined).length;
  const isMissing = target.length === forms.length && target.slice(known).every((text) => text === "");
  if (isMissing && isEmpty(target)) return entry;
  const list: readonly NewValue[] = target;
  if (member.value.kind !== "array" || target.length < known) {
    editor.setValue(member, target.length === 1 ? (target[0] ?? "") : list);
    return entryOf(member, 0);
  }
  const { value } = member;
  for (const [index, text] of target.entries()) {
    const form = forms[index];
    if (form !== undefined) editor.setText(form, text);
    else if (!isMissing) editor.insert(value, undefined, "end", text);
  }
  return entryOf(member, forms.length);
}

function renew(editor: JsonEditor, { plurals }: CreateOptions): void {
  const { root } = editor.file;
  const translations = objectNamed(root, "translations");
  const declared = memberNamed(root, "pluralForm");
  if (translations !== undefined) editor.removeAll(translations);
  if (plurals === undefined) return;
  if (declared === undefined) editor.insert(root, "pluralForm", "end", plurals);
  else editor.setText(declared, plurals);
}
