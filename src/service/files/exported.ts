import type { ExportDocument } from "../../formats/exports/exporter.ts";
import { exporterFor } from "../../formats/exports/registry.ts";

/** A translation as a file of a kind that exists. */
export function exported({ name, document }: { readonly name: string; readonly document: ExportDocument }): Uint8Array {
  const exporter = exporterFor(name);
  if (exporter === undefined) throw new Error(`There is no export ${name}.`);
  return exporter.write(document);
}
