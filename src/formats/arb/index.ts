import type { Unit } from "../../catalog/unit.ts";
import type { CreateOptions, Format } from "../format.ts";
import { noteOf, placeholderNames, reservedName } from "../json/described.ts";
import type { Anchor, JsonEditor } from "../json/edit.ts";
import type { EntryDetails, JsonEntry } from "../json/entry.ts";
import { jsonFormat } from "../json/json-format.ts";
import { membersOf, textNamed, type JsonContainer, type JsonFile, type JsonMember } from "../json/tree.ts";

const LOCALE = "@@locale";

/** Flutter's resources: `"key": "text"`, and `"@key"` with what is said about it. Plurals are part of the text. */
export const arb: Format = jsonFormat({
  id: "arb",
  holdsOneForm: true,
  extensions: ["arb"],
  empty: `{\n  "${LOCALE}": "en"\n}\n`,
  languageOf: ({ root }) => textNamed(root, LOCALE),
  entries: entriesOf,
  companion: (key) => `@${key}`,
  renew,
  writer: (editor, { path }) => ({
    set(entry, [text = ""]) {
      for (const place of entry.forms) if (place !== undefined) editor.setText(place, text);
      return entry;
    },
    add(unit, anchor) {
      if (unit.key.startsWith("@")) throw reservedName(editor, unit.key, path);
      return add(editor, unit, anchor);
    },
  }),
});

function entriesOf({ root }: JsonFile): readonly JsonEntry[] {
  const descriptions = new Map<string, JsonMember>();
  for (const member of membersOf(root)) {
    const { name = "" } = member;
    if (name.startsWith("@") && !isHeader(member)) descriptions.set(name.slice(1), member);
  }
  const entries: JsonEntry[] = [];
  for (const member of membersOf(root)) {
    const { name = "", value, line } = member;
    if (value.kind !== "text" || name.startsWith("@")) continue;
    const description = descriptions.get(name);
    const about = description?.value.kind === "object" ? { about: aboutOf(description.value) } : {};
    entries.push({ key: name, line, forms: [member], members: membersWith(member, description), ...about });
  }
  return entries;
}

function isHeader({ name }: JsonMember): boolean {
  return name?.startsWith("@@") === true;
}

/** What is added comes behind the description where that stands behind the text. */
function membersWith(text: JsonMember, description: JsonMember | undefined): readonly JsonMember[] {
  if (description === undefined) return [text];
  return text.next === description ? [text, description] : [description, text];
}

function aboutOf(object: JsonContainer): EntryDetails {
  return { note: noteOf(object), flags: placeholderNames(object).length === 0 ? "" : "icu-message-format" };
}

function add(editor: JsonEditor, { key, target, note }: Unit, anchor: Anchor): JsonEntry {
  const { root } = editor.file;
  const member = editor.insert(root, key, anchor === "start" ? endOfHeader(root) : anchor, target[0] ?? "");
  const description = note === "" ? [] : [editor.insert(root, `@${key}`, member, { description: note })];
  return { key, line: 0, forms: [member], members: [member, ...description] };
}

function endOfHeader(root: JsonContainer): Anchor {
  let last: Anchor = "start";
  for (const member of membersOf(root)) {
    if (!isHeader(member)) break;
    last = member;
  }
  return last;
}

/** The header stays, and says the new language. */
function renew(editor: JsonEditor, { language }: CreateOptions): void {
  for (const member of membersOf(editor.file.root)) {
    if (member.name === LOCALE) editor.setText(member, language);
    else if (!isHeader(member)) editor.remove(member);
  }
}
