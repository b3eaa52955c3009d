import type { EncodeOptions } from "./markup.ts";

/** What differs between Android's resources and those that libraries write after them. */
export interface AndroidDialect {
  /** The service's `file_format`. */
  readonly id: string;
  /** Elements of plurals; a new one is like the file's others, or the first of these. */
  readonly pluralTags: readonly [string, ...string[]];
  /** Android's compiler looks at the placeholders of its strings. */
  readonly isCompiled: boolean;
  /** Whether a file of that path may be of this dialect. */
  claims(path: string): boolean;
  /** The service's code of the language that a path says. */
  languageOfPath(path: string | undefined): string | undefined;
  /** @param raw content of an element that has been scanned */
  decode(raw: string): string;
  encode(value: string, options: EncodeOptions): string;
}
