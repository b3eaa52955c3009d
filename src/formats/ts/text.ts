import { decodeEntities, XmlScanner } from "../xml/scan.ts";
import { spelt, type Spellings } from "../xml/spelling.ts";

/**
 * What a text says: entities and `<byte value="x1b"/>` resolved.
 *
 * @param raw content that has been scanned
 * @param fail told of an element that no text may have, with its offset in `raw`
 */
export function decodeText(raw: string, fail: (offset: number, message: string) => never): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("<")) return decodeEntities(text);
  // Offsets are those of the content as it stands in the file.
  const scanner = new XmlScanner(raw);
  const pieces: string[] = raw.startsWith("\uFEFF") ? ["\uFEFF"] : [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    const piece = raw.slice(token.start, token.end).replace(/\r\n?/g, "\n");
    if (token.kind === "text") pieces.push(decodeEntities(piece));
    else if (token.kind === "cdata") pieces.push(piece.slice("<![CDATA[".length, -"]]>".length));
    else if (token.kind === "open") {
      const character = token.name === "byte" ? byteOf(token.attributes.get("value")) : undefined;
      if (character === undefined) return fail(token.start, `<${token.name}> in a text; "<" is written "&lt;"`);
      pieces.push(character);
    }
  }
  return pieces.join("");
}

/** `x1b` or `27`. */
function byteOf(value: string | undefined): string | undefined {
  const [, hexadecimal, decimal] = /^(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}))$/.exec(value ?? "") ?? [];
  if (hexadecimal === undefined && decimal === undefined) return undefined;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const BLANKS = [
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000,
];

/** As Qt's own tools write: quotes and blanks beyond ASCII as entities. */
export const qtSpellings: Spellings = new Map([
  ['"', "&quot;"],
  ["'", "&apos;"],
  ...BLANKS.map((code) => [String.fromCharCode(code), `&#x${code.toString(16)};`] as const),
]);

/** The content that says a text; a character that XML cannot hold is written as Qt does. */
export function encodeText(text: string, spellings: Spellings, lineEnd: string): string {
  const written = spelt(text, spellings, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return `<byte value="x${code}"/>`;
  });
  return lineEnd === "\n" ? written : written.replaceAll("\n", lineEnd);
}
