import { legacyCharset } from "../text/legacy-charset.ts";
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

const DECLARATION = /Content-Type:[^"\r\n]{0,100}?charset=([\w.:-]{1,40})/gi;
/** The header is the first entry without a msgid; a declaration further down is somebody's text. */
const HEADER_START = 'msgid ""';
const HEADER_BYTES = 8192;

/**
 * A template as xgettext leaves it says `CHARSET`. msgmerge warns of that where the file is not called `*.pot`, as the service's copy of an
 * upload is not, and the service refuses it then.
 */
export function withCharset(template: Uint8Array): Uint8Array {
  const { match } = declarationIn(template);
  if (match?.[1] !== "CHARSET") return template;
  const end = match.index + match[0].length;
  const start = end - "CHARSET".length;
  return Buffer.concat([template.subarray(0, start), Buffer.from("UTF-8"), template.subarray(end)]);
}

/** The head is read as bytes, so places in it are places in the file. */
function declarationIn(bytes: Uint8Array): { readonly head: string; readonly match: RegExpExecArray | null } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.indexOf(HEADER_START);
  const head = buffer.toString("latin1", 0, start === -1 ? 0 : start + HEADER_BYTES);
  DECLARATION.lastIndex = Math.max(start, 0);
  return { head, match: DECLARATION.exec(head) };
}

/** @throws {FormatError} for a charset that cannot be read and written back byte by byte. */
export function charsetOf(bytes: Uint8Array, path: string | undefined): Charset {
  const { head, match } = declarationIn(bytes);
  const name = match?.[1] ?? "UTF-8";
  if (readAsUtf8.has(name.toLowerCase())) return utf8;
  const legacy = legacyCharset(name);
  if (legacy !== undefined) return legacy;
  throw errorAt(
    head,
    match?.index ?? 0,
    `charset ${name} is not supported; save the file as UTF-8 (msgconv -t UTF-8)`,
    path,
  );
}
