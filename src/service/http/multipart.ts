/** A field of a form, or a file that it carries. */
export interface FormPart {
  readonly name: string;
  /** Undefined: a field. */
  readonly filename: string | undefined;
  /** A view of the form's own bytes: a large file is not held twice. */
  readonly content: Uint8Array<ArrayBuffer>;
}

const CRLF = "\r\n";

/**
 * The parts of a `multipart/form-data` body (RFC 7578), read as browsers write them.
 * @param extent of the beginning of a body the last part may be cut
 * @returns undefined where the body does not fit its boundary
 */
export function formParts(
  type: string,
  body: Buffer<ArrayBuffer>,
  extent: "whole" | "beginning" = "whole",
): readonly FormPart[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  // The first one needs no line before it.
  const first = `--${boundary}`;
  let place = body.subarray(0, first.length).equals(Buffer.from(first)) ? first.length : afterFirst(body, delimiter);
  const parts: FormPart[] = [];
  while (place !== undefined) {
    if (body.subarray(place, place + 2).toString("latin1") === "--") return parts;
    const start = body.indexOf(CRLF, place);
    const headersEnd = start === place ? body.indexOf(CRLF + CRLF, start) : -1;
    const found = headersEnd === -1 ? -1 : body.indexOf(delimiter, headersEnd + CRLF.length);
    if (headersEnd === -1 || (found === -1 && extent === "whole")) return extent === "whole" ? undefined : parts;
    const end = found === -1 ? body.length : found;
    const from = headersEnd + CRLF.length * 2;
    const part = partOf(body.subarray(start, headersEnd).toString("utf8"));
    // Without a content its end is the delimiter's own line.
    const length = Math.max(0, end - from);
    if (part === undefined) return undefined;
    parts.push({ ...part, content: new Uint8Array(body.buffer, body.byteOffset + from, length) });
    place = end + delimiter.length;
  }
  return undefined;
}

function afterFirst(body: Buffer, delimiter: Buffer): number | undefined {
  return body.subarray(0, delimiter.length).equals(delimiter) ? delimiter.length : undefined;
}

function partOf(headers: string): Pick<FormPart, "name" | "filename"> | undefined {
  const [, disposition] = /\r\ncontent-disposition:\s*form-data\s*;(.*)/i.exec(headers) ?? [];
  const name = parameter(disposition, "name");
  return name === undefined ? undefined : { name, filename: parameter(disposition, "filename") };
}

/** Of a quoted text `%22`, `%0D` and `%0A` stand for what would end it; the extended form is that of RFC 8187. */
function parameter(disposition: string | undefined, name: string): string | undefined {
  const text = disposition ?? "";
  const [, extended] = new RegExp(String.raw`(?:^|;)\s*${name}\*=utf-8'[^']*'([^;\s]*)`, "i").exec(text) ?? [];
  if (extended !== undefined && name === "filename") return decoded(extended);
  const [, quoted, plain] =
    new RegExp(String.raw`(?:^|;)\s*${name}=(?:"((?:\\"|[^"])*)"|([^;\s]+))`, "i").exec(text) ?? [];
  return (quoted ?? plain)
    ?.replaceAll(String.raw`\"`, '"')
    .replaceAll("%22", '"')
    .replaceAll(/%0D/gi, "\r")
    .replaceAll(/%0A/gi, "\n");
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
