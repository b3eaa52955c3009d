import type { Format } from "../format.ts";
import {
  describedEntries,
  describedWriter,
  noteOf,
  placeholderNames,
  placeholdersFlag,
  type DescribedTexts,
} from "../json/described.ts";
import type { EntryDetails } from "../json/entry.ts";
import { jsonFormat } from "../json/json-format.ts";
import type { JsonContainer } from "../json/tree.ts";

const texts: DescribedTexts = { text: "message", allowsBareTexts: false, about };

/** `messages.json` of browser extensions: `"key": { "message": "text", "description": "note", "placeholders": { … } }`. */
export const webextension: Format = jsonFormat({
  id: "webextension",
  holdsOneForm: true,
  allowsComments: true,
  entries: (file, context) => describedEntries(file, texts, context),
  writer: (editor) => describedWriter(editor, texts),
});

/** Browsers find `$name$` in whatever case. */
function about(object: JsonContainer): EntryDetails {
  const flag = placeholdersFlag(placeholderNames(object).map((name) => `$${name.toUpperCase()}$`));
  return { note: noteOf(object), flags: flag === undefined ? "" : `${flag},case-insensitive` };
}
