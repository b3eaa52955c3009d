import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { po, poLayout } from "../po/index.ts";

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
    const keys = new Map(po.read(bytes, options).units.map((unit) => [keyOf(unit), unit.key]));
    return po.patch(
      bytes,
      changes.map((change) => bilingualChange(change, keys)),
      options,
    );
  },

  create(catalogue, options, like) {
    return po.create(bilingual(catalogue), options, like);
  },

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

function bilingualChange(change: PlainChange, keys: ReadonlyMap<string, string>): PlainChange {
  if (change.kind !== "add") return { ...change, key: keys.get(change.key) ?? change.key };
  const { unit, after } = change;
  const added = bilingualUnit(unit);
  return {
    kind: "add",
    unit: { ...added, key: keys.get(unit.key) ?? added.key },
    ...(after !== undefined && { after: keys.get(after) ?? after }),
  };
}

function bilingual(catalogue: Catalogue): Catalogue {
  return { ...catalogue, format: po.id, units: catalogue.units.map(bilingualUnit) };
}

function bilingualUnit(unit: Unit): Unit {
  const isPlural = unit.target.length > 1 || unit.source.length > 1;
  return { ...unit, context: "", source: isPlural ? [unit.key, `${unit.key}_plural`] : [unit.key] };
}
