import { extensionOf } from "../core/file-extension.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { defined } from "../core/defined.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Format, ReadOptions } from "../formats/format.ts";
import { detectSourceFormat, formats } from "../formats/registry.ts";
import { catalogueOf } from "../mapping/catalogue-paths.ts";
import { catalogueFormat } from "./catalogue-languages.ts";
import { MOST_FILE_BYTES, type ReadBlob } from "./blobs.ts";
import type { FileVersion } from "./touched-components.ts";

/** Where a file does not parse, and why. */
export interface SyntaxMistake {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ReadFile =
  | { readonly kind: "read"; readonly catalogue: Catalogue; readonly bytes: Uint8Array }
  | { readonly kind: "broken"; readonly mistake: SyntaxMistake };

const TOO_LARGE = {
  kind: "broken",
  mistake: { line: 1, column: 1, message: `has more than ${String(MOST_FILE_BYTES / 1_000_000)} MB, and was not read` },
} as const;

export async function readVersion(
  format: Format,
  { path, blob }: FileVersion,
  language: string,
  read: ReadBlob,
): Promise<ReadFile> {
  const bytes = await read(blob);
  return bytes === undefined ? TOO_LARGE : readFile(format, bytes, { path, language });
}

/** A source says its format itself. */
export async function readSource(
  { path, blob }: FileVersion,
  language: string | undefined,
  read: ReadBlob,
): Promise<Exclude<SourceFormat, { kind: "known" }> | (ReadFile & { readonly kind: "read"; readonly format: Format })> {
  const bytes = await read(blob);
  if (bytes === undefined) return TOO_LARGE;
  const known = formatOfSource(path, bytes);
  if (known.kind !== "known") return known;
  const file = readFile(known.format, bytes, language === undefined ? { path } : { path, language });
  return file.kind === "read" ? { ...file, format: known.format } : file;
}

function readFile(format: Format, bytes: Uint8Array, options: ReadOptions): ReadFile {
  try {
    return { kind: "read", catalogue: catalogueIn(format, bytes, options), bytes };
  } catch (error) {
    return { kind: "broken", mistake: mistakeOf(error) };
  }
}

/** Of a string catalogue, its texts in the language that the path is of; what nobody is to translate is there in the source alone. */
function catalogueIn(format: Format, bytes: Uint8Array, options: ReadOptions): Catalogue {
  const own = catalogueOf(options.path ?? "");
  if (own === undefined) return format.read(bytes, options);
  const { catalogue: path, name: language } = own;
  const catalogue = format.read(bytes, { path, ...defined({ language }) });
  const isLeftAlone = ({ flags }: Unit): boolean => flags === "read-only";
  const units =
    language === undefined
      ? catalogue.units.map((unit) => (isLeftAlone(unit) ? { ...unit, state: unitStates.readOnly } : unit))
      : catalogue.units.filter((unit) => !isLeftAlone(unit));
  return { ...catalogue, units };
}

export type SourceFormat =
  | { readonly kind: "known"; readonly format: Format }
  /** The path speaks for a format, and the content does not parse as one. */
  | { readonly kind: "broken"; readonly mistake: SyntaxMistake }
  /** Not read here. */
  | { readonly kind: "opaque" };

/** The format of a component, by its source file. */
function formatOfSource(path: string, bytes: Uint8Array): SourceFormat {
  const format = catalogueOf(path) === undefined ? detectSourceFormat(path, bytes) : catalogueFormat;
  if (format !== undefined) return { kind: "known", format };
  const extension = extensionOf(path);
  for (const candidate of formats.values().filter(({ extensions }) => extensions.includes(extension))) {
    const outcome = readFile(candidate, bytes, { path });
    if (outcome.kind === "broken") return outcome;
  }
  return { kind: "opaque" };
}

/** @throws what is no mistake of the file */
function mistakeOf(error: unknown): SyntaxMistake {
  if (!(error instanceof InterlinearError)) throw error;
  const { place, message } = error;
  return { line: Math.max(1, place?.line ?? 1), column: Math.max(1, place?.column ?? 1), message };
}
