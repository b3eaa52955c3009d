import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import type { Format } from "../format.ts";
import { decodeUtf8 } from "../source-text.ts";
import { parse, unitsOf, type AndroidFile, type AndroidUnit } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";

const ID = "aresource";

/** Android's string resources: `<string>`, `<plurals>`, and the elements of `<string-array>` as `name[0]`. */
export const aresource: Format = {
  id: ID,
  kind: "monolingual",
  extensions: ["xml"],
  mediaType: "application/xml",
  detect: (path, bytes) => /\.xml$/i.test(path) && isCatalogue(bytes),

  read(bytes, options = {}) {
    return catalogueOf(readFile(bytes, options.path, options.language), options.template);
  },

  patch(bytes, changes, options = {}) {
    if (changes.length === 0) return bytes.slice();
    return encode(patch(readFile(bytes, options.path), changes, { path: options.path }));
  },

  create(catalogue, { language }, like) {
    return encode(create(catalogue, language, like === undefined ? undefined : readFile(like, undefined)));
  },
};

function readFile(bytes: Uint8Array, path: string | undefined, language?: string): AndroidFile {
  return parse(decodeUtf8(bytes, path), path, language);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Resources without any string (`colors.xml`) are nothing for translators. */
function isCatalogue(bytes: Uint8Array): boolean {
  try {
    const { entries } = readFile(bytes, undefined);
    return entries.length === 0 || entries.some(({ kind }) => kind !== undefined);
  } catch {
    return false;
  }
}

function catalogueOf(file: AndroidFile, template: Catalogue | undefined): Catalogue {
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  return {
    format: ID,
    ...(file.language === undefined ? {} : { language: file.language }),
    units: unitsOf(file).map((unit) => unitOf(unit, sources.get(unit.key) ?? [])),
  };
}

function unitOf({ key, target, note, line }: AndroidUnit, source: readonly string[]): Unit {
  return {
    key,
    context: key,
    source,
    target,
    state: target.every((text) => text === "") ? unitStates.untranslated : unitStates.translated,
    note,
    location: "",
    flags: "",
    previousSource: "",
    line,
  };
}

const EMPTY = '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n';

function create(catalogue: Catalogue, language: string, like: AndroidFile | undefined): string {
  const changes = catalogue.units.map((unit, index): UnitChange => {
    const after = catalogue.units[index - 1]?.key;
    return { kind: "add", unit, ...(after === undefined ? {} : { after }) };
  });
  const file = parse(like === undefined ? EMPTY : frameOf(like), undefined, language);
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
