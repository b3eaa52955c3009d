import { lineEndOf } from "../text/source-text.ts";
import { gapLike, indentationOf } from "../xml/edit.ts";
import type { PlacedElement } from "../xml/placed-element.ts";
import type { Entry, XliffFrame, XliffVersion } from "./parse.ts";
import { stateAttribute, stateStyleOf, type StateStyle } from "./state.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface XliffStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** One level of indentation; undefined in a file without line ends between its elements. */
  readonly indent: string | undefined;
  /** Before a unit where none stands to learn from: line end and indentation. */
  readonly gap: string;
  /** What an untranslated unit has. */
  readonly emptyTarget: "absent" | "self-closing" | "pair";
  /** Attributes that units have in common: `xml:space`, `datatype`. */
  readonly attributes: readonly (readonly [string, string])[];
  readonly state: StateStyle;
}

const DEFAULT_INDENT = "  ";
const COMMON_ATTRIBUTES = new Set(["xml:space", "datatype"]);

/** Looks at one unit after the other, and keeps none but the first. */
export class StyleLearner {
  readonly #version: XliffVersion;
  readonly #states = new Set<string | undefined>();
  #first: Entry | undefined;
  #emptyTarget: XliffStyle["emptyTarget"] = "absent";
  #hasAbsent = false;

  constructor(version: XliffVersion) {
    this.#version = version;
  }

  see(entry: Entry): void {
    this.#first ??= entry;
    for (const form of entry.forms) {
      const { target } = form;
      if (target === undefined) this.#hasAbsent = true;
      else if (target.contentEnd > target.contentStart) this.#states.add(stateAttribute(this.#version, form));
      else this.#emptyTarget = target.tag.selfClosing ? "self-closing" : "pair";
    }
  }

  learn(frame: XliffFrame): XliffStyle {
    const { text } = frame;
    const lineEnd = lineEndOf(text);
    const first = this.#first;
    return {
      lineEnd,
      indent: first === undefined ? DEFAULT_INDENT : indentIn(text, first.element),
      gap: first === undefined ? emptyGap(frame, lineEnd) : gapBefore(text, first.start, lineEnd),
      emptyTarget: this.#hasAbsent ? "absent" : this.#emptyTarget,
      attributes: first === undefined ? [] : commonAttributes(first.element),
      state: stateStyleOf(this.#states),
    };
  }
}

/** The blanks before an offset, to be put before something else. */
export function gapBefore(text: string, offset: number, lineEnd: string): string {
  let from = offset;
  while (from > 0 && " \t\r\n".includes(text[from - 1] ?? "")) from -= 1;
  return gapLike(text.slice(from, offset), lineEnd);
}

function emptyGap({ text, files }: XliffFrame, lineEnd: string): string {
  const tag = (files[0]?.container ?? files[0])?.tag;
  return lineEnd + (tag === undefined ? "" : indentationOf(text.slice(0, tag.start))) + DEFAULT_INDENT;
}

function indentIn(text: string, element: PlacedElement): string | undefined {
  const [child] = element.children;
  if (child === undefined) return DEFAULT_INDENT;
  const inner = text.slice(element.tag.end, child.tag.start);
  if (!inner.includes("\n")) return undefined;
  const own = indentationOf(text.slice(0, element.tag.start));
  const indentation = indentationOf(inner);
  return indentation.startsWith(own) ? indentation.slice(own.length) : DEFAULT_INDENT;
}

function commonAttributes({ tag }: PlacedElement): XliffStyle["attributes"] {
  return [...tag.attributes].filter(([name]) => COMMON_ATTRIBUTES.has(name));
}
