import { calculate, isSmall } from "../threads/calculate.ts";
import { listOf } from "../threads/parts.ts";
import type { FileReading, UploadedFile } from "./uploaded-file.ts";
import { uploadReaders } from "./uploaded-in-parts.ts";
import type { Upload } from "./upload-request.ts";

/** Archives begin with it, workbooks too: a few bytes of them may be very many. */
const ARCHIVE = "PK";

/** Reads an uploaded file, a large one beside everything else (`uploaded-file.ts`). @throws 400 */
export async function readUpload(
  { component, translation, language, request }: Upload,
  as: keyof typeof uploadReaders,
): Promise<UploadedFile> {
  const reading: FileReading = {
    settings: component.settings,
    filename: translation.filename,
    language: language.code,
    name: request.name,
    content: request.content,
  };
  const head = Buffer.from(request.content.subarray(0, ARCHIVE.length)).toString("latin1");
  if (isSmall([request.content]) && head !== ARCHIVE) return uploadReaders[as](reading);
  const { parts, ...file } = await calculate("uploadedInParts", { as, reading });
  return { ...file, texts: await listOf(parts) };
}
