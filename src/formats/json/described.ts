import type { Unit } from "../../catalog/unit.ts";
import type { JsonEditor, NewObject } from "./edit.ts";
import type { FormatError } from "../format.ts";
import { errorAt } from "../text/source-text.ts";
import type { EntryDetails, JsonEntry, JsonWriter } from "./entry.ts";
import type { JsonContext } from "./json-format.ts";
import { memberNamed, membersOf, objectNamed, textNamed, type JsonContainer, type JsonFile } from "./tree.ts";

/** A format with an object a unit: its text, and what is said about it. */
export interface DescribedTexts {
  /** Name of the text: `message`. */
  readonly text: string;
  /** Whether a file may have the text alone, without an object. */
  readonly allowsBareTexts: boolean;
  readonly about: (object: JsonContainer) => EntryDetails;
}

/** @throws {FormatError} for a member that is neither a text nor an object with one */
export function describedEntries(
  { root, text }: JsonFile,
  names: DescribedTexts,
  { path }: JsonContext,
): readonly JsonEntry[] {
  const entries: JsonEntry[] = [];
  for (const member of membersOf(root)) {
    const { name = "", value, line } = member;
    const members = [member];
    if (value.kind === "text" && names.allowsBareTexts) {
      entries.push({ key: name, line, forms: members, members });
      continue;
    }
    const place = value.kind === "object" ? memberNamed(value, names.text) : undefined;
    if (value.kind !== "object" || (place !== undefined && place.value.kind !== "text")) {
      const expected = `{ ${JSON.stringify(names.text)}: "text" }`;
      throw errorAt(text, (place ?? member).start, `expected the text of ${JSON.stringify(name)} as ${expected}`, path);
    }
    entries.push({ key: name, line, forms: [place], members, about: names.about(value) });
  }
  return entries;
}

export function describedWriter(editor: JsonEditor, names: DescribedTexts): JsonWriter<JsonEntry> {
  const { root } = editor.file;
  const hasBareTexts = names.allowsBareTexts && root.first?.value.kind === "text";
  return {
    set(entry, [text = ""]) {
      const [place] = entry.forms;
      const object = entry.members[0]?.value;
      if (place !== undefined) editor.setText(place, text);
      else if (text !== "" && object?.kind === "object") {
        return { ...entry, forms: [editor.insert(object, names.text, "start", text)] };
      }
      return entry;
    },

    add(unit, anchor) {
      const value = hasBareTexts ? (unit.target[0] ?? "") : describedText(unit, names);
      const member = editor.insert(root, unit.key, anchor, value);
      const place = member.value.kind === "object" ? memberNamed(member.value, names.text) : member;
      return { key: unit.key, line: 0, forms: [place], members: [member] };
    },
  };
}

function describedText({ target, note }: Unit, names: DescribedTexts): NewObject {
  return { [names.text]: target[0] ?? "", ...(note === "" ? {} : { description: note }) };
}

/** For a key that would be read as something said about another one. */
export function reservedName(editor: JsonEditor, key: string, path: string | undefined): FormatError {
  const message = `${JSON.stringify(key)} cannot be a key here: the name says something about another key`;
  return errorAt(editor.file.text, editor.file.root.start, message, path);
}

/** The text of a `description`. */
export function noteOf(object: JsonContainer): string {
  return textNamed(object, "description") ?? "";
}

/** A flag with the names of values that a text has to have: `placeholders:$NAME$:$URL$`. Undefined without any. */
export function placeholdersFlag(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : ["placeholders", ...names.map(parameterOf)].join(":");
}

/** As flags are written: what has a separator of their own stands in quotes. */
function parameterOf(name: string): string {
  return /^[^\s,:"'\\]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Names of the values that an object tells about under `placeholders`. */
export function placeholderNames(object: JsonContainer): readonly string[] {
  const placeholders = objectNamed(object, "placeholders");
  return placeholders === undefined ? [] : Array.from(membersOf(placeholders), ({ name = "" }) => name);
}
