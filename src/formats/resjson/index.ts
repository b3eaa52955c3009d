import type { Unit } from "../../catalog/unit.ts";
import type { Format } from "../format.ts";
import { reservedName } from "../json/described.ts";
import type { Anchor, JsonEditor } from "../json/edit.ts";
import type { EntryDetails, JsonEntry } from "../json/entry.ts";
import { jsonFormat } from "../json/json-format.ts";
import { membersOf, type JsonFile, type JsonMember } from "../json/tree.ts";

/** Windows' resources: `"key": "text"`, and `"_key.comment"`, `"_key.source"` with what is said about it. */
export const resjson: Format = jsonFormat({
  id: "resjson",
  holdsOneForm: true,
  kind: "bilingual",
  extensions: ["resjson"],
  entries: entriesOf,
  companion: (key) => `_${key}.`,
  writer: (editor, { path }) => ({
    set(entry, [text = ""]) {
      for (const place of entry.forms) if (place !== undefined) editor.setText(place, text);
      return entry;
    },
    add(unit, anchor) {
      if (ABOUT.test(unit.key)) throw reservedName(editor, unit.key, path);
      return add(editor, unit, anchor);
    },
  }),
});

const ABOUT = /^_(?<key>.*)\.(?<field>[^.]+)$/s;

function entriesOf({ root }: JsonFile): readonly JsonEntry[] {
  const fields = new Map<string, JsonMember[]>();
  for (const member of membersOf(root)) {
    const key = ABOUT.exec(member.name ?? "")?.groups?.["key"];
    if (key === undefined) continue;
    const known = fields.get(key);
    if (known === undefined) fields.set(key, [member]);
    else known.push(member);
  }
  const entries: JsonEntry[] = [];
  for (const member of membersOf(root)) {
    const { name = "", value, line } = member;
    if (value.kind !== "text" || ABOUT.test(name)) continue;
    const own = fields.get(name) ?? [];
    entries.push({ key: name, line, forms: [member], members: inOrder(member, own), about: aboutOf(own) });
  }
  return entries;
}

/** What is added comes behind the fields that stand behind the text. */
function inOrder(text: JsonMember, fields: readonly JsonMember[]): readonly JsonMember[] {
  const rest = new Set(fields);
  const behind = [text];
  for (let next = text.next; next !== undefined && rest.delete(next); next = next.next) behind.push(next);
  return [...rest, ...behind];
}

function aboutOf(fields: readonly JsonMember[]): EntryDetails {
  const said = new Map<string | undefined, string>();
  for (const { name = "", value } of fields) {
    if (value.kind === "text") said.set(ABOUT.exec(name)?.groups?.["field"], value.value);
  }
  const source = said.get("source");
  return { note: said.get("comment") ?? "", ...(source !== undefined && { source: [source] }) };
}

function add(editor: JsonEditor, { key, source, target, note }: Unit, anchor: Anchor): JsonEntry {
  const { root } = editor.file;
  const text = editor.insert(root, key, anchor, target[0] ?? "");
  const members = [text];
  const said = [
    ["source", source[0]],
    ["comment", note === "" ? undefined : note],
  ] as const;
  for (const [field, value] of said) {
    if (value !== undefined) members.push(editor.insert(root, `_${key}.${field}`, members.at(-1) ?? text, value));
  }
  return { key, line: 0, forms: [text], members };
}
