import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import type { CreateOptions, Format } from "../format.ts";
import { placeholdersFlag } from "../json/described.ts";
import type { Anchor, JsonEditor, NewObject } from "../json/edit.ts";
import type { EntryDetails, JsonEntry } from "../json/entry.ts";
import { jsonFormat, type JsonContext } from "../json/json-format.ts";
import {
  newPluralText,
  readPluralText,
  setPluralText,
  textsOf,
  type PluralShape,
  type PluralText,
} from "../json/plural-text.ts";
import {
  arrayNamed,
  isContainer,
  isLiteral,
  memberNamed,
  membersOf,
  objectNamed,
  textNamed,
  type JsonContainer,
  type JsonFile,
  type JsonMember,
} from "../json/tree.ts";
import { errorAt } from "../text/source-text.ts";

/** Go's `gotext`: `{ "language": "cs", "messages": [ { "id", "message", "translation", … } ] }`. */
export const gotext: Format = jsonFormat({
  id: "gotext",
  kind: "bilingual",
  empty: '{\n    "language": "en",\n    "messages": []\n}\n',
  languageOf: ({ root }) => textNamed(root, "language"),
  entries: entriesOf,
  renew,
  writer(editor, { language }) {
    const messages = arrayNamed(editor.file.root, "messages");
    if (messages !== undefined) editor.keep(messages);
    return {
      set: (entry, target, state) => set(editor, entry, { target, state, language }),
      add: (unit, anchor) => add(editor, unit, anchor, language),
    };
  },
});

/** Without the value that is counted, which only the message's placeholders tell. */
const selection: PluralShape = selectionBy(undefined);

/** `{ "select": { "feature": "plural", "arg": "N", "cases": { "one": { "msg": "text" } } } }` */
function selectionBy(arg: string | undefined): PluralShape {
  return {
    textOf: (form) => (form.value.kind === "object" ? memberNamed(form.value, "msg") : form),
    valueOf: (text) => ({ msg: text }),
    casesOf({ value }) {
      const select = value.kind === "object" ? objectNamed(value, "select") : undefined;
      return select === undefined ? undefined : objectNamed(select, "cases");
    },
    pluralOf: (cases) => ({ select: { feature: "plural", ...(arg !== undefined && { arg }), cases } }),
  };
}

interface GotextEntry extends JsonEntry {
  readonly object: JsonContainer;
  /** Undefined where the file has no translation yet. */
  readonly text: PluralText | undefined;
}

function entriesOf(file: JsonFile, { path, language }: JsonContext): readonly GotextEntry[] {
  const { root, text } = file;
  const messages = arrayNamed(root, "messages");
  if (messages === undefined) {
    const found = memberNamed(root, "messages");
    if (found === undefined || found.value.kind === "other") return [];
    throw errorAt(text, found.start, 'expected a list: "messages": [ { "id": "key", … } ]', path);
  }
  return Array.from(membersOf(messages), (member) => {
    const { value, start, line } = member;
    const id = value.kind === "object" ? idOf(value) : undefined;
    if (value.kind !== "object" || id === undefined) {
      throw errorAt(text, start, 'expected { "id": "key", "message": "text", "translation": "text" }', path);
    }
    const translation = memberNamed(value, "translation");
    const isReadable = translation === undefined || !isContainer(translation.value) || selection.casesOf(translation);
    if (isReadable === undefined) {
      throw errorAt(text, translation?.start ?? start, `expected a text or "select" as translation of "${id}"`, path);
    }
    const place = translation === undefined ? undefined : readPluralText(translation, language, selection);
    const forms = placesOf(place);
    return { key: id, line, members: [member], object: value, ...forms, about: aboutOf(file, value, forms.forms) };
  });
}

function placesOf(text: PluralText | undefined): Pick<GotextEntry, "text" | "forms"> {
  return { text, forms: text === undefined ? [undefined] : textsOf(text, selection) };
}

/** The first of several. */
function idOf(message: JsonContainer): string | undefined {
  const id = memberNamed(message, "id")?.value;
  if (id?.kind === "text") return id.value;
  const first = id?.kind === "array" ? id.first?.value : undefined;
  return first?.kind === "text" ? first.value : undefined;
}

