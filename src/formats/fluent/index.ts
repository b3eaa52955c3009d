import { unitStates, type Catalogue, type Unit, type Flaw } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { layoutOf, trimmed } from "../text/layout.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import { parse, type FluentEntry, type FluentFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf, textOf } from "./write.ts";

const ID = "fluent";

/** Project Fluent: a message or term with its attributes is one unit, selectors are part of its text. */
export const fluent: Format = defineFormat({
  id: ID,
  holdsOneForm: true,
  takesNoHalves: true,
  kind: "monolingual",
  extensions: ["ftl"],
  mediaType: "text/x-fluent",
  detect: (path, bytes) => /\.ftl$/i.test(path) && !isFreeMarker(bytes),

  read(bytes, options = {}) {
    return catalogueOf(readFile(bytes, options.path), options.template);
  },

  patch(bytes, changes, options = {}) {
    if (changes.length === 0) return bytes.slice();
    return encode(patch(readFile(bytes, options.path), changes, { path: options.path }));
  },

  create(catalogue, _options, like) {
    const model = like === undefined ? undefined : readFile(like, undefined);
    const changes = additionsOf(catalogue.units);
    const empty = parse(model?.text.startsWith("\uFEFF") === true ? "\uFEFF" : "");
    return encode(patch(empty, changes, model === undefined ? {} : { style: styleOf(model) }));
  },

  layout(bytes, { path }) {
    const { text, entries } = readFile(bytes, path);
    return layoutOf(
      text,
      entries.map((entry) => ({ key: entry.id, ...trimmed(text, entry) })),
    );
  },
});

const HEAD = 65_536;
/** `<#if …>`, `[#list …]`, `<@macro …>`, `${value}`, markup: templates of FreeMarker have the same ending. */
const FREEMARKER = /<\/?[#@][\w.]|\[\/?#[a-z]|\$\{|^\s*<(?:!|\?|[a-z])/i;
/** A line of a letter, beside a value that is filled in: no message begins or goes on so. */
const [PROSE, VALUE] = [/^[A-Za-z][^=\n]*$/m, /\$\{\w/];
const MESSAGE = /^-?[A-Za-z][\w-]* *=/m;

function isFreeMarker(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  if (VALUE.test(head) && PROSE.test(head)) return true;
  return FREEMARKER.test(head) && (!MESSAGE.test(head) || /<\/?[#@][a-z]|\[\/?#[a-z]/i.test(head));
}

function readFile(bytes: Uint8Array, path: string | undefined): FluentFile {
  return parse(decodeUtf8(bytes, path), path);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function catalogueOf({ entries, repeated, note }: FluentFile, template: Catalogue | undefined): Catalogue {
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  const units = entries.map((entry) => unitOf(entry, note, sources.get(entry.id) ?? []));
  const flaws = repeated.map(({ id, line }): Flaw => ({
    line,
    message: `"${id}" exists already: programs ignore this one`,
  }));
  return { format: ID, units, ...(flaws.length === 0 ? {} : { flaws }) };
}

function unitOf({ id, parts, note, line }: FluentEntry, fileNote: string, source: readonly string[]): Unit {
  return {
    key: id,
    context: id,
    source,
    target: [textOf(parts)],
    state: unitStates.translated,
    note: [fileNote, note].filter((text) => text !== "").join("\n"),
    location: "",
    flags: `fluent-type:${id.startsWith("-") ? "Term" : "Message"}`,
    previousSource: "",
    line,
  };
}
