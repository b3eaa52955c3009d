import type { Catalogue } from "../catalog/unit.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Format, ReadOptions } from "../formats/format.ts";
import { detectFormat, formats } from "../formats/registry.ts";

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

export function readFile(format: Format, bytes: Uint8Array, options: ReadOptions): ReadFile {
  try {
    return { kind: "read", catalogue: format.read(bytes, options), bytes };
  } catch (error) {
    return { kind: "broken", mistake: mistakeOf(error) };
  }
}

export type SourceFormat =
  | { readonly kind: "known"; readonly format: Format }
  /** The path speaks for a format, and the content does not parse as one. */
  | { readonly kind: "broken"; readonly mistake: SyntaxMistake }
  /** Not read here. */
  | { readonly kind: "opaque" };

/** The format of a component, by its source file. */
export function formatOfSource(path: string, bytes: Uint8Array): SourceFormat {
  const format = detectFormat(path, bytes);
  if (format !== undefined) return { kind: "known", format };
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
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
