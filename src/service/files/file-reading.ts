import { calculate, isSmall } from "../threads/calculate.ts";
import { readStoredKind, readTexts, type FileReading, type UploadedFile } from "./uploaded-file.ts";
import type { Upload } from "./upload-request.ts";

/** Archives begin with it, workbooks too: a few bytes of them may be very many. */
const ARCHIVE = "PK";

const readers = { readStoredKind, readTexts };

/** Reads an uploaded file, a large one beside everything else (`uploaded-file.ts`). @throws 400 */
export async function readUpload(
  { component, translation, language, request }: Upload,
  as: keyof typeof readers,
): Promise<UploadedFile> {
  const reading: FileReading = {
    settings: component.settings,
    filename: translation.filename,
    language: language.code,
    name: request.name,
    content: request.content,
  };
  const head = Buffer.from(request.content.subarray(0, ARCHIVE.length)).toString("latin1");
  return isSmall([request.content]) && head !== ARCHIVE ? readers[as](reading) : calculate(as, reading);
}
