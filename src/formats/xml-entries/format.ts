import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import { xmlEncoded } from "../xml/encoded.ts";
import type { Format } from "../format.ts";
import { xmlLayoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import type { EntryGrammar } from "./grammar.ts";
import { isString, parse, stringsByKey, type EntryFile } from "./parse.ts";
import { patch } from "./patch.ts";

/** The format that a grammar describes. */
export function entryFormat(grammar: EntryGrammar): Format {
  const { id, extensions, mediaType } = grammar;
  const readFile = (bytes: Uint8Array, path: string | undefined): EntryFile =>
    parse(decodeUtf8(bytes, path), grammar, path);
  const extension = new RegExp(`\\.(?:${extensions.join("|")})$`, "i");
  return defineFormat(
    xmlEncoded({
      id,
      holdsOneForm: true,
      kind: "monolingual",
      extensions,
      mediaType,
      detect: (path, bytes) =>
        extension.test(path) && hasStrings(() => readFile(bytes, undefined), !extensions.includes("xml")),

      read(bytes, { path, template } = {}) {
        return catalogueOf(id, readFile(bytes, path), template);
      },

      patch(bytes, changes, { path } = {}) {
        return changes.length === 0 ? bytes.slice() : encode(patch(readFile(bytes, path), grammar, changes, { path }));
      },

      create(catalogue, _options, like) {
        const model = like === undefined ? undefined : readFile(like, undefined);
        const frame = parse(model === undefined ? grammar.empty : frameOf(model, grammar), grammar);
        return encode(patch(frame, grammar, additionsOf(catalogue.units), { like: model }));
      },

      layout(bytes, { path }) {
        const { text, entries } = readFile(bytes, path);
        const places = entries.filter(isString).map(({ wording, start, end }) => ({ key: wording.key, start, end }));
        return xmlLayoutOf(text, places);
      },
    }),
  );
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A file of the root's name with other things in it alone is of another format; an empty one, where its name tells nothing. */
function hasStrings(read: () => EntryFile, mayBeEmpty: boolean): boolean {
  try {
    const { entries } = read();
    return entries.some(isString) || (entries.length === 0 && mayBeEmpty);
  } catch {
    return false;
  }
}

/** What stands around the strings, with the header. */
function frameOf({ text, contentStart, entries }: EntryFile, grammar: EntryGrammar): string {
  const pieces: string[] = [];
  let from = 0;
  let before = contentStart;
  for (const entry of entries) {
    if (isString(entry) || grammar.isHeader?.(entry.element) !== true) {
      pieces.push(text.slice(from, before));
      from = entry.end;
    }
    before = entry.end;
  }
  return pieces.join("") + text.slice(from);
}

function catalogueOf(id: string, file: EntryFile, template: Catalogue | undefined): Catalogue {
  const texts = Array.from(stringsByKey(file).values(), ({ wording, note, line }) => {
    const notes = [note, wording.note].filter((part) => part !== "");
    return { key: wording.key, target: [wording.text], note: notes.join("\n"), line };
  });
  const { flaws } = file;
  return { format: id, units: keyedUnits(texts, template), ...(flaws.length === 0 ? {} : { flaws }) };
}
