import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { charsetOf, type Charset } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, ReadOptions } from "../format.ts";
import { KeyedUnits } from "../keyed-unit.ts";
import { encodeProperties } from "./encode.ts";
import { propertiesLayout } from "./layout.ts";
import { eachPart, entriesByKey, noteOf, parse, type PropertiesFile } from "./parse.ts";
import { patch, patchTexts } from "./patch.ts";
import { styleOf, type PropertiesStyle } from "./style.ts";

/** Java's `.properties`: key and text, a comment above as the note. */
export const properties: Format = propertiesFormat({
  id: "properties",
  extension: "properties",
  detect: (path) => /\.properties$/i.test(path),
  // What Java's resource bundles are in if they are not UTF-8.
  charset: "iso-8859-1",
});

/** Files of draggable/i18n: written as Java's, but read without escapes beyond ASCII. */
export const mi18nLang: Format = propertiesFormat({
  id: "mi18n-lang",
  extension: "lang",
  detect: (path, bytes) => /\.lang$/i.test(path) && isReadable(bytes),
});

interface PropertiesKind {
  readonly id: string;
  readonly extension: string;
  readonly detect: Format["detect"];
  /** What is not UTF-8; without it, it is an error, and characters beyond ASCII need no escapes. */
  readonly charset?: NonNullable<ReadOptions["charset"]>;
}

function propertiesFormat(kind: PropertiesKind): Format {
  const expected = (charset: Charset): Charset =>
    kind.charset === undefined ? { ...charset, isUnicode: true } : charset;
  const styleIn = (file: PropertiesFile, charset: Charset): PropertiesStyle => styleOf(file, expected(charset));
  return defineFormat({
    id: kind.id,
    holdsOneForm: true,
    kind: "monolingual",
    extensions: [kind.extension],
    mediaType: "text/x-java-properties",
    detect: kind.detect,

    read(bytes, { path, template, charset = kind.charset } = {}) {
      return catalogueOf(kind.id, charsetOf(bytes, charset).decode(bytes, path), path, template);
    },

    patch(bytes, changes, { path, charset: named = kind.charset } = {}) {
      if (changes.length === 0) return bytes.slice();
      const charset = charsetOf(bytes, named);
      const own = charset.name === "utf-8" ? patchTexts(bytes, path, changes, expected(charset)) : undefined;
      if (own !== undefined) return own;
      const file = parse(charset.decode(bytes, path), path);
      return encodeProperties(patch(file, changes, styleIn(file, charset)), charset);
    },

    create(catalogue, _options, like = new Uint8Array()) {
      const charset = charsetOf(like, kind.charset);
      const style = styleIn(parse(charset.decode(like, undefined)), charset);
      const changes = additionsOf(catalogue.units);
      return encodeProperties(changes.length === 0 ? style.byteOrderMark : patch(parse(""), changes, style), charset);
    },

    layout: (bytes, { path, charset = kind.charset }) => propertiesLayout(bytes, charsetOf(bytes, charset), path),
  });
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    return entriesByKey(parse(charsetOf(bytes).decode(bytes, undefined))).size > 0;
  } catch {
    return false;
  }
}

function catalogueOf(id: string, text: string, path: string | undefined, template: Catalogue | undefined): Catalogue {
  const units = new KeyedUnits(template);
  eachPart(text, path, (part) => {
    if (part.kind !== "entry") return;
    units.add({ key: part.key, target: [part.value], note: noteOf(text, part), line: part.line });
  });
  return { format: id, units: units.all() };
}
