import { decodeUtf8, errorAt } from "../text/source-text.ts";

/** A PO file's text with the way back to bytes. */
export interface Charset {
  readonly name: string;
  decode(bytes: Uint8Array, path: string | undefined): string;
  encode(text: string, path: string | undefined): Uint8Array;
}

const utf8: Charset = {
  name: "UTF-8",
  decode: decodeUtf8,
  encode: (text) => new TextEncoder().encode(text),
};

/** Names that mean "not said" in templates, and those that are UTF-8's subset. */
const readAsUtf8 = new Set(["charset", "ascii", "us-ascii", "ansi_x3.4-1968", "utf-8", "utf8"]);
const isoLatin1 = new Set(["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1"]);

const DECLARATION = /Content-Type:[^"\r\n]{0,100}?charset=([\w.:-]{1,40})/gi;
/** The header is the first entry without a msgid; a declaration further down is somebody's text. */
const HEADER_START = 'msgid ""';
const HEADER_BYTES = 8192;

/** @throws {FormatError} for a charset that cannot be read and written back byte by byte. */
export function charsetOf(bytes: Uint8Array, path: string | undefined): Charset {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.indexOf(HEADER_START);
  const end = start === -1 ? 0 : start + HEADER_BYTES;
  const head = buffer.toString("latin1", 0, end);
  DECLARATION.lastIndex = Math.max(start, 0);
  const match = DECLARATION.exec(head);
  const name = match?.[1] ?? "UTF-8";
  if (readAsUtf8.has(name.toLowerCase())) return utf8;
  if (isoLatin1.has(name.toLowerCase())) return singleByte(name, String.fromCharCode(...Array(256).keys()));
  const table = singleByteTable(name);
  if (table !== undefined) return singleByte(name, table);
  throw errorAt(
    head,
    match?.index ?? 0,
    `charset ${name} is not supported; save the file as UTF-8 (msgconv -t UTF-8)`,
    path,
  );
}

/** Begins or ends a character of two bytes wherever a charset has such. */
const HIGH_BYTE = 0xa1;

/** The 256 characters of a charset in which every byte is one character; undefined for any other. */
function singleByteTable(name: string): string | undefined {
  try {
    const decoder = new TextDecoder(name);
    const bytes = [...Array(256).keys()];
    const isSingleByte = bytes.every((byte) => decoder.decode(Uint8Array.of(byte, HIGH_BYTE)).length === 2);
    return isSingleByte ? bytes.map((byte) => decoder.decode(Uint8Array.of(byte))).join("") : undefined;
  } catch {
    return undefined;
  }
}

const UNDEFINED_BYTE = "\uFFFD";

function singleByte(name: string, table: string): Charset {
  const byteOf = new Map(Array.from(table, (character, byte) => [character, byte]));
  return {
    name,
    decode(bytes, path) {
      const text = Array.from(bytes, (byte) => table[byte]).join("");
      const bad = text.indexOf(UNDEFINED_BYTE);
      if (bad !== -1) throw errorAt(text, bad, `byte 0x${(bytes[bad] ?? 0).toString(16)} is not ${name}`, path);
      return text;
    },
    encode(text, path) {
      return Uint8Array.from({ length: text.length }, (_, index) => {
        const byte = byteOf.get(text[index] ?? "");
        if (byte === undefined || text[index] === UNDEFINED_BYTE) {
          throw errorAt(text, index, `a character that ${name} lacks; save the file as UTF-8 (msgconv -t UTF-8)`, path);
        }
        return byte;
      });
    },
  };
}
