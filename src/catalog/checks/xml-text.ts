export interface XmlTag {
  readonly name: string;
  /** Names of its attributes, sorted. */
  readonly attributes: readonly string[];
  /** Names of the elements around it, `p/b`. */
  readonly parents: string;
}

export type XmlResult = { readonly tags: readonly XmlTag[] } | { readonly mistake: string };

const MARK =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(?<close>\/)?(?<name>[\p{L}_:][\p{L}\p{N}\p{M}_:.-]*)(?<attributes>(?:\s+[\p{L}_:][\p{L}\p{N}_:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/)?>|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[\p{L}_][\p{L}\p{N}_.-]{0,40});|[<&]/gu;

/** Nobody nests deeper in a text: what stands around each element would take the square of its size. */
const DEEPEST = 200;

let lastText: string | undefined;
let lastResult: XmlResult = { tags: [] };

/** Reads a text as the content of an XML element. No entity is resolved and no document type known. */
export function readXml(text: string): XmlResult {
  if (text !== lastText) [lastText, lastResult] = [text, read(text)];
  return lastResult;
}

function read(text: string): XmlResult {
  const tags: XmlTag[] = [];
  const open: string[] = [];
  for (const match of text.matchAll(MARK)) {
    const [mark] = match;
    if (mark === "<" || mark === "&")
      return {
        mistake: `"${mark}" at character ${String(match.index + 1)} starts no ${mark === "<" ? "tag" : "entity"}`,
      };
    const { name, close, empty, attributes = "" } = match.groups ?? {};
    if (name === undefined) continue;
    if (close !== undefined) {
      const expected = open.pop();
      if (expected !== name || empty !== undefined || attributes !== "") {
        return { mistake: `Found ${mark}, expected ${expected === undefined ? "no closing tag" : `</${expected}>`}` };
      }
    } else {
      const names = attributeNames(attributes);
      if (new Set(names).size !== names.length) return { mistake: `An attribute stands twice in ${mark}` };
      tags.push({ name, attributes: names, parents: open.join("/") });
      if (empty === undefined) open.push(name);
      if (open.length > DEEPEST) return { mistake: `Elements stand more than ${String(DEEPEST)} deep in each other` };
    }
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? { tags } : { mistake: `<${unclosed}> is not closed` };
}

function attributeNames(attributes: string): readonly string[] {
  return Array.from(attributes.matchAll(/([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g), ([, name = ""]) => name).toSorted();
}

const TAG =
  /<(?<name>[A-Za-z][\w:.-]*)(?:\s+[\w:@.-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=`“”„‘’«»]+))?)*\s*(?<empty>\/?)>/g;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** What a browser takes for the same: elements that HTML never closes, lone signs and attributes without quotes are no mistakes. */
export function asXml(html: string): string {
  return html
    .replace(/&(?!#?\w+;)/g, "&amp;")
    .replace(/<(?=[\s\d=<]|$)/g, "&lt;")
    .replace(TAG, (_, name: string, empty: string) => `<${name}${empty !== "" || VOID.test(name) ? "/" : ""}>`)
    .replace(/<\/(?:br|hr|img|input|wbr)\s*>/gi, "");
}
