import { placed, type PlacedElement } from "./placed-element.ts";
import { openTag, type OpenTag, type XmlScanner } from "./scan.ts";

/** An element of a {@link Pattern}, in offsets of its literals. */
interface PatternElement {
  readonly tag: OpenTag;
  /** The literal that the tag stands in, and where there. */
  readonly openIn: number;
  readonly tagStart: number;
  readonly tagEnd: number;
  /** The literal that the end tag stands in, and where there. */
  readonly closeIn: number;
  readonly contentEnd: number;
  readonly end: number;
  /** Where the pattern has its children: beside each other. */
  readonly firstChild: number;
  readonly endOfChildren: number;
}

/** How an element is written: all but its own tag and the texts of its innermost elements. */
interface Pattern {
  /** Tags and blanks before, between and behind the texts. The first begins behind the element's own tag. */
  readonly literals: readonly string[];
  /** The element itself, its children, then theirs. */
  readonly elements: readonly PatternElement[];
}

interface Known {
  /** The one that fitted last comes first. */
  patterns: readonly Pattern[];
  /** Where nothing is like anything, nobody goes on comparing. */
  credit: number;
}

const MOST_PATTERNS = 3;
const MOST_ELEMENTS = 24;
const FIRST_CREDIT = 64;
const MOST_CREDIT = 512;
const NONE: readonly PlacedElement[] = [];

/**
 * Programs write one string as the other: the same tags, attributes and blanks, with other texts between. An element that is
 * written as one before it need not be taken apart: what stood there was read, letter by letter the same.
 */
export class AlikeElements {
  readonly #text: string;
  readonly #scanner: XmlScanner;
  readonly #known = new Map<string, Known>();
  /** Where each literal begins of the pattern that is being compared. */
  readonly #places: number[] = [];
  readonly #made: PlacedElement[] = [];

  constructor(text: string, scanner: XmlScanner) {
    this.#text = text;
    this.#scanner = scanner;
  }

  /** The element of this tag, up to its end tag, where it is written as one that was learned; else nothing is read. */
  read(tag: OpenTag): PlacedElement | undefined {
    const known = this.#known.get(tag.name);
    if (known === undefined || known.credit <= 0) return undefined;
    const { patterns } = known;
    for (const pattern of patterns) {
      if (!this.#fits(pattern.literals, tag.end)) continue;
      if (pattern !== patterns[0]) known.patterns = [pattern, ...patterns.filter((other) => other !== pattern)];
      if (known.credit < MOST_CREDIT) known.credit += 1;
      return this.#placed(pattern.elements, tag);
    }
    known.credit -= 1;
    return undefined;
  }

  /** Of an element that was taken apart. */
  learn(element: PlacedElement): void {
    const { name } = element.tag;
    const known = this.#known.get(name);
    if (element.children.length === 0 || (known !== undefined && known.credit <= 0)) return;
    const pattern = patternOf(this.#text, element);
    if (pattern === undefined) return;
    if (known === undefined) this.#known.set(name, { patterns: [pattern], credit: FIRST_CREDIT });
    else known.patterns = [pattern, ...known.patterns.slice(0, MOST_PATTERNS - 1)];
  }

  #fits(literals: readonly string[], start: number): boolean {
    const scanner = this.#scanner;
    for (let index = 0; index < literals.length; index += 1) {
      if (index > 0) scanner.skipText();
      this.#places[index] = scanner.offset;
      if (scanner.skipLiteral(literals[index] ?? "")) continue;
      scanner.goBack(start);
      return false;
    }
    return true;
  }

  /** In one loop, children before what they stand in: this is what a large file takes its time for. */
  #placed(elements: readonly PatternElement[], whole: OpenTag): PlacedElement | undefined {
    const places = this.#places;
    const made = this.#made;
    for (let index = elements.length - 1; index >= 0; index -= 1) {
      const element = elements[index];
      if (element === undefined) continue;
      const { tag, openIn, closeIn, firstChild, endOfChildren } = element;
      const opens = places[openIn] ?? 0;
      const closes = places[closeIn] ?? 0;
      const children = firstChild === endOfChildren ? NONE : made.slice(firstChild, endOfChildren);
      const place = { start: opens + element.tagStart, end: opens + element.tagEnd, selfClosing: tag.selfClosing };
      const own = index === 0 ? whole : openTag(tag.name, tag.attributes, place);
      made[index] = placed(own, children, closes + element.contentEnd, closes + element.end);
    }
    return made[0];
  }
}

/** Undefined where there is anything but elements in elements, and texts in the innermost. */
function patternOf(text: string, whole: PlacedElement): Pattern | undefined {
  const all = [whole];
  for (const element of all) {
    all.push(...element.children);
    if (all.length > MOST_ELEMENTS || !isPlain(text, element)) return undefined;
  }
  const holes = all.filter(({ tag, children }) => children.length === 0 && !tag.selfClosing);
  const inOrder = holes.toSorted((one, other) => one.contentStart - other.contentStart);
  const starts = [whole.contentStart, ...inOrder.map(({ contentEnd }) => contentEnd)];
  const ends = [...inOrder.map(({ contentStart }) => contentStart), whole.end];
  let children = 1;
  const elements = all.map((element): PatternElement => {
    const { tag, contentStart, contentEnd, end } = element;
    const openIn = Math.max(
      starts.findLastIndex((start) => start <= tag.start),
      0,
    );
    const opens = starts[openIn] ?? 0;
    const closeIn = starts.findLastIndex((start) => start <= contentEnd);
    const closes = starts[closeIn] ?? 0;
    const firstChild = children;
    children += element.children.length;
    return {
      tag,
      openIn,
      tagStart: tag.start - opens,
      tagEnd: contentStart - opens,
      closeIn,
      contentEnd: contentEnd - closes,
      end: end - closes,
      firstChild,
      endOfChildren: children,
    };
  });
  return { literals: starts.map((start, index) => text.slice(start, ends[index])), elements };
}

function isPlain(text: string, { contentStart, contentEnd, children }: PlacedElement): boolean {
  if (children.length === 0) return !text.slice(contentStart, contentEnd).includes("<");
  const starts = [contentStart, ...children.map(({ end }) => end)];
  const ends = [...children.map(({ tag }) => tag.start), contentEnd];
  return starts.every((start, index) => /^[ \t\r\n]*$/.test(text.slice(start, ends[index])));
}
