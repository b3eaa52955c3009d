import { lineEndOf } from "../source-text.ts";
import { gapLike, indentationOf } from "../xml/edit.ts";
import type { PlacedElement } from "../xml/element-reader.ts";
import type { Entry, XliffFile } from "./parse.ts";
import { stateStyleOf, type StateStyle } from "./state.ts";

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

export function styleOf(file: XliffFile): XliffStyle {
  const { text, entries, version } = file;
  const lineEnd = lineEndOf(text);
  const [first] = entries;
  const indent = first === undefined ? DEFAULT_INDENT : indentIn(text, first.element);
  return {
    lineEnd,
    indent,
    gap: first === undefined ? emptyGap(file, lineEnd) : gapBefore(text, first.start, lineEnd),
    emptyTarget: emptyTargetOf(entries),
    attributes: first === undefined ? [] : commonAttributes(first.element),
    state: stateStyleOf(version, entries),
  };
}

/** The blanks before an offset, to be put before something else. */
export function gapBefore(text: string, offset: number, lineEnd: string): string {
  let from = offset;
  while (from > 0 && " \t\r\n".includes(text[from - 1] ?? "")) from -= 1;
  return gapLike(text.slice(from, offset), lineEnd);
}

function emptyGap({ text, files }: XliffFile, lineEnd: string): string {
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

function emptyTargetOf(entries: readonly Entry[]): XliffStyle["emptyTarget"] {
  let found: XliffStyle["emptyTarget"] = "absent";
  for (const { forms } of entries) {
    for (const { target } of forms) {
      if (target === undefined) return "absent";
      if (target.contentEnd === target.contentStart) found = target.tag.selfClosing ? "self-closing" : "pair";
    }
  }
  return found;
}

function commonAttributes({ tag }: PlacedElement): XliffStyle["attributes"] {
  return [...tag.attributes].filter(([name]) => COMMON_ATTRIBUTES.has(name));
}
