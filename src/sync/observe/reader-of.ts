import type { Format } from "../../formats/format.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";

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

/** What a component says of its files; undefined of one that is not known. */
export type DescribedFiles = Pick<ServiceComponent, "fileFormat" | "template"> | undefined;

/**
 * Readers are loaded with the first file: a run that finds both sides in step reads none.
 * @returns undefined for a format that has no reader here
 */
export async function readerOf(component: DescribedFiles): Promise<Format | undefined> {
  const { formatFor } = await import("../../formats/registry.ts");
  return formatFor(nameToday(component?.fileFormat ?? ""), component?.template);
}

/** The same; where the service's word has none, the reader that path and content speak for. */
export async function readerOfFile(
  component: DescribedFiles,
  path: string,
  bytes: Uint8Array,
): Promise<Format | undefined> {
  const { detectFormat } = await import("../../formats/registry.ts");
  return (await readerOf(component)) ?? detectFormat(path, bytes);
}
