import type { LanguageStyle } from "./language-code.ts";
import type { LocalePath } from "./locale-path.ts";

/** Files that are one text in several languages. */
export interface LocaleFamily {
  /** Paths (or, after merging, patterns with captures) as a mapping has them; `{language}` without a style. */
  readonly source: string | undefined;
  readonly translations: string;
  /** The codes found in paths, without the source's. */
  readonly codes: readonly LanguageInPath[];
  /** The style that this kind of file always has. */
  readonly style: LanguageStyle | undefined;
  /** Files in a language that another one is for already: the service has one file a language. */
  readonly doubled: readonly DoubledFile[];
  /** A file for each component: its source, or without one the first of its translations. */
  readonly sources: readonly string[];
}

export type LanguageInPath = Pick<LocalePath, "code" | "text">;

/** A file that stays out, since the service takes another one for its language. */
export interface DoubledFile {
  readonly path: string;
  readonly kept: string;
}
