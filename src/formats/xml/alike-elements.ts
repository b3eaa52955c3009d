import { placed, type PlacedElement, type UnmadeChildren } from "./placed-element.ts";
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
  readonly childNames: readonly string[];
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
      const [own] = pattern.elements;
      return own && new AlikeElement(pattern.elements, own, this.#places.slice(0, pattern.literals.length), tag);
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
}

/** An element of a pattern whose children are made when somebody asks for them: a large file takes its time for what is made. */
class AlikeElement implements PlacedElement, UnmadeChildren {
  readonly tag: OpenTag;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly #pattern: readonly PatternElement[];
  readonly #own: PatternElement;
  /** Where each literal of the pattern begins. */
  readonly #places: readonly number[];
  #children: readonly PlacedElement[] | undefined;

  constructor(pattern: readonly PatternElement[], own: PatternElement, places: readonly number[], tag: OpenTag) {
    const closes = places[own.closeIn] ?? 0;
    this.tag = tag;
    this.contentStart = tag.end;
    this.contentEnd = closes + own.contentEnd;
    this.end = closes + own.end;
    this.#pattern = pattern;
    this.#own = own;
    this.#places = places;
  }

  get unmade(): UnmadeChildren {
    return this;
  }

  get names(): readonly string[] {
    return this.#own.childNames;
  }

  get children(): readonly PlacedElement[] {
    if (this.#children !== undefined) return this.#children;
    const children: PlacedElement[] = [];
    for (let child = this.at(0); child !== undefined; child = this.at(children.length)) children.push(child);
    return (this.#children = children);
  }

  at(index: number): PlacedElement | undefined {
    const { firstChild, childNames } = this.#own;
    const element = index < 0 || index >= childNames.length ? undefined : this.#pattern[firstChild + index];
    if (element === undefined) return undefined;
    const places = this.#places;
    const { tag } = element;
    const opens = places[element.openIn] ?? 0;
    const place = { start: opens + element.tagStart, end: opens + element.tagEnd, selfClosing: tag.selfClosing };
    const own = openTag(tag.name, tag.attributes, place);
    if (element.childNames.length > 0) return new AlikeElement(this.#pattern, element, places, own);
    const closes = places[element.closeIn] ?? 0;
    return placed(own, NONE, closes + element.contentEnd, closes + element.end);
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
    const childNames = element.children.map((child) => child.tag.name);
    children += childNames.length;
    return {
      tag,
      openIn,
      tagStart: tag.start - opens,
      tagEnd: contentStart - opens,
      closeIn,
      contentEnd: contentEnd - closes,
      end: end - closes,
      firstChild,
      childNames,
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
