import { UserError } from "../core/errors.ts";
import { formatErrors } from "./errors.ts";
import type { PlainChange, UnitChange } from "../catalog/unit-change.ts";
import type { Catalogue } from "../catalog/unit.ts";

export type { PlainChange, UnitChange };

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
  /** Told when `read` needs the bytes no more, which may be long before its end: of a large file nobody has both bytes and text then. */
  readonly whenDecoded?: (() => void) | undefined;
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
  /** Whether a string has one text, whatever the language: a plural has no place in the file. */
  readonly holdsOneForm?: true;
  /**
   * The file with the plural rule of another one: how many forms a plural has, and which is for which numbers. Plurals get so many, of which
   * those without a text are empty; no text goes. Only a format whose files say the rule.
   * @throws {FormatError} where a file cannot be read, or cannot hold the rule
   */
  withPluralRule?(bytes: Uint8Array, like: Uint8Array, options?: ReadOptions): Uint8Array;
  /** Only a format with all languages in one file: those it holds, the source language first, as written there. */
  languages?(bytes: Uint8Array, options?: ReadOptions): readonly string[];
  /** A new file with these units; `like` lends its header, indentation and line ends. */
  create(catalogue: Catalogue, options: CreateOptions, like?: Uint8Array): Uint8Array;
}

/** What a format has to know by itself; {@link defineFormat} makes a whole one of it. */
export interface FormatCore extends Omit<Format, "patch"> {
  patch(bytes: Uint8Array, changes: readonly PlainChange[], options?: ReadOptions): Uint8Array;
  /** It cannot write the half of a character (a lone surrogate): no escape stands for one. */
  readonly takesNoHalves?: true;
  /** It finds out by itself which bytes are UTF-16 without a mark. */
  readonly tellsWideBytes?: boolean;
  /** How the names begin, as they are written, of what is said of a key beside it. */
  readonly companion?: (key: string) => string;
  /** Without it, what is added is written from the unit alone. */
  readonly layout?: (bytes: Uint8Array, options: LayoutOptions) => Layout;
}

export interface LayoutOptions extends ReadOptions {
  /** Keys that come into the file: an entry of several units is to be taken whole only where all of them do. */
  readonly added?: ReadonlySet<string>;
}

/** Where the entries of a file stand in its text. */
export interface Layout {
  readonly text: string;
  /** In file order, apart from each other. One that cannot be cut out in one piece is in none of them. */
  readonly entries: readonly PlacedEntry[];
  /** @throws {FormatError} for what the file cannot hold: a character that its encoding lacks */
  readonly encode: (text: string) => Uint8Array;
}

/** An entry with the comments that belong to it, without the blanks around; offsets count UTF-16 units. */
export interface PlacedEntry {
  /** Several where one entry holds several units. */
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
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
        ...(place.text !== undefined && { text: place.text }),
      },
    });
  }
}
