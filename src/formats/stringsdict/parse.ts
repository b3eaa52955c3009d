import { isPluralCategory } from "../../catalog/plural-categories.ts";
import { readContent } from "../xml/content.ts";
import { commentText, ownStart } from "../xml/edit.ts";
import { ElementReader } from "../xml/element-reader.ts";
import type { PlacedElement, Span } from "../xml/placed-element.ts";
import { languageOfPath } from "./language-of-path.ts";

/** A `<key>` and what follows it; offsets count UTF-16 units of the file's text. */
export interface Pair {
  readonly key: string;
  readonly keyElement: PlacedElement;
  readonly value: Value;
  /** What the comments right above say. */
  readonly note: string;
  /** Of the pair with those comments. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export type Value =
  | { readonly kind: "text"; readonly element: PlacedElement; readonly text: string }
  | Dictionary
  /** Whatever no string is made of: numbers, lists. */
  | { readonly kind: "other"; readonly element: PlacedElement };

export interface Dictionary {
  readonly kind: "dictionary";
  readonly element: PlacedElement;
  readonly pairs: readonly Pair[];
}

export interface StringsdictFile {
  readonly text: string;
  readonly root: Dictionary;
  /** In the service's spelling. */
  readonly language: string | undefined;
}

export const FORMAT_KEY = "NSStringLocalizedFormatKey";
export const RULE_KEY = "NSStringFormatSpecTypeKey";
export const VALUE_TYPE_KEY = "NSStringFormatValueTypeKey";
export const PLURAL_RULE = "NSStringPluralRuleType";

/** @throws {FormatError} with line and column */
export function parse(text: string, path?: string, language = languageOfPath(path)): StringsdictFile {
  return { text, root: new Parser(text, path).parse(), language };
}

class Parser {
  readonly #reader: ElementReader;

  constructor(text: string, path: string | undefined) {
    this.#reader = new ElementReader(text, path);
  }

  parse(): Dictionary {
    const reader = this.#reader;
    const plist = reader.root(["plist"], "around a <dict>");
    let root: Dictionary | undefined;
    for (let token = reader.next(); token !== undefined; token = reader.next()) {
      if (token.kind === "close") break;
      if (token.kind !== "open") continue;
      if (root !== undefined || token.name !== "dict") reader.fail(token.start, "expected one <dict> in <plist>");
      root = this.#dictionary(reader.element(token));
    }
    reader.finish();
    return root ?? reader.fail(plist.start, "expected a <dict> in <plist>");
  }

  #dictionary(element: PlacedElement): Dictionary {
    const { children } = element;
    const pairs: Pair[] = [];
    let from = element.contentStart;
    for (let index = 0; index < children.length; index += 2) {
      const [keyElement, value] = [children[index], children[index + 1]];
      if (keyElement === undefined || keyElement.tag.name !== "key") {
        return this.#reader.fail(keyElement?.tag.start ?? from, "expected a <key>");
      }
      if (value === undefined || value.tag.name === "key") {
        return this.#reader.fail(keyElement.tag.start, "expected a value behind the key");
      }
      pairs.push(this.#pair(keyElement, value, from));
      from = value.end;
    }
    return { kind: "dictionary", element, pairs };
  }

  #pair(keyElement: PlacedElement, value: PlacedElement, from: number): Pair {
    const { text } = this.#reader;
    const start = keyElement.tag.start;
    const comments = commentsIn(text, from, start);
    const own = ownStart(text, start, comments);
    return {
      key: this.#textOf(keyElement),
      keyElement,
      line: this.#reader.lineAt(start),
      value: this.#value(value),
      note: comments
        .filter((comment) => comment.start >= own)
        .map((comment) => commentText(text, comment))
        .join("\n"),
      start: own,
      end: value.end,
    };
  }

  #value(element: PlacedElement): Value {
    if (element.tag.name === "dict") return this.#dictionary(element);
    if (element.tag.name !== "string") return { kind: "other", element };
    return { kind: "text", element, text: this.#textOf(element) };
  }

  #textOf({ contentStart, contentEnd, children }: PlacedElement): string {
    const [child] = children;
    if (child !== undefined) this.#reader.fail(child.tag.start, "a text may not hold a tag; write < as &lt;");
    return readContent(this.#reader.text.slice(contentStart, contentEnd));
  }
}

/** Between two elements there is nothing but blanks and comments. */
function commentsIn(text: string, start: number, end: number): readonly Span[] {
  const gap = text.slice(start, end);
  if (!gap.includes("<!--")) return [];
  return Array.from(gap.matchAll(/<!--[^]*?-->/g), ({ index, 0: comment }) => ({
    start: start + index,
    end: start + index + comment.length,
  }));
}

/** Where a unit's text stands: in the entry of that key, as its format or as a variable's forms. */
export interface UnitPlace {
  readonly entry: string;
  /** Undefined for the format. */
  readonly variable: string | undefined;
}

/** One string of the file. */
export interface Part extends UnitPlace {
  readonly key: string;
  /** Of a variable that has no forms yet, the format that names it. */
  readonly pair: Pair;
  readonly note: string;
}

/** Formats and variables in file order; of a key that is there twice the last one. */
export function partsOf({ root }: StringsdictFile): readonly Part[] {
  const parts = new Map<string, Part>();
  for (const pair of root.pairs) for (const part of partsOfEntry(pair)) parts.set(part.key, part);
  return [...parts.values()];
}

/** A format that is nothing but a variable, `%#@n@`, is no string: the variable's forms say all. */
export function partsOfEntry({ key: entry, value, note }: Pair): readonly Part[] {
  if (value.kind !== "dictionary") return [];
  const texts = value.pairs.filter((pair) => isFormat(pair) || isVariable(pair));
  const format = texts.findLast(isFormat);
  const named = format?.value.kind === "text" ? variableOf(format.value.text) : undefined;
  const variables = new Set(texts.filter(isVariable).map(({ key }) => key));
  const isAlone = named !== undefined && variables.size === 1 && variables.has(named);
  // What is said of the entry and its format is said of its first string.
  const [first] = isAlone ? texts.filter(isVariable) : texts;
  const above = [note, isAlone ? (format?.note ?? "") : ""];
  const partOf = (pair: Pair, variable: string | undefined): Part => ({
    entry,
    variable,
    key: variable === undefined ? entry : `${entry}:${variable}`,
    pair,
    note: [...(pair === first ? above : []), pair.note].filter((line) => line !== "").join("\n"),
  });
  if (format !== undefined && named !== undefined && value.pairs.every(isFormat)) return [partOf(format, named)];
  return texts
    .filter((pair) => !isAlone || isVariable(pair))
    .map((pair) => partOf(pair, isFormat(pair) ? undefined : pair.key));
}

/** The variable that a format consists of. */
export function variableOf(format: string): string | undefined {
  return /^%(?:\d+\$)?#@([^@]+)@$/.exec(format)?.[1];
}

export function isFormat({ key, value }: Pair): boolean {
  return key === FORMAT_KEY && value.kind === "text";
}

/** A dictionary of plural forms; one of widths or devices is none. */
export function isVariable({ value }: Pair): boolean {
  if (value.kind !== "dictionary") return false;
  const rule = value.pairs.findLast(({ key }) => key === RULE_KEY)?.value;
  if (rule !== undefined) return rule.kind === "text" && (rule.text === PLURAL_RULE || rule.text === "");
  return value.pairs.some((pair) => isPluralCategory(pair.key));
}
