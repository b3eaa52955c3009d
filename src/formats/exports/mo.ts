import { isEmpty } from "../../catalog/texts.ts";
import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import { FormatError } from "../format.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { encode, type ExportDocument, type Exporter, type ExportUnit } from "./exporter.ts";
import { hasIdentity, headerOf } from "./po.ts";

/** Gettext's compiled catalogue: what is translated, those that need editing too, as the service has it. */
export const mo: Exporter = {
  name: "mo",
  extension: "mo",
  mediaType: "application/x-gettext-catalog",
  only: "bilingual",
  write: writeMo,
};

const MAGIC = 0x950412de;
const HEADER_LENGTH = 28;
/** Between the forms of a plural. */
const FORM_END = "\0";

interface Message {
  readonly id: Uint8Array;
  readonly text: Uint8Array;
}

function writeMo(document: ExportDocument): Uint8Array {
  const messages = [
    { id: encode(""), text: encode(headerOf(document)) },
    ...document.units.filter((unit) => hasIdentity(unit) && !isEmpty(unit.target)).map(messageOf),
  ].toSorted((one, other) => Buffer.compare(one.id, other.id));
  return layOut(messages);
}

function messageOf({ context, source, target }: ExportUnit): Message {
  const [id = "", plural = id] = source.map(withoutEnd);
  const isPlural = source.length > 1 || target.length > 1;
  const key = isPlural ? [id, plural].join(FORM_END) : id;
  return {
    id: encode(context === "" ? key : withoutEnd(context) + CONTEXT_SEPARATOR + key),
    text: encode(target.map(withoutEnd).join(FORM_END)),
  };
}

/** A text ends at its first NUL. */
function withoutEnd(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

/** Header, table of ids, table of texts, then the strings, each with a NUL behind it; no hash table. */
function layOut(messages: readonly Message[]): Uint8Array {
  const strings = [...messages.map(({ id }) => id), ...messages.map(({ text }) => text)];
  const tables = HEADER_LENGTH + 8 * strings.length;
  const file = Buffer.alloc(strings.reduce((size, { length }) => size + length + 1, tables));
  const fields = [MAGIC, 0, messages.length, HEADER_LENGTH, HEADER_LENGTH + 8 * messages.length, 0, tables];
  fields.forEach((field, index) => file.writeUInt32LE(field, 4 * index));
  let offset = tables;
  strings.forEach((string, index) => {
    file.writeUInt32LE(string.length, HEADER_LENGTH + 8 * index);
    file.writeUInt32LE(offset, HEADER_LENGTH + 8 * index + 4);
    file.set(string, offset);
    offset += string.length + 1;
  });
  return file;
}

/** Whether the bytes begin as a compiled catalogue does, in either byte order. */
export function isMo(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes.length >= 4 && [true, false].some((littleEndian) => view.getUint32(0, littleEndian) === MAGIC);
}

/** @throws {FormatError} where a table or string lies outside the file */
export function readMo(bytes: Uint8Array, path?: string): readonly ExchangeUnit[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const littleEndian = view.getUint32(0, true) === MAGIC;
  const number = (offset: number): number => {
    if (offset + 4 > bytes.length) throw damaged(offset, path);
    return view.getUint32(offset, littleEndian);
  };
  let total = 0;
  const text = (entry: number): string => {
    const [length, offset] = [number(entry), number(entry + 4)];
    total += length;
    // Strings that overlap would make more of a file than it is.
    if (offset + length > bytes.length || total > bytes.length) throw damaged(entry, path);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(offset, offset + length));
    } catch {
      throw damaged(offset, path);
    }
  };
  const [count, ids, texts] = [number(8), number(12), number(16)];
  const units: ExchangeUnit[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = text(ids + 8 * index);
    if (id !== "") units.push(unitOf(id, text(texts + 8 * index)));
  }
  return units;
}

function unitOf(id: string, text: string): ExchangeUnit {
  const separator = id.indexOf(CONTEXT_SEPARATOR);
  return {
    context: separator === -1 ? "" : id.slice(0, separator),
    source: id.slice(separator + 1).split(FORM_END),
    target: text.split(FORM_END),
    fuzzy: false,
  };
}

function damaged(offset: number, path: string | undefined): FormatError {
  return new FormatError(`the compiled catalogue is damaged at byte ${String(offset)}`, {
    ...(path !== undefined && { file: path }),
    line: 1,
    column: offset + 1,
  });
}
