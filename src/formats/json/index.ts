import type { Format } from "../format.ts";
import type { JsonEntry } from "./entry.ts";
import { jsonFormat } from "./json-format.ts";
import { keyReaderOf, literalKey, splitKey } from "./keys.ts";
import { keyOf, Places, stepsOf, withDistinctKeys, type KeyReader } from "./places.ts";
import { isContainer, type JsonContainer, type JsonMember } from "./tree.ts";

/** Key → text in one object; a new key is taken literally, but in a list, whose elements are `[0]`, `[1].name`. */
export const json: Format = textsFormat("json", literalKey);

/** Objects in objects: keys joined by ".", elements of lists as `list[0]`. */
export const jsonNested: Format = textsFormat("json-nested", splitKey);

function textsFormat(id: string, readKey: KeyReader): Format {
  return jsonFormat({
    id,
    top: "any",
    holdsOneForm: true,
    holdsTextsAlone: true,
    entries: ({ root }) =>
      withDistinctKeys(collect(root, undefined, []), ({ members }) => members.flatMap((member) => stepsOf(member))),
    writer: (editor, { path, donor }) => {
      const places = new Places(editor, keyReaderOf(editor.file, readKey, donor), path);
      return {
        set(entry, [text = ""]) {
          for (const member of entry.members) editor.setText(member, text);
          return entry;
        },
        add: ({ key, target }, anchor) => entryOf(key, places.write(key, target[0] ?? "", anchor)),
      };
    },
  });
}

/** Every text, in file order. */
function collect(container: JsonContainer, parent: string | undefined, entries: JsonEntry[]): JsonEntry[] {
  let index = 0;
  for (let member = container.first; member !== undefined; member = member.next) {
    const { name, value } = member;
    const key = keyOf(parent, name ?? index);
    if (value.kind === "text") entries.push(entryOf(key, member));
    else if (isContainer(value)) collect(value, key, entries);
    index += 1;
  }
  return entries;
}

function entryOf(key: string, member: JsonMember): JsonEntry {
  const members = [member];
  return { key, line: member.line, forms: members, members };
}
