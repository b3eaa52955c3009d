import { isUtf8 } from "node:buffer";
import { decodeUtf8, errorAt } from "../source-text.ts";

/** A file's encoding with the way to text and back; a byte order mark is U+FEFF in the text. */
export interface Charset {
  /** The bytes themselves say that they are Unicode. */
  readonly isMarked: boolean;
  /** The last character that can be written as it is. */
  readonly last: string;
  decode(bytes: Uint8Array, path: string | undefined): string;
  encode(text: string): Uint8Array;
}

const LAST_UNIT = "\uFFFF";

const utf8: Charset = {
  isMarked: false,
  last: LAST_UNIT,
  decode: decodeUtf8,
  encode: (text) => new TextEncoder().encode(text),
};

const latin1: Charset = {
  isMarked: false,
  last: "\u00FF",
  decode: (bytes) => viewOf(bytes).toString("latin1"),
  encode(text) {
    const bytes = Buffer.from(text, "latin1");
    // Without its last byte that is not UTF-8 the file would be read as UTF-8, and the rest of it would say something else.
    return new Uint8Array(isUtf8(bytes) ? Buffer.from(inAscii(text), "latin1") : bytes);
  },
};

const utf16 = (isBigEndian: boolean): Charset => {
  const inOrder = (bytes: Buffer): Buffer => (isBigEndian ? bytes.swap16() : bytes);
  return {
    isMarked: true,
    last: LAST_UNIT,
    decode(bytes, path) {
      const isWhole = bytes.length % 2 === 0;
      const text = inOrder(Buffer.from(isWhole ? bytes : bytes.subarray(0, -1))).toString("utf16le");
      if (isWhole) return text;
      throw errorAt(text, text.length, "half a character of UTF-16 at the end; save the file as UTF-8", path);
    },
    encode: (text) => new Uint8Array(inOrder(Buffer.from(text, "utf16le"))),
  };
};

/** As Java's resource bundles do: a mark decides, then UTF-8, and what is not UTF-8 is ISO-8859-1. */
export function charsetOf(bytes: Uint8Array): Charset {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(false);
  if (first === 0xfe && second === 0xff) return utf16(true);
  if (first === 0xef && second === 0xbb && third === 0xbf) return { ...utf8, isMarked: true };
  return isUtf8(bytes) ? utf8 : latin1;
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
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
