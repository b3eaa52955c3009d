import { partsOf, type Part } from "../threads/parts.ts";
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
}: {
  readonly as: keyof typeof uploadReaders;
  readonly reading: FileReading;
}): UploadedInParts {
  const { texts, ...file } = uploadReaders[as](reading);
  return { ...file, parts: partsOf(texts) };
}
