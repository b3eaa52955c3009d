import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { charsetOf, type Charset } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, ReadOptions } from "../format.ts";
import { layoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import { parse, textsByKey, type StringsFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";

const ID = "strings";

/** Apple's `.strings`: `"key" = "text";`, a comment above as the note; UTF-8 or UTF-16. */
export const strings: Format = defineFormat({
  id: ID,
  holdsOneForm: true,
  tellsWideBytes: true,
  kind: "monolingual",
  extensions: ["strings"],
  mediaType: "text/plain",
  detect: (path, bytes) =>
    /\.strings$/i.test(path) && !OTHER_FORMS.test(Buffer.from(bytes.subarray(0, 200)).toString()),

  read(bytes, options = {}) {
    return catalogueOf(parse(decode(bytes, options).text, options.path), options.template);
  },

  patch(bytes, changes, options = {}) {
    if (changes.length === 0) return bytes.slice();
    const { text, charset } = decode(bytes, options);
    return charset.encode(patch(parse(text, options.path), changes), options.path);
  },

  create(catalogue, _options, like = new Uint8Array()) {
    const { text, charset } = decode(like, {});
    const model = parse(text);
    return charset.encode(patch(parse(frameOf(model)), additionsOf(catalogue.units), styleOf(model)));
  },

  layout(bytes, options) {
    const { text, charset } = decode(bytes, options);
    return layoutOf(text, parse(text, options.path).entries, (written) => charset.encode(written, options.path));
  },
});

/** Property lists in XML or binary form may have the same name. */
const OTHER_FORMS = /^\uFEFF?\s*(?:<|bplist)/;

function decode(bytes: Uint8Array, { charset: named, path }: ReadOptions): { text: string; charset: Charset } {
  const charset = charsetOf(bytes, named ?? wideCharsetOf(bytes));
  // No Apple program takes what is in no Unicode encoding for ISO-8859-1.
  if (charset.name === "iso-8859-1" && named !== charset.name) decodeUtf8(bytes, path);
  return { text: charset.decode(bytes, path), charset };
}

/** UTF-16 without a mark: every file begins with a character of ASCII. */
function wideCharsetOf([first, second]: Uint8Array): ReadOptions["charset"] {
  if (first === 0 && second !== 0) return "utf-16be";
  return first !== 0 && second === 0 ? "utf-16le" : undefined;
}

/** What stands around the entries, but for comments of single ones. */
function frameOf({ text, entries, bodyEnd }: StringsFile): string {
  return text.slice(0, entries[0]?.start ?? bodyEnd) + text.slice(bodyEnd);
}

function catalogueOf(file: StringsFile, template: Catalogue | undefined): Catalogue {
  const texts = Array.from(textsByKey(file).values(), ({ key, value, note, line }) => ({
    key,
    target: [value],
    note,
    line,
  }));
  return { format: ID, units: keyedUnits(texts, template) };
}
