import { isUtf8 } from "node:buffer";
import type { Charset } from "../text/charset.ts";

/** A file's bytes; what its encoding cannot say is written as `\uXXXX`. */
export function encodeProperties(text: string, charset: Charset): Uint8Array {
  // Without its last byte that is not UTF-8 the file would be read as UTF-8, and the rest of it would say something else.
  const isMistakable = charset.name === "iso-8859-1" && isUtf8(Buffer.from(text, "latin1"));
  return charset.encode(isMistakable ? inAscii(text) : text);
}

/** A backslash before a character that needs none goes, so that it does not escape the new one. */
function inAscii(text: string): string {
  return text.replaceAll(/\\([^])|[\u0080-\u00FF]/g, (match, escaped: string | undefined) => {
    const character = escaped ?? match;
    return character > "\u007F" ? escapeUnit(character, true) : match;
  });
}

/** `\uXXXX` of one UTF-16 unit. */
export function escapeUnit(unit: string, isUpperCase: boolean): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
  return `\\u${isUpperCase ? digits.toUpperCase() : digits}`;
}
