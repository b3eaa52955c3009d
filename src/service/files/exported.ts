import type { ExportDocument, ExportUnit } from "../../formats/exports/exporter.ts";
import { exporterFor } from "../../formats/exports/registry.ts";
import { elementsOf, type Part } from "../threads/parts.ts";

/** A document on its way to a thread. */
export interface DocumentInParts {
  readonly name: string;
  readonly document: Omit<ExportDocument, "units">;
  readonly parts: readonly Part<ExportUnit>[];
}

/** A translation as a file of a kind that exists. */
export function exported({ name, document, parts }: DocumentInParts): Uint8Array {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw new Error(`There is no export ${name}.`);
  return exporter.write({ ...document, units: parts.flatMap(elementsOf) });
}
