import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import { xmlEncoded } from "../xml/encoded.ts";
import type { Format, ReadOptions } from "../format.ts";
import { xmlLayoutOf } from "../text/layout.ts";
import { KeyedUnits } from "../keyed-unit.ts";
import { applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import type { AndroidDialect } from "./dialect.ts";
import { entryUnits, parse, parseEach, type AndroidFile } from "./parse.ts";
import { patch, textEdits, withDeclarations } from "./patch.ts";
import { styleOf } from "./style.ts";

/** The format of a dialect of Android's resources. */
export function androidFormat(dialect: AndroidDialect): Format {
  const { id } = dialect;
  const readFile = (bytes: Uint8Array, path: string | undefined, language: string | undefined): AndroidFile =>
    parse(decodeUtf8(bytes, path), dialect, path, language);
  return defineFormat(
    xmlEncoded({
      id,
      kind: "monolingual",
      extensions: ["xml"],
      mediaType: "application/xml",
      detect: (path, bytes) =>
        /\.xml$/i.test(path) &&
        dialect.claims(path) &&
        (beginsWithStrings(bytes) || isCatalogue(() => readFile(bytes, undefined, undefined))),

      read(bytes, options = {}) {
        return catalogueOf(dialect, decodeUtf8(bytes, options.path), options);
      },

      patch(bytes, changes, { path, language } = {}) {
        if (changes.length === 0) return bytes.slice();
        const text = decodeUtf8(bytes, path);
        const edits = textEdits(text, dialect, changes, { path, language });
        if (edits !== undefined) return applyEditsInUtf8(bytes, text, edits);
        return encode(patch(parse(text, dialect, path, language), changes, { path }));
      },

      create(catalogue, { language }, like) {
        const model = like === undefined ? undefined : readFile(like, undefined, undefined);
        return encode(create(catalogue, language, dialect, model));
      },

      layout(bytes, { path, language }) {
        const { text, entries } = readFile(bytes, path, language);
        const places = entries.flatMap((entry) => {
          return entryUnits(entry, language).map(({ key }) => ({ key, start: entry.start, end: entry.end }));
        });
        return xmlLayoutOf(text, places, withDeclarations);
      },
    }),
  );
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const HEAD = 16_384;
const STRINGS = /^\uFEFF?\s*(?:<\?[^>]*>\s*)?<resources(?:\s[^<>]*)?>\s*<(?:string|plurals|string-array)\s/;

/** The beginning of a large file tells enough: whether the rest can be read is found out when it is read. */
function beginsWithStrings(bytes: Uint8Array): boolean {
  if (bytes.length <= HEAD) return false;
  const head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, HEAD));
  return STRINGS.test(head.replaceAll(/<!--[^]*?-->/g, ""));
}

/** Resources without any string (`colors.xml`) are nothing for translators. */
function isCatalogue(read: () => AndroidFile): boolean {
  try {
    const { entries } = read();
    return entries.length === 0 || entries.some(({ kind }) => kind !== undefined);
  } catch {
    return false;
  }
}

function catalogueOf(dialect: AndroidDialect, text: string, options: ReadOptions): Catalogue {
  const units = new KeyedUnits(options.template);
  const { language, flaws } = parseEach(text, dialect, options, (entry, known) => {
    for (const unit of entryUnits(entry, known)) units.add(unit);
  });
  return {
    format: dialect.id,
    ...(language !== undefined && { language }),
    units: units.all(),
    ...(flaws.length === 0 ? {} : { flaws }),
  };
}

const EMPTY = '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n';

function create(
  catalogue: Catalogue,
  language: string,
  dialect: AndroidDialect,
  like: AndroidFile | undefined,
): string {
  const changes = additionsOf(catalogue.units);
  const file = parse(like === undefined ? EMPTY : frameOf(like), dialect, undefined, language);
  return patch(file, changes, like === undefined ? {} : { style: styleOf(like) });
}

/** Everything around the strings, but for the language they are in. */
function frameOf({ text, root, entries }: AndroidFile): string {
  const tail = text.slice(entries.at(-1)?.end ?? root.contentStart, root.contentEnd);
  const gap = tail.includes("<") ? "" : tail;
  const end = root.tag.selfClosing ? "" : gap + text.slice(root.contentEnd);
  return text.slice(0, root.tag.end).replace(LOCALE, "") + (root.tag.selfClosing ? text.slice(root.end) : end);
}

const LOCALE = /\stools:locale\s*=\s*(?:"[^"]*"|'[^']*')/;
