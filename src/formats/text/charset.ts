import { isUtf8 } from "node:buffer";
import type { ReadOptions } from "../format.ts";
import { decodeUtf8, errorAt } from "./source-text.ts";

/** A file's encoding with the way to text and back; a byte order mark is U+FEFF in the text. */
export interface Charset {
  readonly name: "utf-8" | NonNullable<ReadOptions["charset"]>;
  /** Whoever reads the file must know that it is Unicode: a mark says so, or nothing else would make sense of it. */
  readonly isUnicode: boolean;
  /** The last character that can be written as it is. */
  readonly last: string;
  /** @throws {FormatError} with line and column of what is not in this encoding */
  decode(bytes: Uint8Array, path: string | undefined): string;
  /** @throws {FormatError} with line and column of a character beyond `last` */
  encode(text: string, path?: string): Uint8Array;
}

const LAST_UNIT = "\uFFFF";

const utf8: Charset = {
  name: "utf-8",
  isUnicode: false,
  last: LAST_UNIT,
  decode: decodeUtf8,
  encode: (text) => new TextEncoder().encode(text),
};

const latin1: Charset = {
  name: "iso-8859-1",
  isUnicode: false,
  last: "\u00FF",
  decode: (bytes) => viewOf(bytes).toString("latin1"),
  encode(text, path) {
    const foreign = text.search(/[^\0-\u00FF]/);
    if (foreign !== -1) {
      const message = "ISO-8859-1, in which the file is, has no such character; save the file as UTF-8";
      throw errorAt(text, foreign, message, path);
    }
    const bytes = Buffer.from(text, "latin1");
    const plain = text.search(/[\u0080-\u00FF]/);
    if (plain !== -1 && isUtf8(bytes)) {
      const message = "the file would now be taken for UTF-8, and say something else; save it as UTF-8";
      throw errorAt(text, plain, message, path);
    }
    return new Uint8Array(bytes);
  },
};

const utf16 = (name: "utf-16le" | "utf-16be"): Charset => {
  const inOrder = (bytes: Buffer): Buffer => (name === "utf-16be" ? bytes.swap16() : bytes);
  return {
    name,
    isUnicode: true,
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

/**
 * The encoding that the bytes tell: by their mark, or by being valid UTF-8 without the NULs that UTF-16 has. Where they do
 * not, the one that is named; without any it is UTF-8, and decoding says what is wrong with it.
 */
export function charsetOf(bytes: Uint8Array, named?: ReadOptions["charset"]): Charset {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return utf16("utf-16le");
  if (first === 0xfe && second === 0xff) return utf16("utf-16be");
  if (first === 0xef && second === 0xbb && third === 0xbf) return { ...utf8, isUnicode: true };
  // Plain ASCII in UTF-16 is valid UTF-8 as well; a NUL gives it away, and an empty file can be of any encoding.
  const isWide = named !== undefined && named !== "iso-8859-1" && (bytes.length === 0 || bytes.includes(0));
  if (isWide) return utf16(named);
  if (named === undefined || isUtf8(bytes)) return utf8;
  return named === "iso-8859-1" ? latin1 : utf16(named);
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
