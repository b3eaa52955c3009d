import { deserialize, serialize } from "node:v8";
import { readStoredKind, readTexts, type FileReading, type UploadedFile, type UploadedText } from "./uploaded-file.ts";

/** Ways to read an uploaded file. */
export const uploadReaders = { readStoredKind, readTexts };

interface UploadedInParts extends Omit<UploadedFile, "texts"> {
  /** To be given to `textsOf`, each. */
  readonly parts: readonly Uint8Array[];
}

/** So many texts are taken over from a thread before others are answered. */
const TEXTS_TOGETHER = 1000;

/** Reads an uploaded file for another thread: all its texts at once would be a long stretch for who takes them over. @throws 400 */
export function uploadedInParts({
  as,
  reading,
}: {
  readonly as: keyof typeof uploadReaders;
  readonly reading: FileReading;
}): UploadedInParts {
  const { texts, ...file } = uploadReaders[as](reading);
  const parts = Array.from({ length: Math.ceil(texts.length / TEXTS_TOGETHER) }, (_, index) =>
    serialize(texts.slice(index * TEXTS_TOGETHER, (index + 1) * TEXTS_TOGETHER)),
  );
  return { ...file, parts };
}

export function textsOf(part: Uint8Array): readonly UploadedText[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `uploadedInParts` made it
  return deserialize(part) as readonly UploadedText[];
}
