import { deserialize, serialize } from "node:v8";
import type { ExportDocument, ExportUnit } from "../../formats/exports/exporter.ts";
import { exporterFor } from "../../formats/exports/registry.ts";

/** A document on its way to a thread: all its strings at once would be a long stretch for who hands them over. */
export interface DocumentInParts {
  readonly name: string;
  readonly document: Omit<ExportDocument, "units">;
  /** Of `unitsAsPart`, each. */
  readonly parts: readonly Uint8Array[];
}

export function unitsAsPart(units: readonly ExportUnit[]): Uint8Array {
  return serialize(units);
}

/** A translation as a file of a kind that exists. */
export function exported({ name, document, parts }: DocumentInParts): Uint8Array {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw new Error(`There is no export ${name}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `unitsAsPart` made them
  return exporter.write({ ...document, units: parts.flatMap((part) => deserialize(part) as ExportUnit[]) });
}
