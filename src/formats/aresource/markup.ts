import { FormatError } from "../format.ts";
import { decodeEntities, XmlScanner } from "../xml/scan.ts";
import { xmlText } from "../xml/write.ts";

/** A text as it stands between two tags, and what it says. */
export interface AndroidText {
  readonly raw: string;
  readonly value: string;
}

export interface Segment {
  readonly isMarkup: boolean;
  readonly text: string;
}

/** Markup and the texts between; a text without markup is one segment. Of entities, texts have those of markup alone. */
export function segmentsOf(raw: string): readonly Segment[] {
  const scanner = new XmlScanner(raw);
  const segments: Segment[] = [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    const text = raw.slice(token.start, token.end);
    segments.push(token.kind === "text" ? { isMarkup: false, text: withCharacters(text) } : { isMarkup: true, text });
  }
  return segments;
}

const ENTITY = /&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|quot|apos);/g;

/** `&#160;` as its character, as every reader of XML hands it on; `&#60;` as `&lt;`. */
function withCharacters(text: string): string {
  return text.includes("&") ? text.replace(ENTITY, (entity) => xmlText(decodeEntities(entity))) : text;
}

/** A text with markup as it reads. */
export function joined(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join("");
}

/** Prefixes of the names in a text; undefined where it is not markup, well-formed and closed. */
export function prefixesOfMarkup(text: string): ReadonlySet<string> | undefined {
  if (!text.includes("<")) return undefined;
  try {
    return scanMarkup(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function scanMarkup(text: string): ReadonlySet<string> | undefined {
  const scanner = new XmlScanner(text);
  const open: string[] = [];
  const used = new Set<string>();
  const declared = new Set(["xml", "xmlns"]);
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind === "close" && open.pop() !== token.name) return undefined;
    if (token.kind !== "open") continue;
    if (!token.selfClosing) open.push(token.name);
    for (const name of [token.name, ...token.attributes.keys()]) {
      const [prefix, local] = name.split(":");
      if (prefix === "xmlns" && local !== undefined) declared.add(local);
      else if (prefix !== undefined && local !== undefined) used.add(prefix);
    }
  }
  return open.length > 0 ? undefined : new Set([...used].filter((prefix) => !declared.has(prefix)));
}

/** A text that says `<b>` by way of `&lt;b&gt;` goes on saying it so. */
export function isEscapedMarkup(former: AndroidText | undefined): boolean {
  return former !== undefined && !former.raw.includes("<") && prefixesOfMarkup(former.value) !== undefined;
}

const CDATA = "<![CDATA[";
const CDATA_END = "]]>";

/** The text in a content that is CDATA and nothing else. */
export function sectionOf(raw: string): string | undefined {
  if (!raw.startsWith(CDATA)) return undefined;
  const texts: string[] = [];
  for (let at = 0; at < raw.length;) {
    const end = raw.startsWith(CDATA, at) ? raw.indexOf(CDATA_END, at) : -1;
    if (end === -1) return undefined;
    texts.push(raw.slice(at + CDATA.length, end));
    at = end + CDATA_END.length;
  }
  return texts.join("");
}

/** Undefined for a text that would close the section. */
export function asSection(text: string): string | undefined {
  return text.includes(CDATA_END) ? undefined : CDATA + text + CDATA_END;
}

const TAG = /<\/?[A-Za-z_][\w.:-]*(?:\s[^<>]*)?\/?>/;

/** Whether a text has tags in it, well-formed or not. */
export function hasTags(text: string): boolean {
  return TAG.test(text);
}

export interface EncodeOptions {
  readonly lineEnd: string;
  /** Whether names with these prefixes may stand in the file. */
  readonly accepts: (prefixes: ReadonlySet<string>) => boolean;
  /** What the text replaces: its way of quoting is kept. */
  readonly former?: AndroidText | undefined;
}
