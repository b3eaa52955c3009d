import type { Format } from "../format.ts";
import { describedEntries, describedWriter, noteOf, type DescribedTexts } from "../json/described.ts";
import { jsonFormat } from "../json/json-format.ts";

const texts: DescribedTexts = {
  text: "defaultMessage",
  allowsBareTexts: true,
  about: (object) => ({ note: noteOf(object) }),
};

/** What FormatJS extracts, `"id": { "defaultMessage": "text", "description": "note" }`; translations may be `"id": "text"`. */
export const formatjs: Format = jsonFormat({
  id: "formatjs",
  holdsOneForm: true,
  entries: (file, context) => describedEntries(file, texts, context),
  writer: (editor) => describedWriter(editor, texts),
});
