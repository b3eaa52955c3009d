import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import { xmlEncoded } from "../xml/encoded.ts";
import type { Format } from "../format.ts";
import { xmlLayoutOf } from "../text/layout.ts";
import { KeyedUnits } from "../keyed-unit.ts";
import { applyEdits, applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import type { EntryGrammar } from "./grammar.ts";
import { eachEntry, isString, parse, type EntryFile } from "./parse.ts";
import { patchEdits } from "./patch.ts";

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
        return catalogueOf(grammar, decodeUtf8(bytes, path), path, template);
      },

      patch(bytes, changes, { path } = {}) {
        if (changes.length === 0) return bytes.slice();
        const file = readFile(bytes, path);
        return applyEditsInUtf8(bytes, file.text, patchEdits(file, grammar, changes, { path }));
      },

      create(catalogue, _options, like) {
        const model = like === undefined ? undefined : readFile(like, undefined);
        const frame = parse(model === undefined ? grammar.empty : frameOf(model, grammar), grammar);
        const edits = patchEdits(frame, grammar, additionsOf(catalogue.units), { like: model });
        return encode(applyEdits(frame.text, edits));
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

function catalogueOf(
  grammar: EntryGrammar,
  text: string,
  path: string | undefined,
  template: Catalogue | undefined,
): Catalogue {
  const units = new KeyedUnits(template);
  const { flaws } = eachEntry(text, grammar, path, (entry) => {
    if (!isString(entry)) return;
    const { wording, note, line } = entry;
    const notes = wording.note === "" || note === "" ? note + wording.note : `${note}\n${wording.note}`;
    units.add({ key: wording.key, target: [wording.text], note: notes, line });
  });
  return { format: grammar.id, units: units.all(), ...(flaws.length === 0 ? {} : { flaws }) };
}
