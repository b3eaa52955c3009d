import { errorAt } from "./source-text.ts";

/** An encoding from before Unicode, with the way back to bytes. */
export interface LegacyCharset {
  readonly name: string;
  /** @throws {FormatError} with line and column of a byte that is none of the encoding's */
  decode(bytes: Uint8Array, path: string | undefined): string;
  /** @throws {FormatError} with line and column of a character that the encoding lacks */
  encode(text: string, path: string | undefined): Uint8Array;
  /** Whether the encoding has all characters of a text. */
  has(text: string): boolean;
}

type Decoder = InstanceType<typeof TextDecoder>;

const isoLatin1 = new Set(["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1"]);
const UNDEFINED_BYTE = "\uFFFD";

/** What a byte means there depends on those before it. */
const WITH_STATES = /^(?:cs)?(?:iso-?2022|hz-gb|utf-7)/i;

/** Undefined for a name of which nothing is known that could be written back byte for byte. */
export function legacyCharset(name: string): LegacyCharset | undefined {
  if (WITH_STATES.test(name)) return undefined;
  if (isoLatin1.has(name.toLowerCase())) return singleByte(name, String.fromCharCode(...Array(256).keys()));
  const table = singleByteTable(name);
  if (table !== undefined) return singleByte(name, table);
  return DOUBLE_BYTE.test(name) ? doubleByte(name) : undefined;
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

function lacking(name: string, text: string, offset: number, path: string | undefined): Error {
  return errorAt(text, offset, `a character that ${name} lacks; save the file as UTF-8 (msgconv -t UTF-8)`, path);
}

function singleByte(name: string, table: string): LegacyCharset {
  const byteOf = new Map(Array.from(table, (character, byte) => [character, byte]));
  byteOf.delete(UNDEFINED_BYTE);
  return {
    name,
    has: (text) => text.split("").every((character) => byteOf.has(character)),
    decode(bytes, path) {
      const text = Array.from(bytes, (byte) => table[byte]).join("");
      const bad = text.indexOf(UNDEFINED_BYTE);
      if (bad !== -1) throw errorAt(text, bad, `byte 0x${(bytes[bad] ?? 0).toString(16)} is not ${name}`, path);
      return text;
    },
    encode(text, path) {
      return Uint8Array.from({ length: text.length }, (_, index) => {
        const byte = byteOf.get(text[index] ?? "");
        if (byte === undefined) throw lacking(name, text, index, path);
        return byte;
      });
    },
  };
}

/** Those without states between their characters. */
const DOUBLE_BYTE =
  /^(?:gbk|gb2312|gb_2312-80|cp936|x-gbk|big5|big5-hkscs|euc-jp|shift[_-]jis|sjis|windows-31j|euc-kr|ks_c_5601-1987|cp949)$/i;
/** Names that no decoder knows. */
const labels: Readonly<Record<string, string>> = { cp936: "gbk", cp949: "euc-kr" };

function doubleByte(name: string): LegacyCharset {
  const decoder = new TextDecoder(labels[name.toLowerCase()] ?? name, { fatal: true });
  const encode = (text: string, path: string | undefined): Uint8Array => {
    const bytesOf = bytesByCharacter(decoder);
    const bytes: number[] = [];
    let offset = 0;
    for (const character of text) {
      const known = bytesOf.get(character);
      if (known === undefined) throw lacking(name, text, offset, path);
      bytes.push(...known);
      offset += character.length;
    }
    return Uint8Array.from(bytes);
  };
  return {
    name,
    encode,
    has: (text) => Array.from(text).every((character) => bytesByCharacter(decoder).has(character)),
    decode(bytes, path) {
      const text = decoded(decoder, bytes);
      if (text === undefined)
        throw errorAt("", 0, `the file says that it is ${name}, and has bytes that are not`, path);
      if (Buffer.compare(encode(text, path), bytes) === 0) return text;
      throw errorAt("", 0, `the file has characters that ${name} writes in two ways; save it as UTF-8`, path);
    },
  };
}

function decoded(decoder: Decoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const tables = new WeakMap<Decoder, ReadonlyMap<string, readonly number[]>>();
const [FIRST_LEAD, FIRST_TRAIL, LAST] = [0x81, 0x40, 0xfe];
/** Begins characters of three bytes in EUC-JP. */
const THIRD_SET = 0x8f;

/** What decoders know the other way round: asked once for all that there can be. */
function bytesByCharacter(decoder: Decoder): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(decoder);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const text = decoded(decoder, Uint8Array.from(bytes));
    if (text !== undefined && Array.from(text).length === 1 && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  for (let lead = FIRST_LEAD; lead <= LAST; lead += 1) {
    for (let trail = FIRST_TRAIL; trail <= LAST; trail += 1) {
      add(lead, trail);
      if (decoder.encoding === "euc-jp" && trail >= HIGH_BYTE && lead >= HIGH_BYTE) add(THIRD_SET, lead, trail);
    }
  }
  tables.set(decoder, table);
  return table;
}
