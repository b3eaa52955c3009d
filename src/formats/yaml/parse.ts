import { Composer, isAlias, isMap, isScalar, isSeq, visit } from "yaml";
import type { CST, Document, ParsedNode, Scalar, YAMLMap, YAMLParseError, YAMLSeq } from "yaml";
import { errorAt } from "../text/source-text.ts";
import { LineScan } from "../text/line-scan.ts";
import type { ScalarStyle, YamlCollection, YamlEntry, YamlFile, YamlNode } from "./node.ts";
import { readPlainFile } from "./plain-file.ts";
import { tokensOf } from "./tokens.ts";

/** One document with a map or a list at the top, or none. @throws {FormatError} with line and column */
export function parse(text: string, path?: string): YamlFile {
  return readPlainFile(text, (plain) => !NOT_TEXT.test(plain)) ?? parseAny(text, path);
}

/** Any file at all. @throws {FormatError} with line and column */
export function parseAny(text: string, path?: string): YamlFile {
  const lone = text.search(/\r(?!\n)/);
  if (lone !== -1) throw errorAt(text, lone, "a carriage return without a line feed; lines end with LF or CR/LF", path);
  const tokens = tokensOf(text, path);
  // Every plain scalar is a text to the library: which are none is decided here, by YAML 1.2's core schema.
  const composer = new Composer({
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const documents = [...composer.compose(tokens, true, text.length)];
  for (const { errors } of documents) {
    const [error] = errors;
    if (error !== undefined) throw errorAt(text, placeOf(error, documents), `not YAML: ${error.message}`, path);
  }
  const [first, ...rest] = documents.filter((document) => !isNothing(document.contents));
  const [second] = rest;
  if (second !== undefined) {
    const place = second.contents?.range[0] ?? 0;
    throw errorAt(text, place, 'a second document begins before this; keep one per file, without "---" between', path);
  }
  return first === undefined ? { text, root: undefined, aliases: new Map() } : new Reader(text, path).read(first);
}

/** Of a text in quotes that nothing closes, where it begins: to the library it is where the text ends. */
function placeOf({ code, pos }: YAMLParseError, documents: readonly Document.Parsed[]): number {
  const [place] = pos;
  let start = place;
  if (code !== "MISSING_CHAR") return start;
  for (const document of documents) {
    visit(document, {
      Scalar: (_key, { type, range }) => {
        if (type?.startsWith("QUOTE") === true && range?.[1] === place) [start] = range;
      },
    });
  }
  return start;
}

function isNothing(contents: unknown): boolean {
  return contents === null || (isScalar(contents) && contents.type === "PLAIN" && contents.source === "");
}

/** What YAML 1.2 takes for null, a boolean or a number. */
const NOT_TEXT =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const YAML_TAG = "tag:yaml.org,2002:";

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

/** Where a value may stand, and where it stands with its anchor and tag. */
interface Place {
  readonly offset: number;
  readonly end: number;
}

class Reader {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #lines: LineScan;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#path = path;
    this.#lines = new LineScan(text);
  }

  read(document: Document.Parsed): YamlFile {
    const { contents } = document;
    const start = contents?.range[0] ?? 0;
    const root = contents === null ? undefined : this.#node(contents, { offset: start, end: start });
    if (root === undefined || root.kind === "text" || root.kind === "other") {
      throw errorAt(this.#text, start, "expected keys with texts (key: text)", this.#path);
    }
    const lines = new LineScan(this.#text);
    const aliases = new Map<string, number>();
    const anchors = new Set<string>();
    visit(document, {
      Value: (_key, { anchor }) => {
        if (anchor !== undefined) anchors.add(anchor);
      },
      Alias: (_key, { source, range }) => {
        const place = range?.[0] ?? 0;
        if (!anchors.has(source)) {
          throw errorAt(this.#text, place, `*${source} repeats a value that no &${source} names above it`, this.#path);
        }
        if (!aliases.has(source)) aliases.set(source, lines.lineAt(place));
      },
    });
    return { text: this.#text, root, aliases };
  }

  #node(node: ParsedNode | null, place: Place): YamlNode {
    if (node === null) return other(place.offset, place.end, false, undefined);
    if (isAlias(node)) return other(node.range[0], node.range[1], false, undefined);
    if (isScalar(node)) return this.#scalar(node, place);
    if (isObject(node)) return other(node.range[0], this.#trimmed(node.range[1]), false, node.anchor);
    return node.flow === true ? this.#flow(node) : this.#block(node);
  }

  #scalar(node: Scalar.Parsed, place: Place): YamlNode {
    const { tag, anchor, range, value } = node;
    const style = styles[node.type ?? "PLAIN"] ?? "plain";
    if (style === "plain" && tag === undefined && NOT_TEXT.test(node.source)) {
      const isEmpty = node.source === "";
      const [start, end] = isEmpty ? [place.offset, place.end] : range;
      return other(start, end, anchor === undefined, anchor);
    }
    const isBlock = style === "literal" || style === "folded";
    const end = isBlock ? this.#beforeLineEnd(range[1]) : range[1];
    if (typeof value !== "string" || isForeignTag(tag)) return other(range[0], end, false, anchor);
    return { kind: "text", start: range[0], end, anchor, value, style };
  }

  #block(node: YAMLMap.Parsed | YAMLSeq.Parsed): YamlCollection {
    const entries: YamlEntry[] = [];
    for (const { name, token, value, valueNode } of items(node)) {
      const keyStart = startOf(token) ?? node.range[0];
      const isCompact = entries.length === 0 && !this.#lines.isFirstInLine(keyStart);
      const line = this.#lines.lineAt(keyStart);
      const floor = entries.at(-1)?.end ?? 0;
      const start = isCompact ? keyStart : this.#lines.startWithComments(keyStart, floor);
      const inner = this.#node(valueNode, value);
      const column = keyStart - this.#lines.startOfLine(keyStart);
      const lineEnd = this.#lines.afterLine(inner.end);
      const end = isBlockCollection(inner) ? this.#lines.afterDeeperComments(lineEnd, column) : lineEnd;
      const note = this.#lines.note(start, keyStart, isBlockCollection(inner) ? undefined : inner.end);
      entries.push({ name, keyStart, start, end, isCompact, line, note, node: inner });
    }
    const [first] = entries;
    const start = first?.keyStart ?? node.range[0];
    return {
      kind: isMap(node) ? "map" : "list",
      isFlow: false,
      start,
      end: entries.at(-1)?.node.end ?? node.range[1],
      anchor: node.anchor,
      column: start - this.#lines.startOfLine(start),
      entries,
    };
  }

  #flow(node: YAMLMap.Parsed | YAMLSeq.Parsed): YamlNode {
    const [start, end] = node.range;
    // `[a: b]`, a map of one pair without braces.
    if (this.#text[start] !== "{" && this.#text[start] !== "[") return other(start, end, false, node.anchor);
    const entries = items(node).map(({ name, token, value, valueNode }): YamlEntry => {
      const keyStart = startOf(token) ?? valueNode?.range[0] ?? start;
      const line = this.#lines.lineAt(keyStart);
      const inner = this.#node(valueNode, value);
      return { name, keyStart, start: keyStart, end: inner.end, isCompact: false, line, note: "", node: inner };
    });
    const kind = isMap(node) ? "map" : "list";
    return { kind, isFlow: true, start, end, anchor: node.anchor, column: 0, entries };
  }

  #beforeLineEnd(offset: number): number {
    if (this.#text[offset - 1] !== "\n") return offset;
    return this.#text[offset - 2] === "\r" ? offset - 2 : offset - 1;
  }

  #trimmed(offset: number): number {
    let end = offset;
    while (end > 0 && /\s/.test(this.#text[end - 1] ?? "")) end -= 1;
    return end;
  }
}

function other(start: number, end: number, isVacant: boolean, anchor: string | undefined): YamlNode {
  return { kind: "other", start, end, isVacant, anchor };
}

function isBlockCollection(node: YamlNode): boolean {
  return (node.kind === "map" || node.kind === "list") && !node.isFlow;
}

/** Tags of types that are no texts, and Ruby's own (`!ruby/object:…`, `!ruby/sym`). */
function isForeignTag(tag: string | undefined): boolean {
  if (tag === undefined || tag === `${YAML_TAG}str`) return false;
  return tag.startsWith(YAML_TAG) || tag.startsWith("!ruby/");
}

function isObject(node: YAMLMap.Parsed | YAMLSeq.Parsed): boolean {
  return node.tag !== undefined && node.tag !== `${YAML_TAG}map` && node.tag !== `${YAML_TAG}seq`;
}

interface Item {
  readonly name: string | undefined;
  readonly token: CST.CollectionItem | undefined;
  readonly value: Place;
  /** Null where nothing is to be read: the key is no text, or merges another map in. */
  readonly valueNode: ParsedNode | null;
}

function items(node: YAMLMap.Parsed | YAMLSeq.Parsed): Item[] {
  const tokens: readonly CST.CollectionItem[] = node.srcToken?.items ?? [];
  if (isSeq(node)) {
    return node.items.map((valueNode, index) => {
      const token = tokens[index];
      return { name: undefined, token, value: placeIn(token?.start, "seq-item-ind"), valueNode };
    });
  }
  return node.items.map(({ key, value, srcToken }) => {
    const place = placeIn(srcToken?.sep, "map-value-ind");
    const name = isScalar(key) && !isMergeKey(key) ? String(key.value) : undefined;
    if (name !== undefined) return { name, token: srcToken, value: place, valueNode: value };
    const end = Math.max(place.end, value?.range[1] ?? 0, key.range[1]);
    return { name, token: srcToken, value: { offset: end, end }, valueNode: null };
  });
}

function isMergeKey(key: Scalar.Parsed): boolean {
  return key.type === "PLAIN" && key.source === "<<";
}

/** Behind the colon or the dash, and behind the anchor and the tag that follow it. */
function placeIn(tokens: readonly CST.SourceToken[] | undefined, indicator: CST.SourceToken["type"]): Place {
  const index = tokens?.findIndex(({ type }) => type === indicator) ?? -1;
  const found = tokens?.[index];
  if (tokens === undefined || found === undefined) return { offset: 0, end: 0 };
  const offset = found.offset + found.source.length;
  const last = tokens.findLast(({ type }) => type === "anchor" || type === "tag");
  return { offset, end: last === undefined ? offset : Math.max(offset, last.offset + last.source.length) };
}

const FILLERS: ReadonlySet<string> = new Set(["space", "newline", "comment", "comma"]);

/** Where an entry's first sign stands: its "?", "-", anchor, tag, key, or the ":" of an empty key. */
function startOf(token: CST.CollectionItem | undefined): number | undefined {
  const isSign = ({ type }: CST.SourceToken): boolean => !FILLERS.has(type);
  const sign = token?.start.find(isSign) ?? token?.key ?? token?.sep?.find(isSign) ?? token?.value;
  return sign?.offset;
}
