import { FormatError } from "../format.ts";
import { decodeEntities, XmlScanner, type OpenTag } from "../xml/scan.ts";
import { spellingsIn, spelt } from "../xml/spelling.ts";
import { xmlAttribute, xmlText } from "../xml/write.ts";

/** Elements that may stand inside a text: of XLIFF 1.2, and of XLIFF 2. */
export const inlineNames: Readonly<Record<1 | 2, ReadonlySet<string>>> = {
  1: new Set(["g", "x", "bx", "ex", "bpt", "ept", "ph", "it", "sub", "mrk"]),
  2: new Set(["cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em"]),
};

/**
 * What the content of a `<source>` or `<target>` says. A text with elements in it is XML, tags and entities written in one
 * way (`<x id="1"/>`, `&amp;`), as the service shows it; any other text is plain, with entities resolved.
 *
 * @param raw content that has been scanned
 * @param preserve false: blanks are collapsed, as `xml:space="default"` says
 */
export function decodeContent(raw: string, preserve: boolean): string {
  if (raw === "") return "";
  if (raw.includes("<")) return decodePieces(raw, preserve);
  const text = decodeEntities(withLineFeeds(raw));
  return preserve ? text : collapse(text);
}

/** Whether a content does not say the same once its blanks are collapsed. */
export function needsPreserve(content: string): boolean {
  return decodeContent(content, false) !== decodeContent(content, true);
}

const COLLAPSIBLE = /[\t\r\n]|^ | (?: |$)/;

function collapse(text: string): string {
  if (!COLLAPSIBLE.test(text)) return text;
  return text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
}

function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

function decodePieces(raw: string, preserve: boolean): string {
  const pieces = piecesOf(raw);
  const isMarkup = pieces.some(({ tag }) => tag !== undefined);
  if (!isMarkup) {
    const text = pieces.map((piece) => piece.text).join("");
    return preserve ? text : collapse(text);
  }
  const last = pieces.length - 1;
  return pieces
    .map(({ tag, text }, index) => {
      if (tag !== undefined || preserve) return tag ?? xmlText(text);
      // Blanks in tags are none of the text's.
      const single = text.replace(/[ \t\r\n]+/g, " ");
      return xmlText(index === 0 ? single.replace(/^ /, "") : index === last ? single.replace(/ $/, "") : single);
    })
    .join("");
}

/** A text, or a tag (of an element without content: both at once). */
interface Piece {
  /** As the service writes it. */
  readonly tag?: string;
  /** Of a text: what it says. */
  readonly text: string;
  /** As it stands in the file. */
  readonly raw: string;
  readonly name?: string;
}

/** Texts and tags in turn; comments and instructions are left out. */
function piecesOf(raw: string): readonly Piece[] {
  const scanner = new XmlScanner(raw);
  // The scanner takes it for a byte order mark.
  const pieces: Piece[] = raw.startsWith("\uFEFF") ? [{ text: "\uFEFF", raw: "\uFEFF" }] : [];
  let openTag: OpenTag | undefined;
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    const source = raw.slice(token.start, token.end);
    if (token.kind === "open") {
      pieces.push({ tag: writeTag(token), text: "", raw: source, name: token.name });
    } else if (token.kind === "close") {
      // <g id="1"></g> is <g id="1"/>.
      const open = openTag?.end === token.start ? pieces.pop() : undefined;
      if (open === undefined || openTag === undefined) pieces.push({ tag: `</${token.name}>`, text: "", raw: source });
      else pieces.push({ ...open, tag: writeTag({ ...openTag, selfClosing: true }), raw: open.raw + source });
    } else if (token.kind === "text") {
      pieces.push({ text: decodeEntities(withLineFeeds(source)), raw: source });
    } else if (token.kind === "cdata") {
      pieces.push({ text: withLineFeeds(source.slice("<![CDATA[".length, -"]]>".length)), raw: source });
    }
    openTag = token.kind === "open" && !token.selfClosing ? token : undefined;
  }
  return pieces;
}

function writeTag({ name, attributes, selfClosing }: OpenTag): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`).join("");
  return `<${name}${written}${selfClosing ? "/" : ""}>`;
}

export interface EncodeOptions {
  readonly lineEnd: string;
  readonly inline: ReadonlySet<string>;
  /** Contents to write alike: what is replaced, then the source text. */
  readonly models: readonly string[];
}

/** The content that says `value`: XML where that is well-formed and of elements that may stand there, else escaped. */
export function encodeContent(value: string, { lineEnd, inline, models }: EncodeOptions): string {
  const markup = markupOf(value, inline, models);
  const content = markup ?? encodePlain(value, models);
  return lineEnd === "\n" ? content : content.replaceAll("\n", lineEnd);
}

function markupOf(value: string, inline: ReadonlySet<string>, models: readonly string[]): string | undefined {
  if (!value.includes("<")) return undefined;
  const pieces = wellFormedPieces(value);
  if (pieces === undefined || !pieces.some(({ tag }) => tag !== undefined)) return undefined;
  const known = models.filter((model) => model.includes("<")).flatMap(piecesOf);
  const names = new Set(known.flatMap(({ name }) => name ?? []));
  if (!pieces.every(({ name }) => name === undefined || inline.has(name) || names.has(name))) return undefined;
  if (names.size === 0 && models.some((model) => isEscapedMarkup(model, inline))) return undefined;
  const written = new Map(known.map(({ tag, raw }) => [tag, raw]));
  const spellings = spellingsIn(models);
  return pieces
    .map(({ tag, text }) => (tag === undefined ? spelt(text, spellings) : (written.get(tag) ?? tag)))
    .join("");
}

/** A text that says `<x/>` by way of `&lt;x/&gt;` goes on saying it so. */
function isEscapedMarkup(model: string, inline: ReadonlySet<string>): boolean {
  if (!model.includes("&lt;") && !model.includes("<![CDATA[")) return false;
  const pieces = wellFormedPieces(decodeContent(model, true));
  return pieces?.some(({ name }) => name !== undefined && inline.has(name)) === true;
}

function wellFormedPieces(text: string): readonly Piece[] | undefined {
  try {
    const scanner = new XmlScanner(text);
    const open: string[] = [];
    for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
      if (token.kind === "close" && open.pop() !== token.name) return undefined;
      if (token.kind === "open" && !token.selfClosing) open.push(token.name);
    }
    return open.length > 0 ? undefined : piecesOf(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function isCdata(content: string): boolean {
  const section = content.trim();
  return section.startsWith("<![CDATA[") && section.indexOf("]]>") === section.length - "]]>".length;
}

function encodePlain(value: string, models: readonly string[]): string {
  if (isCdata(models.find((model) => model.trim() !== "") ?? "") && value !== "" && !value.includes("\r")) {
    return `<![CDATA[${value.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
  }
  return spelt(value, spellingsIn(models));
}
