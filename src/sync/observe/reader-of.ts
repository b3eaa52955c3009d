import type { Format } from "../../formats/format.ts";

/** Servers before 2026 have the encoding in the format's name; a reader sees it from the bytes. */
const laterNames: ReadonlyMap<string, string> = new Map([
  ["strings-utf8", "strings"],
  ["properties-utf8", "properties"],
  ["properties-utf16", "properties"],
  ["csv-utf-8", "csv"],
  ["csv-simple-utf-8", "csv-simple"],
]);

/** @param fileFormat as the service has it, of any age. @returns its name today, which the registry of formats knows it by */
export function nameToday(fileFormat: string): string {
  return laterNames.get(fileFormat) ?? fileFormat;
}

/**
 * Readers are loaded with the first file: a run that finds both sides in step reads none.
 * @param fileFormat as the service has it, of any age
 * @returns undefined for a format that has no reader here
 */
export async function readerOf(fileFormat: string): Promise<Format | undefined> {
  const { formatFor } = await import("../../formats/registry.ts");
  return formatFor(nameToday(fileFormat));
}

/** The same; where the service's word has none, the reader that path and content speak for. */
export async function readerOfFile(fileFormat: string, path: string, bytes: Uint8Array): Promise<Format | undefined> {
  const { detectFormat } = await import("../../formats/registry.ts");
  return (await readerOf(fileFormat)) ?? detectFormat(path, bytes);
}
