import { isEmpty } from "../../catalog/texts.ts";
import type { PlainChange } from "../../catalog/unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { defineFormat } from "../define-format.ts";
import type { Format, FormatCore, ReadOptions } from "../format.ts";
import { xliffCore } from "./index.ts";
import { FILE_SEPARATOR } from "./parse.ts";

/**
 * XLIFF 1 of which a file in the source language is the base: that file's targets are the source texts, and what stands in
 * `<source>` is a key, as Symfony has it. Units go by `resname`, or by `original///id`, as they do on the service.
 */
const core: FormatCore = {
  ...xliffCore,
  kind: "monolingual",
  // By path and content it is XLIFF; only the component's settings, or the file in the source language, tell it apart.
  detect: () => false,

  read(bytes, options = {}) {
    const sources = new Map(options.template?.units.map((unit) => [unit.key, unit.target]));
    const catalogue = xliffCore.read(bytes, options);
    const isBare = isBareSource(catalogue, bytes, options);
    const units = new Map<string, Unit>();
    for (const unit of catalogue.units) {
      const { context: key, source } = unit;
      const keyed = { ...unit, key, context: key, source: sources.get(key) ?? [] };
      // Of a key that is there twice the last one counts.
      units.set(key, isBare ? { ...keyed, target: source, state: unitStates.translated } : keyed);
    }
    return { ...catalogue, units: [...units.values()] };
  },

  patch(bytes, changes, options = {}) {
    if (changes.length === 0) return bytes.slice();
    return xliffCore.patch(bytes, bilingualChanges(changes, bytes, options), options);
  },

  create(catalogue, options, like) {
    const known: KnownUnits = like === undefined ? new Map() : unitsIn(like, {});
    const units = catalogue.units.map((unit) => bilingualUnit(unit, known));
    return xliffCore.create({ ...catalogue, units }, options, like);
  },

  ...(xliffCore.layout !== undefined && { layout: layoutOf(xliffCore.layout) }),
};

export const xliffKeyed: Format = defineFormat(core);

/** Whether the `<source>` texts of a file in the source language are keys: most of its targets say something else. */
export function hasKeysAsSource({ units }: Catalogue): boolean {
  const translated = units.filter(({ target }) => !isEmpty(target));
  const differing = translated.filter(({ source, target }) => source[0] !== target[0]);
  return differing.length * 2 > translated.length;
}

/**
 * Whether a file in the source language says its texts in targets of units with names of their own, as Symfony's do: the names are
 * the keys, even where most of them are the texts of once.
 */
export function hasNamedTexts({ units }: Catalogue): boolean {
  const isNamed = units.every(({ context }) => context !== "" && !context.includes(FILE_SEPARATOR));
  return units.length > 0 && isNamed && units.every(({ target }) => !isEmpty(target));
}

/** A base file without targets has its texts in `<source>`. */
function isBareSource(
  { units }: Catalogue,
  bytes: Uint8Array,
  { template, language }: Pick<ReadOptions, "template" | "language">,
): boolean {
  if (template !== undefined || units.some(({ target }) => !isEmpty(target))) return false;
  const [, own] =
    /\ssource-language\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(bytes.subarray(0, HEAD)).toString()) ?? [];
  return language === undefined || own?.replaceAll("-", "_").toLowerCase() === language.toLowerCase();
}

const HEAD = 4096;

/** Key here → the unit in the file. */
type KnownUnits = ReadonlyMap<string, Pick<Unit, "key" | "source">>;

function unitsIn(bytes: Uint8Array, options: ReadOptions): KnownUnits {
  return new Map(xliffCore.read(bytes, options).units.map(({ key, context, source }) => [context, { key, source }]));
}

function bilingualChanges(
  changes: readonly PlainChange[],
  bytes: Uint8Array,
  options: ReadOptions,
): readonly PlainChange[] {
  const known = unitsIn(bytes, options);
  const fileKey = (key: string): string => known.get(key)?.key ?? key;
  return changes.map((change): PlainChange => {
    if (change.kind !== "add") return { ...change, key: fileKey(change.key) };
    const { after } = change;
    return {
      ...change,
      unit: bilingualUnit(change.unit, known),
      ...(after !== undefined && { after: fileKey(after) }),
    };
  });
}

/** The key is what the program asks for: in a new unit it stands in `<source>`, too. */
function bilingualUnit(unit: Unit, known: KnownUnits): Unit {
  const at = unit.key.indexOf(FILE_SEPARATOR);
  const id = at < 0 ? unit.key : unit.key.slice(at + FILE_SEPARATOR.length);
  const { key = unit.key, source = [id] } = known.get(unit.key) ?? {};
  return { ...unit, key, context: unit.key, source };
}

function layoutOf(layout: NonNullable<FormatCore["layout"]>): NonNullable<FormatCore["layout"]> {
  return (bytes, options) => {
    const { entries, ...placed } = layout(bytes, options);
    const keys = new Map(xliffCore.read(bytes, options).units.map(({ key, context }) => [key, context]));
    return {
      ...placed,
      entries: entries.map((entry) => ({ ...entry, keys: entry.keys.map((key) => keys.get(key) ?? key) })),
    };
  };
}
