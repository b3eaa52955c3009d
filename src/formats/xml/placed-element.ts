import type { OpenTag } from "./scan.ts";

/** An element and where it stands; offsets count UTF-16 units of the file's text. */
export interface PlacedElement {
  /** With the name as written (`tools:item`), the attributes, and where the tag itself begins and ends. */
  readonly tag: OpenTag;
  /** Where the content begins: behind the tag. */
  readonly contentStart: number;
  /** Where `</` stands; of a self-closing element, where its content would be. */
  readonly contentEnd: number;
  /** Behind `>` of the end tag. */
  readonly end: number;
  readonly children: readonly PlacedElement[];
}

/** A comment, a CDATA section or another stretch of the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** All of them are made here: what looks at millions of objects is quicker where they are of one shape. */
export function placed(
  tag: OpenTag,
  children: readonly PlacedElement[],
  contentEnd: number,
  end: number,
): PlacedElement {
  return { tag, contentStart: tag.end, contentEnd, end, children };
}

/** The first child of that name. */
export function childNamed(element: PlacedElement, name: string): PlacedElement | undefined {
  for (const child of element.children) if (child.tag.name === name) return child;
  return undefined;
}
