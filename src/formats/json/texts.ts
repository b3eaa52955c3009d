import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import type { PlainChange } from "../../catalog/unit-change.ts";
import { KeyTable } from "../text/key-table.ts";
import type { Edit } from "../text/source-text.ts";
import { JsonLexer, sign } from "./lexer.ts";
import { parse, type ParseOptions } from "./parse.ts";
import { keyOf } from "./places.ts";
import { escapesOf, quote } from "./style.ts";

/** Where a text stands, quotes and all. */
type Tell = (key: string, text: string, line: number, start: number, end: number) => void;

/** Texts in objects and lists, one after the other: nothing of a file is kept that nobody asked for. */
class TextReader extends JsonLexer {
  readonly #tell: Tell;

  constructor(text: string, path: string | undefined, options: ParseOptions, tell: Tell) {
    super(text, path, options.allowsComments === true);
    this.#tell = tell;
  }

  /** False where neither object nor list is at the top. */
  read(): boolean {
    this.skipBlanks();
    const top = this.text.charCodeAt(this.at);
    if (top === sign.openBrace) this.#members(undefined, true, sign.closeBrace, 1);
    else if (top === sign.openBracket) this.#members(undefined, false, sign.closeBracket, 1);
    else return false;
    this.skipBlanks();
    if (this.at < this.text.length) this.failHere("expected the end of the file");
    return true;
  }

  #members(parent: string | undefined, isObject: boolean, close: number, depth: number): void {
    this.checkDepth(depth);
    this.at += 1;
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) === close) {
      this.at += 1;
      return;
    }
    for (let index = 0; ; index += 1) {
      this.skipBlanks();
      const { line } = this;
      const key = keyOf(parent, isObject ? this.name() : index);
      if (isObject) this.skipColon();
      this.#value(key, line, depth);
      this.skipBlanks();
      if (this.endsWith(close)) return;
    }
  }

  #value(key: string, line: number, depth: number): void {
    const start = this.at;
    const next = this.text.charCodeAt(start);
    if (next === sign.quote) {
      const text = this.string();
      this.#tell(key, text, line, start, this.at);
    } else if (next === sign.openBrace) this.#members(key, true, sign.closeBrace, depth + 1);
    else if (next === sign.openBracket) this.#members(key, false, sign.closeBracket, depth + 1);
    else this.other();
  }
}

function eachText(text: string, path: string | undefined, options: ParseOptions, tell: Tell): void {
  // What is neither is told by who knows what it is instead.
  if (!new TextReader(text, path, options, tell).read()) parse(text, path, options);
}

const NONE: readonly string[] = [];

/** The units of a file in which each text has a key of its own. Undefined for another one. @throws {FormatError} */
export function unitsOfTexts(
  text: string,
  path: string | undefined,
  options: ParseOptions,
  template: Catalogue | undefined,
): readonly Unit[] | undefined {
  const sources = template === undefined ? undefined : new Map(template.units.map(({ key, target }) => [key, target]));
  const units: Unit[] = [];
  const keys = new KeyTable();
  let isDistinct = true;
  eachText(text, path, options, (key, value, line) => {
    if (keys.add(key) !== undefined) isDistinct = false;
    units.push({
      key,
      context: key,
      source: sources?.get(key) ?? NONE,
      target: [value],
      state: value === "" ? unitStates.untranslated : unitStates.translated,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line,
    });
  });
  return isDistinct ? units : undefined;
}

/**
 * The edits that give texts other values. Undefined for changes of another kind, and for a text that is not told by its key
 * alone. @throws {FormatError}
 */
export function editsOfTexts(
  text: string,
  path: string | undefined,
  options: ParseOptions,
  changes: readonly PlainChange[],
): readonly Edit[] | undefined {
  const wanted = new Map<string, string>();
  for (const change of changes) {
    if (change.kind !== "set" || wanted.has(change.key)) return undefined;
    wanted.set(change.key, change.target[0] ?? "");
  }
  const found = new Map<string, Edit | undefined>();
  let isTold = true;
  eachText(text, path, options, (key, value, _line, start, end) => {
    const other = wanted.get(key);
    if (other === undefined) return;
    if (found.has(key)) isTold = false;
    found.set(key, other === value ? undefined : { start, end, text: other });
  });
  if (!isTold || found.size < wanted.size) return undefined;
  const escapes = escapesOf(text);
  return [...found.values()].flatMap((edit) =>
    edit === undefined ? [] : { ...edit, text: quote(edit.text, escapes) },
  );
}
