import type { PlainChange, SetTexts, UnitChange } from "../../catalog/unit-change.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { becomesPlural } from "../plural-changes.ts";
import { po, poLayout, poWithPluralRule } from "../po/index.ts";

const ID = "po-mono";

/** Gettext files whose msgid is a key: the source text is the msgstr of the template file. */
export const poMono: Format = defineFormat({
  id: ID,
  kind: "monolingual",
  extensions: ["po"],
  mediaType: po.mediaType,
  // By path and content it is a `po` file; only the component's settings tell it apart.
  detect: () => false,

  read(bytes, options = {}) {
    const sources = new Map(options.template?.units.map((unit) => [unit.key, unit.target]));
    const catalogue = po.read(bytes, options);
    return {
      ...catalogue,
      format: ID,
      units: catalogue.units.map((unit) => {
        const key = keyOf(unit);
        return { ...unit, key, context: key, source: sources.get(key) ?? [] };
      }),
    };
  },

  patch(bytes, changes, options = {}) {
    if (changes.length === 0) return bytes.slice();
    const catalogue = po.read(bytes, options);
    const { language = catalogue.language } = options;
    const entries = new Map(catalogue.units.map((unit) => [keyOf(unit), unit]));
    return po.patch(
      bytes,
      changes.map((change) => bilingualChange(change, entries, language)),
      options,
    );
  },

  create(catalogue, options, like) {
    return po.create(bilingual(catalogue), options, like);
  },

  withPluralRule: poWithPluralRule,

  layout(bytes, options) {
    const { text, entries, encode } = poLayout(bytes, options);
    const keys = new Map(po.read(bytes, options).units.map((unit) => [unit.key, keyOf(unit)]));
    return {
      text,
      encode,
      entries: entries.map((entry) => ({ ...entry, keys: entry.keys.map((key) => keys.get(key) ?? key) })),
    };
  },
});

/** The service joins a context and the msgid with a dot. */
function keyOf({ context, source }: Unit): string {
  const [id = ""] = source;
  return context === "" ? id : `${context}.${id}`;
}

function bilingualChange(
  change: PlainChange,
  entries: ReadonlyMap<string, Unit>,
  language: string | undefined,
): UnitChange {
  if (change.kind === "add") {
    const { unit, after } = change;
    const added = bilingualUnit(unit);
    return {
      kind: "add",
      unit: { ...added, key: entries.get(unit.key)?.key ?? added.key },
      ...(after !== undefined && { after: entries.get(after)?.key ?? after }),
    };
  }
  const entry = entries.get(change.key);
  if (entry === undefined) return change;
  const { key } = entry;
  return change.kind === "set" ? setOf({ ...change, key }, entry, language) : { ...change, key };
}

/** A string that became a plural, or a plural that became a string, is another entry in the same place. */
function setOf(change: SetTexts, { source, context }: Unit, language: string | undefined): UnitChange {
  const wasPlural = source.length > 1;
  const isPlural = becomesPlural(change, wasPlural, language);
  if (isPlural === wasPlural) return change;
  const { key, target, state } = change;
  const unit = { context, source: sourceOf(source[0] ?? "", isPlural), target, ...(state !== undefined && { state }) };
  return { kind: "rename", key, to: key, unit };
}

function sourceOf(id: string, isPlural: boolean): readonly string[] {
  return isPlural ? [id, `${id}_plural`] : [id];
}

function bilingual(catalogue: Catalogue): Catalogue {
  return { ...catalogue, format: po.id, units: catalogue.units.map(bilingualUnit) };
}

function bilingualUnit(unit: Unit): Unit {
  const isPlural = unit.target.length > 1 || unit.source.length > 1;
  return { ...unit, context: "", source: sourceOf(unit.key, isPlural) };
}
