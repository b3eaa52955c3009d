import type { Format } from "../formats/format.ts";
import { formatFor } from "../formats/registry.ts";

/** Servers before 2026 have the encoding in the format's name; a reader sees it from the bytes. */
const laterNames: ReadonlyMap<string, string> = new Map([
  ["strings-utf8", "strings"],
  ["properties-utf8", "properties"],
  ["properties-utf16", "properties"],
  ["csv-utf-8", "csv"],
  ["csv-simple-utf-8", "csv-simple"],
]);

/** @param fileFormat as the service has it, of any age; undefined for a format that has no reader here */
export function readerOf(fileFormat: string): Format | undefined {
  return formatFor(laterNames.get(fileFormat) ?? fileFormat);
}
