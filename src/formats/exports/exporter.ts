/** One string of a translation, as it is exported. */
export interface ExportUnit {
  /** Key of a monolingual string, msgctxt of a bilingual one; else "". */
  readonly context: string;
  /** One element per plural form of the source language. */
  readonly source: readonly string[];
  /** One element per plural form of the language. */
  readonly target: readonly string[];
  /** Source that the translation was made from, where it has to be looked at again. */
  readonly previousSource: string;
  /** The service's number (specification 1, "Unit state"). */
  readonly state: number;
  /** What the program's authors say in the file. */
  readonly note: string;
  /** Places in the program, separated by blanks or commas. */
  readonly location: string;
  /** What the service's users say about the source string. */
  readonly explanation: string;
  /** Comma separated: `c-format, max-length:20`. */
  readonly flags: string;
  /** Comments of the service's users. */
  readonly comments?: readonly string[];
  /** Proposed translations, one element per plural form each. */
  readonly suggestions?: readonly (readonly string[])[];
}

export interface ExportLanguage {
  /** The service's code: `cs`, `pt_BR`. */
  readonly code: string;
  readonly name: string;
}

export interface ExportDocument {
  readonly project: { readonly name: string; readonly slug: string };
  readonly component: { readonly name: string; readonly slug: string };
  readonly sourceLanguage: ExportLanguage;
  readonly language: ExportLanguage & {
    readonly direction: "ltr" | "rtl";
    readonly pluralNumber: number;
    /** Gettext's: `n != 1`. */
    readonly pluralFormula: string;
  };
  readonly isMonolingual: boolean;
  /** Page of the translation. */
  readonly url: string;
  /** Name and version of the program: `Interlinear 1.2.0`. */
  readonly generator: string;
  /** Written where a format has a date. */
  readonly date: Date;
  readonly units: readonly ExportUnit[];
}

/** What a document says beside its strings. */
export type DocumentHead = Omit<ExportDocument, "units">;

/** A text that has its strings one after the other: however many there are, some of them at a time are enough to write it. */
export interface TextPieces {
  readonly head: string;
  /** @param index of the string in the document, from 0 */
  readonly each: (unit: ExportUnit, index: number) => string;
  readonly tail: string;
}

/** Makes one kind of file from what the service knows; the same document gives the same bytes. */
export interface Exporter {
  /** The service's name of it, `?format=NAME` (facts §1.4). */
  readonly name: string;
  /** Without a dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Translations of any other kind are refused; undefined: none is. */
  readonly only?: "bilingual" | "monolingual";
  /** Never fails: what a format cannot hold is replaced or left out. */
  write(document: ExportDocument): Uint8Array;
  /** Missing where a string's place in the file follows from all others. */
  readonly inPieces?: InPieces;
}

export interface InPieces {
  /** Of the file, or of its one member that has the strings. */
  pieces(document: DocumentHead): TextPieces;
  /** What is packed with that member in a zip; undefined: the text is the file. */
  packedWith?(document: DocumentHead): { readonly others: ReadonlyMap<string, Uint8Array>; readonly name: string };
}

/** A file that is a text with its strings one after the other. */
export function textExporter(about: Omit<Exporter, "write" | "inPieces">, pieces: InPieces["pieces"]): Exporter {
  return { ...about, write: (document) => encode(writtenWhole(pieces, document)), inPieces: { pieces } };
}

function writtenWhole(pieces: InPieces["pieces"], { units, ...document }: ExportDocument): string {
  const { head, each, tail } = pieces(document);
  return `${head}${units.map((unit, index) => each(unit, index)).join("")}${tail}`;
}

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
