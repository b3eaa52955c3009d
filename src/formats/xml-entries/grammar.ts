import type { PlacedElement } from "../xml/placed-element.ts";
import type { OpenTag } from "../xml/scan.ts";

/** What an element directly in the root says. */
export interface Wording {
  readonly key: string;
  /** The element whose content is the text; undefined where it is missing. */
  readonly place: PlacedElement | undefined;
  readonly note: string;
}

/** A new entry; its text is written already, its key and note are as they read. */
export interface NewEntry {
  readonly key: string;
  readonly content: string;
  readonly note: string;
}

/** A format whose strings are elements directly in the root, each with a key and one text. */
export interface EntryGrammar {
  /** The service's `file_format`. */
  readonly id: string;
  readonly extensions: readonly string[];
  readonly mediaType: string;
  readonly root: string;
  /** Begins a file from nothing: what stands around its strings. */
  readonly empty: string;
  /** Undefined for an element that is no string for translators. */
  wordingOf(element: PlacedElement, text: string): Wording | undefined;
  /** What of another file goes into a new one made like it, besides what is around the root's elements; strings never do. */
  isHeader?(element: PlacedElement): boolean;
  /** Content of an entry whose place is missing, with the text in it; without it, the text is the content. */
  withPlace?(former: string, content: string, style: EntryStyle): string;
  /** @param model an entry of the file, to be like */
  write(entry: NewEntry, style: EntryStyle, root: OpenTag, model: PlacedElement | undefined): string;
}

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface EntryStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Between two entries: line end and indentation. */
  readonly gap: string;
  /** Before an element in an entry. */
  readonly innerGap: string;
  /** Before the end tag of an entry with elements in it. */
  readonly closeGap: string;
}
