import type { CreateOptions, Format } from "../format.ts";
import type { JsonEditor } from "../json/edit.ts";
import { jsonFormat } from "../json/json-format.ts";
import { memberNamed } from "../json/tree.ts";
import { entriesOf, stringsIn } from "./entries.ts";
import { languageIn, languagesOf } from "./languages.ts";
import { withRenamedKeys } from "./rename.ts";
import { CatalogWriter } from "./write.ts";

const EMPTY = '{\n  "sourceLanguage" : "en",\n  "strings" : {\n\n  },\n  "version" : "1.0"\n}';

/**
 * Apple's string catalogue, all languages in one file. What varies by device, and what a text substitutes, are texts of
 * their own: `key|==|device.ipad`, `key|==|substitutions.apples`.
 */
export const xcstrings: Format = withRenamedKeys(
  jsonFormat({
    id: "xcstrings",
    extensions: ["xcstrings"],
    empty: EMPTY,
    languageOf: languageIn,
    languages: languagesOf,
    entries: entriesOf,
    writer: (editor, context) => new CatalogWriter(editor, context),
    renew,
  }),
);

/** A new file is in the language of its texts. */
function renew(editor: JsonEditor, { language }: CreateOptions): void {
  const strings = stringsIn(editor.file);
  const source = memberNamed(editor.file.root, "sourceLanguage");
  if (strings !== undefined) editor.removeAll(strings);
  if (source !== undefined) editor.setText(source, language.replaceAll("_", "-"));
}
