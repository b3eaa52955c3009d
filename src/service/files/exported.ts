import type { DocumentHead, Exporter, ExportUnit } from "../../formats/exports/exporter.ts";
import { exporterFor } from "../../formats/exports/registry.ts";
import { giveBack } from "../../network/given-back.ts";
import { texts } from "../units/unit-row.ts";

/** Of a string, in the order in which the database writes them. */
export const unitColumns = [
  ...(["context", "source", "target", "previousSource", "state", "note", "location"] as const),
  ...(["flags", "extraFlags", "explanation", "suggestions"] as const),
] as const;

/** Some strings, as JSON that the database wrote: of each a list of `unitColumns`. */
export type UnitRows = Uint8Array<ArrayBuffer>;

/** `source`, `target` and each of the suggestions are lists of forms, as JSON. */
type UnitRow = readonly [
  ...strings: [context: string, source: string, target: string, previousSource: string],
  state: number,
  ...others: [note: string, location: string, flags: string, extraFlags: string, explanation: string],
  suggestions: string | null,
];

/** The bytes are given back: nobody has the strings twice. */
function unitsIn(rows: UnitRows): ExportUnit[] {
  const all: readonly UnitRow[] = JSON.parse(new TextDecoder().decode(rows));
  giveBack(rows);
  return all.map(
    ([
      context,
      source,
      target,
      previousSource,
      state,
      note,
      location,
      flags,
      extraFlags,
      explanation,
      suggestions,
    ]) => ({
      context,
      source: texts(source),
      target: texts(target),
      previousSource,
      state,
      note,
      location,
      flags: [flags, extraFlags].filter((each) => each !== "").join(", "),
      explanation,
      suggestions: suggestions === null ? [] : JSON.parse(`[${suggestions}]`),
    }),
  );
}

/** A document on its way to a thread. */
export interface DocumentInParts {
  readonly name: string;
  readonly document: DocumentHead;
  readonly parts: readonly UnitRows[];
}

/** A translation as a file of a kind that exists. */
export function exported({ name, document, parts }: DocumentInParts): Uint8Array {
  return exporterCalled(name).write({ ...document, units: parts.flatMap(unitsIn) });
}

/** Some strings of a document on their way to a thread. */
export interface PieceOfDocument extends Pick<DocumentInParts, "name" | "document"> {
  readonly rows: UnitRows;
  /** Of the first of them in the document, from 0. */
  readonly index: number;
}

/** What stands in the file for these strings. */
export function exportedPiece({ name, document, rows, index: first }: PieceOfDocument): Uint8Array<ArrayBuffer> {
  const pieces = exporterCalled(name).inPieces?.pieces(document);
  if (pieces === undefined) throw new Error(`The export ${name} is not written in pieces.`);
  return new TextEncoder().encode(
    unitsIn(rows)
      .map((unit, index) => pieces.each(unit, first + index))
      .join(""),
  );
}

function exporterCalled(name: string): Exporter {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw new Error(`There is no export ${name}.`);
  return exporter;
}
