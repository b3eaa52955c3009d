import { additionsOf } from "../../catalog/unit-change.ts";
import { charsetOf } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { layoutOf } from "../text/layout.ts";
import { columns, simpleColumns } from "./columns.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";
import { readFile, RowReader, unitsOf, type CsvFile, type CsvKind } from "./units.ts";

/** A row for each string; the first one names the columns. */
export const csv: Format = csvFormat({ id: "csv", isSimple: false, isMulti: false }, columns, isNamed);

/** Source and target. */
export const csvSimple: Format = csvFormat(
  { id: "csv-simple", isSimple: true, isMulti: false },
  simpleColumns,
  isPairs,
);

/** Rows of one string are its forms. Its files look like those of `csv`, so that it has to be named. */
export const csvMulti: Format = csvFormat({ id: "csv-multi", isSimple: false, isMulti: true }, columns, () => false);

function csvFormat(kind: CsvKind, header: readonly string[], isOurs: (file: CsvFile) => boolean): Format {
  return defineFormat({
    id: kind.id,
    ...(kind.isMulti ? {} : { holdsOneForm: true }),
    takesNoHalves: true,
    kind: "bilingual",
    extensions: ["csv"],
    mediaType: "text/csv",
    detect: (path, bytes) => /\.[ct]sv$/i.test(path) && isCatalogue(bytes, kind, isOurs),

    read(bytes, { path, charset, template } = {}) {
      const text = charsetOf(bytes, charset).decode(bytes, path);
      const sources =
        template === undefined ? undefined : new Map(template.units.map((unit) => [unit.key, unit.target]));
      return { format: kind.id, units: unitsOf(readFile(text, kind, path), kind, sources) };
    },

    patch(bytes, changes, { path, charset: named } = {}) {
      if (changes.length === 0) return bytes.slice();
      const charset = charsetOf(bytes, named);
      const file = readFile(charset.decode(bytes, path), kind, path);
      return charset.encode(patch(file, changes, { kind, style: styleOf(file), path }), path);
    },

    create(catalogue, _options, like = new TextEncoder().encode(`${header.join(",")}\n`)) {
      const charset = charsetOf(like);
      const model = readFile(charset.decode(like, undefined), kind);
      const changes = additionsOf(catalogue.units);
      const { table, header: names, order } = model;
      const top = table.text.slice(0, names?.next ?? table.start);
      const empty = { ...readFile(top, kind), order };
      const { delimiter, lineEnd } = table;
      const text = patch({ ...empty, table: { ...empty.table, delimiter, lineEnd } }, changes, {
        kind,
        style: styleOf(model),
      });
      return charset.encode(text);
    },

    layout(bytes, { path, charset: named }) {
      const charset = charsetOf(bytes, named);
      const file = readFile(charset.decode(bytes, path), kind, path);
      const reader = new RowReader(file);
      const places = file.rows.flatMap((row) => {
        const key = reader.key(row);
        return key === undefined ? [] : [{ key, start: row.start, end: row.end }];
      });
      return layoutOf(file.table.text, places, (written) => charset.encode(written, path));
    },
  });
}

function isNamed({ header }: CsvFile): boolean {
  return header !== undefined;
}

function isPairs({ header, rows }: CsvFile): boolean {
  return header === undefined && rows.length > 0 && rows.every(({ cells }) => cells.length === 2);
}

function isCatalogue(bytes: Uint8Array, kind: CsvKind, isOurs: (file: CsvFile) => boolean): boolean {
  try {
    return isOurs(readFile(charsetOf(bytes).decode(bytes, undefined), kind));
  } catch {
    return false;
  }
}
