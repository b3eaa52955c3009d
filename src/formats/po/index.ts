import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import type { CreateOptions, Format, Layout, ReadOptions } from "../format.ts";
import { applyEdits, applyEditsInUtf8 } from "../text/source-text.ts";
import { layoutOf } from "../text/layout.ts";
import { charsetOf } from "./charset.ts";
import { headerFields, pluralCount, writeHeader } from "./header.ts";
import { commentText, flagsOf, parse, parseEach, type Entry } from "./parse.ts";
import { patch, textEdits } from "./patch.ts";
import { withPluralRule } from "./plural-rule.ts";
import { gettextStyle, styleOf, writeUnit } from "./write.ts";

/** GNU gettext's `.po` and `.pot`, bilingual: the msgid is the source text. */
export const po: Format = defineFormat({
  id: "po",
  takesNoHalves: true,
  kind: "bilingual",
  extensions: ["po", "pot"],
  mediaType: "text/x-gettext-catalog",
  detect: (path) => /\.pot?$/i.test(path),

  read(bytes, { path, whenDecoded } = {}) {
    const text = charsetOf(bytes, path).decode(bytes, path);
    whenDecoded?.();
    return catalogueOf(text, path);
  },

  patch(bytes, changes, { path } = {}) {
    if (changes.length === 0) return bytes.slice();
    const charset = charsetOf(bytes, path);
    const text = charset.decode(bytes, path);
    const edits = textEdits(text, changes, path);
    if (edits === undefined) return charset.encode(patch(text, changes, path), path);
    return charset.name === "UTF-8"
      ? applyEditsInUtf8(bytes, text, edits)
      : charset.encode(applyEdits(text, edits), path);
  },

  create(catalogue, options, like) {
    return new TextEncoder().encode(create(catalogue, options, like));
  },

  withPluralRule: poWithPluralRule,

  layout: poLayout,
});

export function poWithPluralRule(bytes: Uint8Array, like: Uint8Array, { path }: ReadOptions = {}): Uint8Array {
  const charset = charsetOf(bytes, path);
  const text = charset.decode(bytes, path);
  const ruled = withPluralRule(text, charsetOf(like, undefined).decode(like, undefined), path);
  return ruled === text ? bytes.slice() : charset.encode(ruled, path);
}

export function poLayout(bytes: Uint8Array, { path }: ReadOptions): Layout {
  const charset = charsetOf(bytes, path);
  const text = charset.decode(bytes, path);
  const entries: Entry[] = [];
  parseEach(text, path, (entry) => {
    if (!entry.obsolete && entry.key !== "") entries.push(entry);
  });
  return layoutOf(text, entries, (written) => charset.encode(written, path));
}

function create(catalogue: Catalogue, options: CreateOptions, like: Uint8Array | undefined): string {
  const model = like === undefined ? undefined : parse(charsetOf(like, undefined).decode(like, undefined));
  const style = model === undefined ? gettextStyle : styleOf(model.text);
  const pluralForms = pluralCount(options.plurals) ?? catalogue.pluralForms ?? 1;
  const entries = [
    writeHeader(options, model, style),
    ...catalogue.units.map((unit) => writeUnit(unit, style, pluralForms)),
  ];
  return entries.join(style.lineEnd + style.lineEnd) + style.lineEnd;
}

function catalogueOf(text: string, path: string | undefined): Catalogue {
  const units: Unit[] = [];
  const header = parseEach(text, path, (entry) => {
    if (!entry.obsolete && entry.key !== "") units.push(unitOf(text, entry));
  });
  const fields = headerFields(header);
  const language = fields.get("Language");
  const pluralForms = pluralCount(fields.get("Plural-Forms"));
  const pluralFormula = /plural\s*=\s*([^;]+)/.exec(fields.get("Plural-Forms") ?? "")?.[1]?.trim();
  return {
    format: po.id,
    ...(language === undefined || language === "" ? {} : { language }),
    ...(pluralForms !== undefined && { pluralForms }),
    ...(pluralFormula !== undefined && { pluralFormula }),
    units,
  };
}

function unitOf(text: string, entry: Entry): Unit {
  const target = entry.strings.length === 1 ? [entry.strings[0]?.value ?? ""] : entry.strings.map(({ value }) => value);
  const { note, location, flags, isFuzzy } = commentsOf(text, entry);
  return {
    key: entry.key,
    context: entry.context?.value ?? "",
    source: entry.plural === undefined ? [entry.id.value] : [entry.id.value, entry.plural.value],
    target,
    state: stateOf(target, isFuzzy),
    note,
    location,
    flags,
    previousSource: entry.previousId,
    line: entry.line,
  };
}

/** All comments in one go: most entries have one, and there are many entries. */
function commentsOf(
  text: string,
  entry: Entry,
): { readonly note: string; readonly location: string; readonly flags: string; readonly isFuzzy: boolean } {
  let note: string | undefined;
  let location = "";
  let isFlagged = false;
  for (const comment of entry.comments) {
    if (comment.kind === "extracted") {
      const line = commentText(text, comment);
      note = note === undefined ? line : `${note}\n${line}`;
    } else if (comment.kind === "reference") {
      const line = commentText(text, comment);
      location = location === "" ? line : `${location} ${line}`;
    } else if (comment.kind === "flag") {
      isFlagged = true;
    }
  }
  const flags = isFlagged ? flagsOf(text, entry) : [];
  return {
    note: note ?? "",
    location: location.trim(),
    flags: flags.filter((flag) => flag !== "fuzzy").join(", "),
    isFuzzy: flags.includes("fuzzy"),
  };
}

function stateOf(target: readonly string[], fuzzy: boolean): Unit["state"] {
  if (isEmpty(target)) return unitStates.untranslated;
  return fuzzy ? unitStates.needsEditing : unitStates.translated;
}
