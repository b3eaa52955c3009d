import { strFromU8, Zip, ZipDeflate } from "fflate";
import { columns, namedColumns } from "../csv/columns.ts";
import { FormatError } from "../format.ts";
import { TooLargeArchive, unzip } from "../unzip.ts";
import { childOf, childrenOf, descendantsOf, eachElement, readXml, textOf, type XmlElement } from "../xml/document.ts";
import { xmlElement, xmlText } from "../xml/write.ts";
import { rowOf, unitsOfRows } from "./columns.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { encode, type DocumentHead, type ExportDocument, type Exporter, type TextPieces } from "./exporter.ts";

/** A workbook of one sheet, the columns of `csv`. Its cells are texts: none is ever a formula. */
export const xlsx: Exporter = {
  name: "xlsx",
  extension: "xlsx",
  mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  write: writeWorkbook,
  inPieces: { pieces: sheetPieces, packedWith: (document) => ({ others: otherParts(document), name: SHEET_FILE }) },
};

const SHEET_FILE = "xl/worksheets/sheet1.xml";

/** The first day of the calendar of zip archives, in whatever zone: the same workbook has the same bytes. */
const MEMBER_TIME = new Date(1980, 0, 1);

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="Strings" sheetId="1" r:id="rId1"/></sheets></workbook>`,
};

/** Row by row: a sheet of 20,000 strings has 18 MB before it is packed. */
function writeWorkbook(document: ExportDocument): Uint8Array {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    packed.push(chunk);
  });
  const add = (name: string, pieces: Iterable<Uint8Array>): void => {
    const member = new ZipDeflate(name, { level: 6 });
    member.mtime = MEMBER_TIME;
    zip.add(member);
    for (const piece of pieces) member.push(piece);
    member.push(new Uint8Array(), true);
  };
  for (const [name, content] of otherParts(document)) add(name, [content]);
  add(SHEET_FILE, sheetOf(document));
  zip.end();
  return new Uint8Array(Buffer.concat(packed));
}

function otherParts(document: DocumentHead): ReadonlyMap<string, Uint8Array> {
  const all = [...Object.entries(parts), ["docProps/core.xml", properties(document)] as const];
  return new Map(all.map(([name, xml]) => [name, encode(`${PROLOG}${xml}`)]));
}

function* sheetOf({ units }: ExportDocument): Generator<Uint8Array> {
  const { head, each, tail } = sheetPieces();
  yield encode(head);
  for (const [index, unit] of units.entries()) yield encode(each(unit, index));
  yield encode(tail);
}

function sheetPieces(): TextPieces {
  return {
    head: `${PROLOG}<worksheet xmlns="${SHEET}"><sheetData>${writeRow(columns, 0)}`,
    each: (unit, index) => writeRow(rowOf(unit, unit.target[0] ?? ""), index + 1),
    tail: "</sheetData></worksheet>",
  };
}

function properties({ generator, date }: DocumentHead): string {
  const time = (name: string): string =>
    xmlElement(`dcterms:${name}`, { "xsi:type": "dcterms:W3CDTF" }, `${date.toISOString().slice(0, 19)}Z`);
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>${xmlText(generator)}</dc:creator>${time("created")}${time("modified")}</cp:coreProperties>`;
}

