import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { aresource as androidFormat } from "../aresource/index.ts";
import type { Format } from "../format.ts";
import { json as jsonFormat, jsonNested as jsonNestedFormat } from "../json/index.ts";
import { encode, type ExportDocument, type Exporter, type ExportUnit } from "./exporter.ts";
import { isPlural } from "./unit-text.ts";

/** Key → text in one object: of a plural the first form. */
export const json: Exporter = {
  ...exporterOf(jsonFormat, firstForm),
  inPieces: {
    pieces: () => ({
      head: "{",
      each: ({ context, target: [text = ""] }, index) =>
        `${index === 0 ? "" : ","}\n    ${JSON.stringify(context)}: ${JSON.stringify(text)}`,
      tail: "\n}\n",
    }),
  },
};

/** Objects in objects, by the dots of the keys; elements of lists by `[0]`. */
export const jsonNested: Exporter = exporterOf(jsonNestedFormat, firstForm);

/** Android's resources, with plurals. */
export const aresource: Exporter = exporterOf(androidFormat, (unit) => {
  const key = xmlName(unit.context);
  return isPlural(unit) ? { key, target: unit.target } : { ...firstForm(unit), key };
});

type KeyAndTarget = Pick<Unit, "key" | "target">;

/** Indentation of the service's JSON. */
const like: Readonly<Record<string, Uint8Array>> = {
  json: encode('{\n    "key": ""\n}\n'),
  "json-nested": encode('{\n    "key": ""\n}\n'),
};

/** What a format of files writes for the same units. */
function exporterOf(format: Format, choose: (unit: ExportUnit) => KeyAndTarget): Exporter {
  return {
    name: format.id,
    extension: format.extensions[0] ?? format.id,
    mediaType: format.mediaType,
    only: "monolingual",
    write: ({ units, language }: ExportDocument) =>
      format.create(catalogueOf(format, units.map(choose)), { language: language.code }, like[format.id]),
  };
}

function firstForm({ context, target }: ExportUnit): KeyAndTarget {
  return { key: context, target: target.slice(0, 1) };
}

/** A name that XML can hold. */
function xmlName(key: string): string {
  return key.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu, "\uFFFD");
}

function catalogueOf(format: Format, units: readonly KeyAndTarget[]): Catalogue {
  return {
    format: format.id,
    units: units.map(({ key, target }) => ({
      key,
      target,
      context: key,
      source: [],
      state: unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: 0,
    })),
  };
}
