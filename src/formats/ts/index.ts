import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import { xmlEncoded } from "../xml/encoded.ts";
import type { Format } from "../format.ts";
import { KeyTable } from "../text/key-table.ts";
import { xmlLayoutOf } from "../text/layout.ts";
import { applyEdits, applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import { attributeEdit } from "../xml/edit.ts";
import { isObsolete, parse, type Entry, type TsFile } from "./parse.ts";
import { patchEdits, stateOf } from "./patch.ts";

const ID = "ts";

/**
 * Qt Linguist's `.ts`, bilingual. The context of a unit is the name of its `<context>`, the disambiguation and the id, each
 * on a line; messages that the program has no more (`obsolete`, `vanished`) stay in the file and are none of its units.
 */
export const ts: Format = defineFormat(
  xmlEncoded({
    id: ID,
    kind: "bilingual",
    extensions: ["ts"],
    mediaType: "application/x-linguist",
    detect: (path, bytes) => /\.ts$/i.test(path) && isLinguist(bytes),

    read(bytes, { path, language } = {}) {
      return catalogueOf(parse(decodeUtf8(bytes, path), path, language));
    },

    patch(bytes, changes, { path, language } = {}) {
      if (changes.length === 0) return bytes.slice();
      const file = parse(decodeUtf8(bytes, path), path, language);
      return applyEditsInUtf8(bytes, file.text, patchEdits(file, changes));
    },

    create(catalogue, { language }, like) {
      const model = like === undefined ? EMPTY : decodeUtf8(like, undefined);
      return encode(createLike(catalogue, language, model));
    },

    layout(bytes, { path, language }) {
      const { text, contexts } = parse(decodeUtf8(bytes, path), path, language);
      return xmlLayoutOf(
        text,
        contexts.flatMap(({ entries }) => entries.filter((entry) => !isObsolete(entry))),
      );
    },
  }),
);

const EMPTY = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">\n</TS>\n';
const HEAD = 4096;

/** The extension is TypeScript's too. */
function isLinguist(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD)).trimStart();
  return head.startsWith("<") && /<TS[\s>/]/.test(head);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function catalogueOf({ contexts, language }: TsFile): Catalogue {
  const keys = new KeyTable();
  const units: Unit[] = [];
  for (const { entries } of contexts) {
    for (const entry of entries) {
      if (isObsolete(entry)) continue;
      // Of a key that is there twice the last one counts.
      const earlier = keys.add(entry.key);
      if (earlier === undefined) units.push(unitOf(entry));
      else units[earlier] = unitOf(entry);
    }
  }
  return { format: ID, ...(language !== undefined && { language }), units };
}

function unitOf(entry: Entry): Unit {
  const { key, context, source, target, note, location, flags, line, isPlural } = entry;
  const state = stateOf(entry);
  return {
    key,
    context,
    source: isPlural ? pluralSource(source) : [source],
    target,
    state,
    note,
    location,
    flags,
    previousSource: state === unitStates.needsEditing ? entry.previousSource : "",
    line,
  };
}

/** A source has one text for all numbers, "%n file(s)"; the service makes two of it. */
function pluralSource(source: string): readonly string[] {
  return [source.replaceAll("(s)", ""), source.replaceAll("(s)", "s")];
}

/** Everything as in the other file but for its language and texts. */
function createLike(catalogue: Catalogue, language: string, like: string): string {
  const model = parse(like);
  const edit = attributeEdit(like, model.root, "language", language);
  const file = parse(edit === undefined ? like : applyEdits(like, [edit]), undefined, language);
  const wanted = new Set(catalogue.units.map(({ key }) => key));
  const superfluous = catalogueOf(file).units.filter(({ key }) => !wanted.has(key));
  const changes = [
    ...superfluous.map(({ key }): PlainChange => ({ kind: "remove", key })),
    ...additionsOf(catalogue.units),
  ];
  return applyEdits(file.text, patchEdits(file, changes));
}
