import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf, type UnitChange } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import { xmlEncoded } from "../xml/encoded.ts";
import type { Format, FormatCore, ReadOptions } from "../format.ts";
import { xmlLayoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import { categoriesOf, formTexts, isForm } from "./forms.ts";
import { parse, partsOf, partsOfEntry, VALUE_TYPE_KEY, type Pair, type StringsdictFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";

const ID = "stringsdict";

/**
 * Apple's `.stringsdict`: the plural forms of a variable as `entry:variable`, the format around them as `entry` where it says
 * more than the variable.
 */
export const stringsdict: Format = withWholeEntries(defineFormat(coreOfStringsdict()));

/** A format around variables is nothing without them: under another name, it takes them along. */
function withWholeEntries(format: Format): Format {
  return {
    ...format,
    patch: (bytes, changes, options = {}) =>
      format.patch(bytes, changes.flatMap(withVariables(bytes, changes, options)), options),
  };
}

function withVariables(
  bytes: Uint8Array,
  changes: readonly UnitChange[],
  { path, language }: ReadOptions,
): (change: UnitChange) => readonly UnitChange[] {
  if (changes.every(({ kind }) => kind !== "rename")) return (change) => [change];
  const named = new Set(changes.map((change) => (change.kind === "add" ? change.unit.key : change.key)));
  const entries = readFile(bytes, path, language).root.pairs.map((entry) => partsOfEntry(entry).map(({ key }) => key));
  const variables = new Map(entries.map(([first, ...others]) => [first, others]));
  return (change) => {
    if (change.kind !== "rename") return [change];
    const { key, to } = change;
    const own = (variables.get(key) ?? []).filter((other) => other.startsWith(`${key}:`) && !named.has(other));
    return [change, ...own.map((other) => ({ kind: "rename" as const, key: other, to: to + other.slice(key.length) }))];
  };
}

function coreOfStringsdict(): FormatCore {
  return xmlEncoded({
    id: ID,
    kind: "monolingual",
    extensions: ["stringsdict"],
    mediaType: "application/x-plist",
    detect: (path, bytes) => /\.stringsdict$/i.test(path) && !BINARY.test(Buffer.from(bytes.subarray(0, 8)).toString()),

    read(bytes, options = {}) {
      return catalogueOf(readFile(bytes, options.path, options.language), options.template);
    },

    patch(bytes, changes, options = {}) {
      if (changes.length === 0) return bytes.slice();
      return encode(patch(readFile(bytes, options.path, options.language), changes, { path: options.path }));
    },

    create(catalogue, { language }, like) {
      return encode(create(catalogue, language, like === undefined ? undefined : readFile(like, undefined)));
    },

    layout(bytes, { path, language, added }) {
      const { text, root } = readFile(bytes, path, language);
      const places = root.pairs.flatMap((entry) => {
        const parts = partsOfEntry(entry);
        const isWhole = added === undefined || parts.length === 1 || parts.every(({ key }) => added.has(key));
        return parts.map(({ key, pair }) => {
          const { start, end } = isWhole ? entry : pair;
          return { key, start, end };
        });
      });
      return xmlLayoutOf(text, places);
    },
  });
}

const BINARY = /^bplist\d\d/;

function readFile(bytes: Uint8Array, path: string | undefined, language?: string): StringsdictFile {
  return parse(decodeUtf8(bytes, path), path, language);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function catalogueOf(file: StringsdictFile, template: Catalogue | undefined): Catalogue {
  const { language } = file;
  const texts = partsOf(file).map(({ key, pair, variable, note }) => {
    return { key, target: textsOf(pair, variable, language), note, line: pair.line };
  });
  return { format: ID, ...(language !== undefined && { language }), units: keyedUnits(texts, template) };
}

function textsOf({ value }: Pair, variable: string | undefined, language: string | undefined): readonly string[] {
  if (variable === undefined) return [value.kind === "text" ? value.text : ""];
  const pairs = value.kind === "dictionary" ? value.pairs : [];
  const forms = new Map(
    pairs.flatMap(({ key, value: form }) => (isForm(key) && form.kind === "text" ? [[key, form.text] as const] : [])),
  );
  return formTexts(forms, categoriesOf(language, [...forms.keys()]));
}

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
  '<plist version="1.0">\n<dict>\n</dict>\n</plist>\n';

function create(catalogue: Catalogue, language: string, like: StringsdictFile | undefined): string {
  const changes = additionsOf(catalogue.units);
  if (like === undefined) return patch(parse(EMPTY, undefined, language), changes);
  return patch(parse(frameOf(like), undefined, language), changes, {
    style: styleOf(like),
    valueTypes: valueTypesOf(like),
  });
}

/** Everything around the entries. */
function frameOf({ text, root: { element, pairs } }: StringsdictFile): string {
  const { contentStart, contentEnd } = element;
  const tail = text.slice(pairs.at(-1)?.end ?? contentStart, contentEnd);
  return text.slice(0, contentStart) + (tail.includes("<") ? "" : tail) + text.slice(contentEnd);
}

function valueTypesOf(file: StringsdictFile): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const { key, pair } of partsOf(file)) {
    if (pair.value.kind !== "dictionary") continue;
    const type = pair.value.pairs.findLast((inner) => inner.key === VALUE_TYPE_KEY)?.value;
    if (type?.kind === "text") types.set(key, type.text);
  }
  return types;
}
