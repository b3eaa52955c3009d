import { decodeEntities, XmlScanner } from "./scan.ts";
import { spellingsIn, spelt, type Spellings } from "./spelling.ts";

const CDATA = "<![CDATA[";
const CDATA_END = "]]>";

/**
 * What an element's content says: entities resolved, CDATA opened, line ends as "\n"; tags and comments say nothing.
 *
 * @param raw content of an element that has been scanned
 */
export function readContent(raw: string): string {
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  if (!text.includes("<")) return decodeEntities(text);
  const pieces: string[] = [];
  const scanner = new XmlScanner(text);
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    const piece = text.slice(token.start, token.end);
    if (token.kind === "text") pieces.push(decodeEntities(piece));
    else if (token.kind === "cdata") pieces.push(piece.slice(CDATA.length, -CDATA_END.length));
  }
  return pieces.join("");
}

/**
 * How characters are written in contents of a file, the ones that say nothing of letters and blanks.
 *
 * @param models as they stand in the file, the one that counts most first
 */
export function contentSpellings(models: readonly string[], usual?: Spellings): Spellings {
  const spellings = spellingsIn(models, usual);
  return spellings.keys().some(isOrdinary)
    ? new Map([...spellings].filter(([character]) => !isOrdinary(character)))
    : spellings;
}

function isOrdinary(character: string): boolean {
  return /[ \w]/.test(character);
}

/**
 * A text as an element's content. Where its former content was one CDATA section, so is this; otherwise characters are
 * written as they were there.
 *
 * @param text of characters that XML has
 * @param usual how the file writes what the former content says nothing of
 */
export function writeContent(text: string, lineEnd: string, former = "", usual?: Spellings): string {
  const isSection = former.startsWith(CDATA) && former.indexOf(CDATA_END) === former.length - CDATA_END.length;
  const isPlain = text.includes(CDATA_END) || text.includes("\r");
  const content =
    isSection && !isPlain
      ? CDATA + text + CDATA_END
      : spelt(text, contentSpellings(former === "" ? [] : [former], usual));
  return lineEnd === "\n" ? content : content.replaceAll("\n", lineEnd);
}
