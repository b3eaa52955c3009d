import type { FormatCore } from "../format.ts";
import { charsetOf } from "../text/charset.ts";
import { legacyCharset } from "../text/legacy-charset.ts";
import { decodeUtf8, errorAt } from "../text/source-text.ts";
import { withDeclaredEntities } from "./declared-entities.ts";
import { refuseIllegal } from "./legal-bytes.ts";
import { VERBATIM } from "./verbatim.ts";

const DECLARATION = /^<\?xml\s[^>]{0,200}?\sencoding\s*=\s*["']([^"']*)["']/;
const HEAD = 300;

interface XmlEncoding {
  decode(bytes: Uint8Array, path: string | undefined): string;
  encode(text: string, path: string | undefined): Uint8Array;
}

/** Undefined for UTF-8. @throws {FormatError} for a declared encoding that cannot be written back */
function encodingOf(bytes: Uint8Array, path: string | undefined): XmlEncoding | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return charsetOf(bytes);
  const [, name] = DECLARATION.exec(Buffer.from(bytes.subarray(0, HEAD)).toString("latin1")) ?? [];
  if (name === undefined || /^(?:utf-?8|us-ascii|ascii)$/i.test(name)) return undefined;
  const charset = legacyCharset(name);
  if (charset === undefined) {
    throw errorAt("", 0, `the file says that it is ${name}; save it as UTF-8 and say so`, path);
  }
  return {
    decode: (content, place) => charset.decode(content, place),
    encode: (text, place) =>
      charset.encode(
        withReferences(text, (character) => charset.has(character)),
        place,
      ),
  };
}

const BEYOND_ASCII = /[^\0-\u007F]/gu;

/** What an encoding lacks, XML names by its number. */
function withReferences(text: string, has: (character: string) => boolean): string {
  return text
    .split(VERBATIM)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(BEYOND_ASCII, (character) =>
            has(character) ? character : `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,
          ),
    )
    .join("");
}

/** @throws {FormatError} for what its encoding does not let be decoded, and for characters that XML does not have */
export function utf8Of(bytes: Uint8Array, path: string | undefined): Uint8Array {
  const encoding = encodingOf(bytes, path);
  const utf8 = encoding === undefined ? bytes : new TextEncoder().encode(encoding.decode(bytes, path));
  refuseIllegal(utf8, path);
  return utf8;
}

/** An XML format whose files may be in the encoding that they declare, and declare entities; the core knows UTF-8 alone, of legal characters. */
export function xmlEncoded(utf8Core: FormatCore): FormatCore {
  const core = withDeclaredEntities(utf8Core);
  const { layout } = core;
  const back = (like: Uint8Array, content: Uint8Array, path: string | undefined): Uint8Array => {
    const encoding = encodingOf(like, path);
    return encoding === undefined ? content : encoding.encode(decodeUtf8(content, path), path);
  };
  return {
    ...core,
    detect(path, bytes) {
      try {
        return core.detect(path, utf8Of(bytes, path));
      } catch {
        return core.detect(path, bytes);
      }
    },
    read: (bytes, options = {}) => core.read(utf8Of(bytes, options.path), options),
    patch: (bytes, changes, options = {}) =>
      back(bytes, core.patch(utf8Of(bytes, options.path), changes, options), options.path),
    create: (catalogue, options, like) =>
      like === undefined
        ? core.create(catalogue, options)
        : back(like, core.create(catalogue, options, utf8Of(like, undefined)), undefined),
    ...(layout !== undefined && {
      layout: (bytes, options) => {
        const { text, entries, encode } = layout(utf8Of(bytes, options.path), options);
        return { text, entries, encode: (written) => back(bytes, encode(written), options.path) };
      },
    }),
  };
}
