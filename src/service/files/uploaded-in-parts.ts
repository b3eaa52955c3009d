import { partsBySize } from "../../store/parts-by-size.ts";
import type { SentBytes } from "./sent-bytes.ts";
import { charactersOf, readStoredKind, readTexts, type FileReading, type ReadUpload } from "./uploaded-file.ts";
import { writtenParts } from "./written-parts.ts";

/** Ways to read an uploaded file. */
export const uploadReaders = { readStoredKind, readTexts };

interface UploadedInParts extends Omit<ReadUpload, "parts"> {
  /** Files that have the texts, in order. */
  readonly parts: readonly string[];
}

/** So many texts are read back together. */
const TEXTS_TOGETHER = 200;

/**
 * Reads an uploaded file for another thread, into files: nobody has its texts twice.
 * @param place in a folder that exists, how the files' names begin
 * @throws 400
 */
export function uploadedInParts({
  as,
  reading,
  content,
  place,
}: {
  readonly as: keyof typeof uploadReaders;
  readonly reading: Omit<FileReading, "content">;
  readonly content: SentBytes;
  readonly place: string;
}): UploadedInParts {
  const { texts, ...file } = uploadReaders[as]({ ...reading, content });
  return { ...file, parts: writtenParts(place, partsBySize(texts, TEXTS_TOGETHER, charactersOf)) };
}
