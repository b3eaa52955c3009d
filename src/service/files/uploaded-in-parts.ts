import { partsOf, type Part } from "../threads/parts.ts";
import { inMemory, type SentBytes } from "./sent-bytes.ts";
import { readStoredKind, readTexts, type FileReading, type UploadedFile, type UploadedText } from "./uploaded-file.ts";

/** Ways to read an uploaded file. */
export const uploadReaders = { readStoredKind, readTexts };

interface UploadedInParts extends Omit<UploadedFile, "texts"> {
  readonly parts: readonly Part<UploadedText>[];
}

/** Reads an uploaded file for another thread. @throws 400 */
export function uploadedInParts({
  as,
  reading,
  content,
}: {
  readonly as: keyof typeof uploadReaders;
  readonly reading: Omit<FileReading, "content">;
  readonly content: SentBytes;
}): UploadedInParts {
  const { texts, ...file } = uploadReaders[as]({ ...reading, content: inMemory(content) });
  return { ...file, parts: partsOf(texts) };
}
