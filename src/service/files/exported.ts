import type { DocumentHead, Exporter, ExportUnit } from "../../formats/exports/exporter.ts";
import { exporterFor } from "../../formats/exports/registry.ts";
import { elementsOf, type Part } from "../threads/parts.ts";

/** A document on its way to a thread. */
export interface DocumentInParts {
  readonly name: string;
  readonly document: DocumentHead;
  readonly parts: readonly Part<ExportUnit>[];
}

/** A translation as a file of a kind that exists. */
export function exported({ name, document, parts }: DocumentInParts): Uint8Array {
  return exporterCalled(name).write({ ...document, units: parts.flatMap(elementsOf) });
}

/** Some strings of a document on their way to a thread. */
export interface PieceOfDocument extends Pick<DocumentInParts, "name" | "document"> {
  readonly part: Part<ExportUnit>;
  /** Of the first of them in the document, from 0. */
  readonly index: number;
}

/** What stands in the file for these strings. */
export function exportedPiece({ name, document, part, index: first }: PieceOfDocument): Uint8Array<ArrayBuffer> {
  const pieces = exporterCalled(name).inPieces?.pieces(document);
  if (pieces === undefined) throw new Error(`The export ${name} is not written in pieces.`);
  const units = elementsOf(part);
  return new TextEncoder().encode(units.map((unit, index) => pieces.each(unit, first + index)).join(""));
}

function exporterCalled(name: string): Exporter {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw new Error(`There is no export ${name}.`);
  return exporter;
}
