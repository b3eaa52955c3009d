import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { charsetOf } from "../charset.ts";
import type { Format } from "../format.ts";
import { encodeProperties } from "./encode.ts";
import { entriesByKey, noteOf, parse, type Entry, type PropertiesFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";

/** What Java's resource bundles are in if they are not UTF-8. */
const JAVA = "iso-8859-1";

/** Java's `.properties`: key and text, a comment above as the note. */
export const properties: Format = {
  id: "properties",
  kind: "monolingual",
  extensions: ["properties"],
  mediaType: "text/x-java-properties",
  detect: (path) => /\.properties$/i.test(path),

  read(bytes, { path, template, charset } = {}) {
    return catalogueOf(parse(charsetOf(bytes, charset ?? JAVA).decode(bytes, path), path), template);
  },

  patch(bytes, changes, { path, charset: named } = {}) {
    if (changes.length === 0) return bytes.slice();
    const charset = charsetOf(bytes, named ?? JAVA);
    const file = parse(charset.decode(bytes, path), path);
    return encodeProperties(patch(file, changes, styleOf(file, charset)), charset);
  },

  create(catalogue, _options, like = new Uint8Array()) {
    const charset = charsetOf(like, JAVA);
    const style = styleOf(parse(charset.decode(like, undefined)), charset);
    const changes = catalogue.units.map((unit, index): UnitChange => {
      const after = catalogue.units[index - 1]?.key;
      return { kind: "add", unit, ...(after === undefined ? {} : { after }) };
    });
    return encodeProperties(changes.length === 0 ? style.byteOrderMark : patch(parse(""), changes, style), charset);
  },
};

function catalogueOf(file: PropertiesFile, template: Catalogue | undefined): Catalogue {
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  const units = entriesByKey(file).values();
  return {
    format: properties.id,
    units: Array.from(units, (entry) => unitOf(entry, noteOf(file, entry), sources.get(entry.key) ?? [])),
  };
}

function unitOf({ key, value, line }: Entry, note: string, source: readonly string[]): Unit {
  return {
    key,
    context: key,
    source,
    target: [value],
    state: value === "" ? unitStates.untranslated : unitStates.translated,
    note,
    location: "",
    flags: "",
    previousSource: "",
    line,
  };
}
