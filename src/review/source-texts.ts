import type { Catalogue, Unit } from "../catalog/unit.ts";
import type { Format } from "../formats/format.ts";
import type { ReadBlob } from "./blobs.ts";
import { readSource } from "./read-file.ts";
import type { FileVersion, TouchedLanguage } from "./touched-components.ts";

/** The source texts that a component without a source file has: those that any of its translations holds. */
export interface SourceTexts {
  readonly kind: "read";
  readonly format: Format;
  readonly bytes: { readonly before: undefined; readonly after: undefined };
  readonly before: Catalogue | undefined;
  readonly after: Catalogue | undefined;
}

/** A translation that cannot be read says nothing here; it is told by itself. */
export async function readSourceTexts(
  languages: readonly TouchedLanguage[],
  read: ReadBlob,
): Promise<SourceTexts | { readonly kind: "opaque" }> {
  const after = await unionOf(
    languages.flatMap((language) => language.after ?? []),
    read,
  );
  const before = await unionOf(
    languages.flatMap((language) => language.before ?? []),
    read,
  );
  const format = after?.format ?? before?.format;
  if (format === undefined) return { kind: "opaque" };
  return {
    kind: "read",
    format,
    bytes: { before: undefined, after: undefined },
    before: before?.catalogue,
    after: after?.catalogue,
  };
}

async function unionOf(
  files: readonly FileVersion[],
  read: ReadBlob,
): Promise<{ readonly format: Format; readonly catalogue: Catalogue } | undefined> {
  const units = new Map<string, Unit>();
  let found: Format | undefined;
  for (const file of files) {
    const outcome = await readSource(file, undefined, read);
    if (outcome.kind !== "read") continue;
    found ??= outcome.format;
    for (const unit of outcome.catalogue.units) if (!units.has(unit.key)) units.set(unit.key, unit);
  }
  return found === undefined
    ? undefined
    : { format: found, catalogue: { format: found.id, units: [...units.values()] } };
}
