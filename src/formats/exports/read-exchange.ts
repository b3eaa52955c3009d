import { unitStates, type Unit } from "../../catalog/unit.ts";
import { FormatError, type Format } from "../format.ts";
import { formatFor } from "../registry.ts";
import { decodeUtf8 } from "../text/source-text.ts";
import { readXml } from "../xml/document.ts";
import { looksLikeCsv, readCsv } from "./csv.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import type { ReadLanguages } from "./language-texts.ts";
import type { ReadOptions } from "../format.ts";
import { isMo, readMo } from "./mo.ts";
import { readStrings } from "./strings.ts";
import { readTbx } from "./tbx.ts";
import { readTmx } from "./tmx.ts";
import { readXliff } from "./xliff.ts";
import { isZip, readXlsx } from "./xlsx.ts";

type ExchangeOptions = ReadLanguages & Pick<ReadOptions, "whenDecoded">;

/**
 * The strings of a file that a translator sends: what was exported here, and every format of files that is read here.
 * The content decides where it can, else the name.
 *
 * @param name of the uploaded file
 * @param options languages of the translation it was uploaded to
 * @returns undefined where neither content nor name says what the file is
 * @throws {FormatError} with line and column where the file is damaged; nothing of it is returned
 */
export function readExchange(
  name: string,
  bytes: Uint8Array,
  options: ExchangeOptions = {},
): readonly ExchangeUnit[] | undefined {
  if (isZip(bytes)) return readXlsx(bytes, name);
  if (isMo(bytes)) return readMo(bytes, name);
  const head = headOf(bytes);
  if (head.trimStart().startsWith("<")) return readXmlExchange(name, head, bytes, options);
  if (/\.strings$/i.test(name)) return readStrings(decode(bytes, name, options), name);
  if (/\.(?:csv|tsv)$/i.test(name)) return readCsv(decode(bytes, name, options), name);
  const format = catalogueFormat(name, head);
  if (format !== undefined) return readCatalogue(format, name, bytes, options);
  return looksLikeCsv(head) ? readCsv(decode(bytes, name, options), name) : undefined;
}

const HEAD_LENGTH = 16_384;

/** The beginning of a text in whatever encoding, for what is ASCII in it. */
function headOf(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes) ?? "latin1";
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, HEAD_LENGTH));
  return text.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, "");
}

/** Spreadsheets and translation programs of Windows write UTF-16, with a mark in front. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function decode(bytes: Uint8Array, name: string, { whenDecoded }: ExchangeOptions): string {
  const text = decoded(bytes, name);
  whenDecoded?.();
  return text;
}

function decoded(bytes: Uint8Array, name: string): string {
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return decodeUtf8(bytes, name).replace(/^\uFEFF/, "");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError("the file is not UTF-16, as its first bytes say", { file: name, line: 1, column: 1 });
  }
}

function readXmlExchange(
  name: string,
  head: string,
  bytes: Uint8Array,
  options: ExchangeOptions,
): readonly ExchangeUnit[] | undefined {
  const android = formatFor("aresource");
  if (android !== undefined && /<resources[\s/>]/.test(head)) return readCatalogue(android, name, bytes, options);
  const document = readXml(decode(bytes, name, options), name);
  switch (document.root.name) {
    case "xliff":
      return readXliff(document);
    case "tmx":
      return readTmx(document, options);
    case "martif":
    case "tbx":
      return readTbx(document, options);
    default:
      return undefined;
  }
}

function catalogueFormat(name: string, head: string): Format | undefined {
  if (/\.pot?$/i.test(name) || /^msgid[ \t]+"/m.test(head)) return formatFor("po");
  if (/\.json$/i.test(name) || head.trimStart().startsWith("{")) return formatFor("json-nested");
  return /\.properties$/i.test(name) ? formatFor("properties") : undefined;
}

function readCatalogue(
  format: Format,
  name: string,
  bytes: Uint8Array,
  { language, whenDecoded }: ExchangeOptions,
): readonly ExchangeUnit[] {
  const { units } = format.read(bytes, { path: name, whenDecoded, ...(language !== undefined && { language }) });
  return units.map((unit: Unit) => ({
    context: unit.context,
    source: unit.source,
    target: unit.target,
    fuzzy: unit.state === unitStates.needsEditing,
  }));
}
