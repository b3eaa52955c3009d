import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { unitStates } from "../../catalog/unit.ts";
import { LONGEST_TEXT } from "../../contract/fields.ts";
import { oneLine } from "../../core/one-line.ts";
import type { ExchangeUnit } from "../../formats/exports/exchange-unit.ts";
import { readExchange } from "../../formats/exports/read-exchange.ts";
import { FormatError, type Format } from "../../formats/format.ts";
import { withOwnBytes } from "../../network/given-back.ts";
import { parseLanguage } from "../../mapping/language-code.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "./component-files.ts";
import { inMemory, isStored, type SentBytes } from "./sent-bytes.ts";
import type { Upload } from "./upload-request.ts";

/** A string of an uploaded file. */
export interface UploadedText extends ExchangeUnit {
  /** The unit as the component's own format reads it; undefined in files of other formats. */
  readonly unit?: Unit;
}

export function charactersOf({ source, target }: Pick<UploadedText, "source" | "target">): number {
  return [...source, ...target].reduce((sum, { length }) => sum + length, 0);
}

/** What is in the head of an uploaded file. */
interface FileHead {
  /** The language the file says it is in, as written there. */
  readonly language?: string | undefined;
  /** Number of plural forms that the file declares. */
  readonly pluralForms?: number | undefined;
}

export interface UploadedFile extends FileHead {
  readonly total: number;
  /** Made while they are taken: a large file has several hundred thousand. */
  readonly texts: Iterable<UploadedText>;
}

/** The same, whose texts may wait on the disk: some at a time, they are read as often as somebody wants them. */
export interface ReadUpload extends FileHead {
  readonly total: number;
  readonly parts: () => AsyncIterable<readonly UploadedText[]>;
}

/** What reading an uploaded file depends on. */
export interface FileReading {
  readonly settings: ComponentSettings;
  /** Of the stored file; "" where there is none. */
  readonly filename: string;
  readonly language: string;
  /** Name the file was sent with. */
  readonly name: string;
  readonly content: SentBytes;
}

/** Works with what was sent; what is read from the disk is given back when it is needed no more. */
function withBytes<T>(content: SentBytes, work: (bytes: Uint8Array, whenDecoded?: () => void) => T): T {
  return isStored(content) ? withOwnBytes(inMemory(content), work) : work(content);
}

/** As for a text that somebody types. @throws 400 */
function short(file: UploadedFile): UploadedFile {
  const isLong = (form: string): boolean => form.length > LONGEST_TEXT;
  for (const { context = "", source, target } of file.texts) {
    if (!source.some(isLong) && !target.some(isLong)) continue;
    const name = oneLine([context, ...source].find((part) => part !== "") ?? "").slice(0, 80);
    throw invalid("file", `The text of “${name}” is longer than ${String(LONGEST_TEXT)} characters.`, "max_length");
  }
  return file;
}

/** A file that becomes the stored one has to be of the component's own format. @throws 400 */
export function readStoredKind(upload: FileReading): UploadedFile {
  try {
    return short(ownFile(readOwn(upload)));
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Strings of a file of the component's format or of any other that translators exchange; the name helps where the content
 * does not tell.
 * @throws 400 with the place where the file is damaged
 */
export function readTexts(upload: FileReading): UploadedFile {
  return short(textsOf(upload));
}

function textsOf(upload: FileReading): UploadedFile {
  if (isNamedOtherwise(upload.name, formatOf(upload.settings))) {
    const other = tryExchange(upload);
    if (other !== undefined) return other;
  }
  try {
    return ownFile(readOwn(upload));
  } catch (error) {
    const other = error instanceof FormatError ? tryExchange(upload) : undefined;
    if (other === undefined) throw refusalOf(error);
    return other;
  }
}

function readOwn({ settings, filename, language, content }: FileReading): Catalogue {
  const path = filename === "" ? "upload" : filename;
  return withBytes(content, (bytes, whenDecoded) => formatOf(settings).read(bytes, { path, language, whenDecoded }));
}

function ownFile({ units, language, pluralForms }: Catalogue): UploadedFile {
  const texts = {
    *[Symbol.iterator](): Generator<UploadedText> {
      for (const unit of units) {
        const { context, source, target, state } = unit;
        yield { unit, context, source, target, fuzzy: state === unitStates.needsEditing };
      }
    },
  };
  return { total: units.length, texts, language, pluralForms };
}

/** `strings.csv` for a JSON component: some formats would read anything. */
function isNamedOtherwise(name: string, { extensions }: Format): boolean {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && !extensions.includes(extension);
}

/** @returns undefined where it is no file of a kind that is known */
function tryExchange({ settings, language, name, content }: FileReading): UploadedFile | undefined {
  try {
    return withBytes(content, (bytes, whenDecoded) => {
      const declared = declaredLanguage(bytes);
      const found = readExchange(name, bytes, { language, whenDecoded });
      // A catalogue of a key-based format that says nothing of its strings is not what was meant.
      return found && { total: found.length, texts: found, language: declared };
    });
  } catch (error) {
    if (error instanceof FormatError && isNamedOtherwise(name, formatOf(settings))) throw refusalOf(error);
    return undefined;
  }
}

const HEAD_BYTES = 4096;

/** What XLIFF and gettext say in their heads; other formats hold several languages, or name none. */
function declaredLanguage(content: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(content.subarray(0, HEAD_BYTES));
  return (
    /\s(?:target-language|trgLang)=["']([^"']+)["']/.exec(head)?.[1] ?? /^"Language:\s*([\w@.-]+)\\n"/m.exec(head)?.[1]
  );
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof FormatError)) return error;
  const line = error.place?.line;
  return invalid("file", line === undefined ? error.message : `${error.message} (line ${String(line)})`);
}

/**
 * A file of another language, or with other plural forms than this one has, was sent to the wrong place.
 * @throws 400
 */
export function assertDeclared({ language, translation, request }: Upload, file: FileHead): void {
  const declared = file.language ?? "";
  if (!request.ignoreLanguage && declared !== "" && baseOf(declared) !== baseOf(language.code)) {
    const detail = `The file is in the language “${declared}”, not in “${language.code}”; send ignore_language to take it nevertheless.`;
    throw invalid("file", detail);
  }
  const { pluralForms } = file;
  if (pluralForms === undefined || translation.is_source === 1) return;
  if (pluralForms === translation.plural_number || pluralForms === language.plural_number) return;
  throw invalid(
    "file",
    `Plural forms of the file do not match the language: ${String(pluralForms)} instead of ${String(translation.plural_number)}.`,
  );
}

function baseOf(code: string): string {
  return (parseLanguage(code) ?? code).split(/[-_@]/)[0]?.toLowerCase() ?? "";
}
