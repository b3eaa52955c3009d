import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { charsetOf, type Charset } from "../charset.ts";
import type { Format, ReadOptions } from "../format.ts";
import { decodeUtf8 } from "../source-text.ts";
import { parse, textsByKey, type Entry, type StringsFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";

const ID = "strings";

/** Apple's `.strings`: `"key" = "text";`, a comment above as the note; UTF-8 or UTF-16. */
export const strings: Format = {
  id: ID,
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
    const changes = catalogue.units.map((unit, index): UnitChange => {
      const after = catalogue.units[index - 1]?.key;
      return { kind: "add", unit, ...(after === undefined ? {} : { after }) };
    });
    return charset.encode(patch(parse(frameOf(model)), changes, styleOf(model)));
  },
};

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
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  const entries = textsByKey(file).values();
  return { format: ID, units: Array.from(entries, (entry) => unitOf(entry, sources.get(entry.key) ?? [])) };
}

function unitOf({ key, value, note, line }: Entry & { readonly value: string }, source: readonly string[]): Unit {
  return {
    key,
    context: key,
    source,
    target: [value],
    state: value === "" ? unitStates.untranslated : unitStates.translated,
    note,
    location: "",
    flags: "",
    previousSource: "",
    line,
  };
}