function aboutOf(file: JsonFile, message: JsonContainer, forms: GotextEntry["forms"]): EntryDetails {
  const notes = ["meaning", "translatorComment", "comment"].map((name) => textNamed(message, name) ?? "");
  const isFuzzy = isLiteral(file, memberNamed(message, "fuzzy"), "true") && !isEmpty(forms.map(textAt));
  return {
    source: sourceOf(message),
    note: notes.filter((note) => note !== "").join("\n"),
    location: textNamed(message, "position") ?? "",
    flags: placeholdersFlag(placeholdersOf(message).map((id) => `{${id}}`)) ?? "",
    ...(isFuzzy ? { state: unitStates.needsEditing } : {}),
  };
}

/** The program's own text; without one, the id is it. */
function sourceOf(message: JsonContainer): readonly string[] {
  const source = memberNamed(message, "message");
  return source === undefined
    ? [idOf(message) ?? ""]
    : textsOf(readPluralText(source, undefined, selection), selection).map(textAt);
}

function textAt(member: JsonMember | undefined): string {
  return member?.value.kind === "text" ? member.value.value : "";
}

/** `Name`, for each of `"placeholders": [ { "id": "Name", … } ]`. */
function placeholdersOf(message: JsonContainer): readonly string[] {
  const list = arrayNamed(message, "placeholders");
  if (list === undefined) return [];
  const ids = Array.from(membersOf(list), ({ value }) =>
    value.kind === "object" ? textNamed(value, "id") : undefined,
  );
  return ids.filter((id) => id !== undefined);
}

interface Translation {
  readonly target: readonly string[];
  readonly state: UnitState | undefined;
  readonly language: string | undefined;
}

function set(editor: JsonEditor, entry: GotextEntry, { target, state, language }: Translation): GotextEntry {
  const { object } = entry;
  const [arg] = placeholdersOf(object);
  const shape = selectionBy(arg);
  markFuzzy(editor, object, state === unitStates.needsEditing && !isEmpty(target));
  if (entry.text !== undefined) {
    return { ...entry, ...placesOf(setPluralText(editor, entry.text, target, language, shape)) };
  }
  if (isEmpty(target)) return entry;
  const anchor = memberNamed(object, "message") ?? "end";
  const member = editor.insert(object, "translation", anchor, newPluralText(target, language, shape));
  return { ...entry, ...placesOf(readPluralText(member, language, shape)) };
}

function markFuzzy(editor: JsonEditor, message: JsonContainer, isFuzzy: boolean): void {
  const mark = memberNamed(message, "fuzzy");
  if (isLiteral(editor.file, mark, "true") === isFuzzy) return;
  if (mark === undefined) editor.insert(message, "fuzzy", "end", true);
  else if (isFuzzy) editor.setValue(mark, true);
  else editor.remove(mark);
}

function add(editor: JsonEditor, unit: Unit, anchor: Anchor, language: string | undefined): GotextEntry {
  const { root } = editor.file;
  const { value } = memberNamed(root, "messages") ?? editor.insert(root, "messages", "end", []);
  if (value.kind !== "array") throw new RangeError('"messages" is no list');
  const member = editor.insert(value, undefined, anchor, newMessage(unit, language));
  if (member.value.kind !== "object") throw new RangeError("a message is an object");
  const translation = memberNamed(member.value, "translation");
  const text = translation === undefined ? undefined : readPluralText(translation, language, selection);
  return { key: unit.key, line: 0, members: [member], object: member.value, ...placesOf(text) };
}

function newMessage({ key, source, target, note, state }: Unit, language: string | undefined): NewObject {
  const isFuzzy = state === unitStates.needsEditing && !isEmpty(target);
  return {
    id: key,
    message: source.length === 0 ? key : newPluralText(source, undefined, selection),
    translation: newPluralText(target, language, selection),
    ...(note === "" ? {} : { translatorComment: note }),
    ...(isFuzzy ? { fuzzy: true } : {}),
  };
}

function renew(editor: JsonEditor, { language }: CreateOptions): void {
  const { root } = editor.file;
  const messages = arrayNamed(root, "messages");
  const said = memberNamed(root, "language");
  if (said !== undefined) editor.setText(said, language);
  if (messages !== undefined) editor.removeAll(messages);
}
