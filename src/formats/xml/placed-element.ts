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
  /** Of an element whose children are made when somebody asks for them: what they are called, and one of them alone. */
  readonly unmade?: UnmadeChildren;
}

export interface UnmadeChildren {
  readonly names: readonly string[];
  at(index: number): PlacedElement | undefined;
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
  const { unmade } = element;
  if (unmade !== undefined) return unmade.at(unmade.names.indexOf(name));
  for (const child of element.children) if (child.tag.name === name) return child;
  return undefined;
}

/** The children of these names, and no others are made. */
export function childrenNamed(element: PlacedElement, names: readonly string[]): readonly PlacedElement[] {
  const { unmade } = element;
  if (unmade === undefined) return element.children.filter(({ tag }) => names.includes(tag.name));
  const children: PlacedElement[] = [];
  for (let index = 0; index < unmade.names.length; index += 1) {
    const child = names.includes(unmade.names[index] ?? "") ? unmade.at(index) : undefined;
    if (child !== undefined) children.push(child);
  }
  return children;
}
