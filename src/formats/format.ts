import { UserError } from "../core/errors.ts";
import { formatErrors } from "./errors.ts";
import type { UnitChange } from "../catalog/unit-change.ts";
import type { Catalogue } from "../catalog/unit.ts";

export type { UnitChange };

export interface ReadOptions {
  /** Path shown in errors. */
  readonly path?: string;
  /**
   * Language of the file, in the service's code; without it, path and content may say it. In a file of all languages the
   * one to read or change; without it, the source language.
   */
  readonly language?: string;
  /** Template of a monolingual format: gives the units their `source`. */
  readonly template?: Catalogue;
  /** For bytes that do not tell themselves: neither by a byte order mark nor by being valid UTF-8. */
  readonly charset?: "iso-8859-1" | "utf-16le" | "utf-16be";
}

export interface CreateOptions {
  /** Language of the new file, in the service's code. */
  readonly language: string;
  /** Gettext plural formula of the language, `nplurals=2; plural=n != 1;`. */
  readonly plurals?: string;
}

/** A translation file format. `patch(bytes, [])` returns equal bytes; `patch` of one value changes that value's bytes alone. */
export interface Format {
  /** The service's `file_format` (facts §1.4): `po`, `json`, `json-nested`. */
  readonly id: string;
  readonly kind: "bilingual" | "monolingual";
  readonly extensions: readonly string[];
  readonly mediaType: string;
  /** Whether a file of that path and content looks like this format. */
  detect(path: string, bytes: Uint8Array): boolean;
  /** @throws {FormatError} with line and column; never a partial catalogue. */
  read(bytes: Uint8Array, options?: ReadOptions): Catalogue;
  /** @throws {FormatError} where the file cannot be read, or cannot hold what a change wants */
  patch(bytes: Uint8Array, changes: readonly UnitChange[], options?: ReadOptions): Uint8Array;
  /** Only a format with all languages in one file: those it holds, the source language first, as written there. */
  languages?(bytes: Uint8Array, options?: ReadOptions): readonly string[];
  /** A new file with these units; `like` lends its header, indentation and line ends. */
  create(catalogue: Catalogue, options: CreateOptions, like?: Uint8Array): Uint8Array;
}

/** The file is not what its format promises. */
export class FormatError extends UserError {
  constructor(message: string, place: { file?: string; line: number; column: number; text?: string }) {
    super(message, {
      code: "IL-R01",
      hint: formatErrors["IL-R01"].remedy,
      place: {
        file: place.file ?? "",
        line: place.line,
        column: place.column,
        ...(place.text === undefined ? {} : { text: place.text }),
      },
    });
  }
}