function writeRow(cells: readonly string[], index: number): string {
  const row = String(index + 1);
  const written = cells.map((text, column) => {
    const place = `${String.fromCharCode(65 + column)}${row}`;
    return text === ""
      ? ""
      : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(escapeCodes(text))}</t></is></c>`;
  });
  return `<row r="${row}">${written.join("")}</row>`;
}

/** What XML cannot hold, carriage returns, and what looks like the escape itself. */
const NEEDS_CODE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Spreadsheets' way of writing a character by its code: `_x0007_`. */
function escapeCodes(text: string): string {
  return text.replace(
    NEEDS_CODE,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
}

function unescapeCodes(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const MAXIMUM_MEMBERS = 1000;
/** Of what is read, unpacked. */
const MAXIMUM_BYTES = 32 * 1024 * 1024;
/** Of the sheet, which may be packed a thousandfold. Many cells may show one text. */
const sheetLimits = { rows: 100_000, cells: 500_000, characters: MAXIMUM_BYTES };
/** The widest sheet that spreadsheets open. */
const MAXIMUM_COLUMNS = 16_384;
/** Of the lists of a workbook's sheets and files. */
const MAXIMUM_ELEMENTS = 10_000;

/** The strings of a workbook's first sheet. @throws {FormatError} where it is none, or is larger than any of ours */
export function readXlsx(bytes: Uint8Array, path?: string): readonly ExchangeUnit[] {
  const members = unpack(bytes, path);
  const shared = members.get("xl/sharedStrings.xml");
  const strings: string[] = [];
  if (shared !== undefined) eachElement(shared, "si", (item) => strings.push(stringOf(item)), "xl/sharedStrings.xml");
  const name = firstSheetOf(members);
  const sheet = name === undefined ? undefined : members.get(name);
  if (name === undefined || sheet === undefined) throw notAWorkbook("it has no sheet", path);
  const rows = new SheetRows(strings, path);
  eachElement(sheet, "c", (cell, row) => rows.take(cell, row), name);
  return unitsOfRows(rows.all());
}

/** The rows of a sheet that have a text, with the columns that say something of strings. */
class SheetRows {
  readonly #strings: readonly string[];
  readonly #path: string | undefined;
  readonly #left: Record<keyof typeof sheetLimits, number> = { ...sheetLimits };
  readonly #rows: (readonly string[])[] = [];
  #row: XmlElement | undefined;
  /** Texts of the row at hand. */
  #cells: string[] = [];
  /** Where a cell without a place of its own stands. */
  #next = 0;
  /** Where the first row leaves a column of the sheet. */
  #placeOf: (column: number) => number | undefined = (column) => column;

  constructor(strings: readonly string[], path: string | undefined) {
    this.#strings = strings;
    this.#path = path;
  }

  take(cell: XmlElement, row: XmlElement | undefined): void {
    if (row?.name !== "row") return;
    if (row !== this.#row) this.#endRow();
    this.#row = row;
    this.#spend("cells", 1);
    const column = columnOf(cell.attributes.get("r")) ?? this.#next;
    if (column >= MAXIMUM_COLUMNS) return;
    this.#next = Math.max(this.#next, column + 1);
    const place = this.#placeOf(column);
    const text = place === undefined ? "" : textOfCell(cell, this.#strings);
    if (place === undefined || text === "") return;
    this.#spend("characters", text.length);
    while (this.#cells.length <= place) this.#cells.push("");
    this.#cells[place] = text;
  }

  all(): readonly (readonly string[])[] {
    this.#endRow();
    return this.#rows;
  }

  #endRow(): void {
    const cells = this.#cells;
    this.#cells = [];
    this.#next = 0;
    if (cells.length === 0) return;
    this.#spend("rows", 1);
    this.#rows.push(this.#rows.length === 0 ? this.#firstRow(cells) : cells);
  }

  /** Names the columns, or has the usual ones: of what is behind them it matters only that it is there. */
  #firstRow(cells: readonly string[]): readonly string[] {
    const named = namedColumns(cells);
    if (named === undefined) {
      this.#placeOf = (column) => Math.min(column, columns.length);
      const others = cells.slice(columns.length).filter((text) => text !== "");
      return [...cells.slice(0, columns.length), ...others.slice(0, 1)];
    }
    const known = columns.map((column) => named.indexOf(column)).filter((at) => at !== -1);
    const places = new Map(known.map((column, place) => [column, place]));
    this.#placeOf = (column) => places.get(column);
    return known.map((column) => cells[column] ?? "");
  }

  #spend(what: keyof typeof sheetLimits, many: number): void {
    this.#left[what] -= many;
    if (this.#left[what] >= 0) return;
    throw notAWorkbook(`it has more than ${sheetLimits[what].toLocaleString("en-US")} ${what}`, this.#path);
  }
}

function unpack(bytes: Uint8Array, path: string | undefined): ReadonlyMap<string, string> {
  const limits = { entries: MAXIMUM_MEMBERS, bytes: MAXIMUM_BYTES };
  try {
    const members = unzip(bytes, limits, (name) => /^xl\/.*\.(?:xml|rels)$/.test(name));
    return new Map([...members].map(([name, data]) => [name, strFromU8(data)]));
  } catch (error) {
    throw notAWorkbook(error instanceof TooLargeArchive ? "it is too large" : "the archive is damaged", path);
  }
}

/** The sheet that the workbook names first, by way of its relationships. */
function firstSheetOf(members: ReadonlyMap<string, string>): string | undefined {
  const [book, links] = [members.get("xl/workbook.xml"), members.get("xl/_rels/workbook.xml.rels")];
  if (book === undefined || links === undefined) return undefined;
  const [sheet] = descendantsOf(readXml(book, "xl/workbook.xml", MAXIMUM_ELEMENTS).root, "sheet");
  const id = [...(sheet?.attributes ?? [])].find(([name]) => name.endsWith(":id"))?.[1];
  const target = childrenOf(readXml(links, "xl/_rels/workbook.xml.rels", MAXIMUM_ELEMENTS).root, "Relationship")
    .find(({ attributes }) => attributes.get("Id") === id)
    ?.attributes.get("Target");
  return target?.startsWith("/") === true ? target.slice(1) : target && `xl/${target}`;
}

/** `C7` is 2. */
function columnOf(place: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,4})\d+$/.exec(place ?? "") ?? [];
  if (letters === undefined) return undefined;
  return Buffer.from(letters).reduce((column, letter) => column * 26 + letter - 64, 0) - 1;
}

function textOfCell(cell: XmlElement, strings: readonly string[]): string {
  const inline = childOf(cell, "is");
  if (inline !== undefined) return stringOf(inline);
  const valueElement = childOf(cell, "v");
  const value = valueElement === undefined ? "" : textOf(valueElement);
  switch (cell.attributes.get("t")) {
    case "s":
      return strings[Number(value)] ?? "";
    case "b":
      return value === "1" ? "True" : "False";
    case "e":
      return "";
    default:
      return unescapeCodes(value);
  }
}

/** A string, plain or in runs of different looks, without its reading aids (`<rPh>`). */
function stringOf(element: XmlElement): string {
  const pieces = childrenOf(element).flatMap((child) => {
    if (child.name === "t") return [textOf(child)];
    return child.name === "r" ? childrenOf(child, "t").map(textOf) : [];
  });
  return unescapeCodes(pieces.join(""));
}

function notAWorkbook(reason: string, path: string | undefined): FormatError {
  return new FormatError(`not a workbook that can be read: ${reason}`, {
    ...(path !== undefined && { file: path }),
    line: 1,
    column: 1,
  });
}

/** Whether the bytes begin as a zip archive does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}
