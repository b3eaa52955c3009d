import { isEmpty } from "../../catalog/difference.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { CreateOptions, Format } from "../format.ts";
import { charsetOf } from "./charset.ts";
import { headerFields, pluralCount, writeHeader } from "./header.ts";
import { commentTexts, flagsOf, parse, type Entry, type PoFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { gettextStyle, writeUnit } from "./write.ts";

/** GNU gettext's `.po` and `.pot`, bilingual: the msgid is the source text. */
export const po: Format = {
  id: "po",
  kind: "bilingual",
  extensions: ["po", "pot"],
  mediaType: "text/x-gettext-catalog",
  detect: (path) => /\.pot?$/i.test(path),

  read(bytes, { path } = {}) {
    return catalogueOf(parse(charsetOf(bytes, path).decode(bytes, path), path));
  },

  patch(bytes, changes, { path } = {}) {
    if (changes.length === 0) return bytes.slice();
    const charset = charsetOf(bytes, path);
    return charset.encode(patch(parse(charset.decode(bytes, path), path), changes), path);
  },

  create(catalogue, options, like) {
    return new TextEncoder().encode(create(catalogue, options, like));
  },
};

function create(catalogue: Catalogue, options: CreateOptions, like: Uint8Array | undefined): string {
  const model = like === undefined ? undefined : parse(charsetOf(like, undefined).decode(like, undefined));
  const pluralForms = pluralCount(options.plurals) ?? catalogue.pluralForms ?? 1;
  const entries = [
    writeHeader(options, model),
    ...catalogue.units.map((unit) => writeUnit(unit, gettextStyle, pluralForms)),
  ];
  return `${entries.join("\n\n")}\n`;
}

function catalogueOf(file: PoFile): Catalogue {
  const fields = headerFields(file.header);
  const language = fields.get("Language");
  const pluralForms = pluralCount(fields.get("Plural-Forms"));
  return {
    format: po.id,
    ...(language === undefined || language === "" ? {} : { language }),
    ...(pluralForms === undefined ? {} : { pluralForms }),
    units: file.entries
      .filter((entry) => !entry.obsolete && entry !== file.header)
      .map((entry) => unitOf(file.text, entry)),
  };
}

function unitOf(text: string, entry: Entry): Unit {
  const target = entry.strings.map((field) => field.value);
  const flags = flagsOf(text, entry);
  const plural = entry.plural === undefined ? [] : [entry.plural.value];
  return {
    key: entry.key,
    context: entry.context?.value ?? "",
    source: [entry.id.value, ...plural],
    target,
    state: stateOf(target, flags.includes("fuzzy")),
    note: commentTexts(text, entry, "extracted").join("\n"),
    location: commentTexts(text, entry, "reference").join(" ").trim(),
    flags: flags.filter((flag) => flag !== "fuzzy").join(", "),
    previousSource: entry.previousId,
    line: entry.line,
  };
}

function stateOf(target: readonly string[], fuzzy: boolean): Unit["state"] {
  if (isEmpty(target)) return unitStates.untranslated;
  return fuzzy ? unitStates.needsEditing : unitStates.translated;
}
