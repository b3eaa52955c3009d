import { calculate, endLargeThreads, isSmall, sizeOfBytes } from "../threads/calculate.ts";
import { ByteRoom } from "./byte-room.ts";
import { beginning, inMemory, type SentBytes } from "./sent-bytes.ts";
import { readParts } from "./written-parts.ts";
import type { ReadUpload, UploadedText } from "./uploaded-file.ts";
import { uploadReaders } from "./uploaded-in-parts.ts";
import type { Upload, UploadRequest } from "./upload-request.ts";

/** Archives begin with it, workbooks too: a few bytes of them may be very many. */
const ARCHIVE = "PK";

/** As they were sent: what a thread makes of so many takes as much of memory as that thread may have. */
const MOST_AT_ONCE = 20_000_000;
const FEW_BYTES = 1_000_000;

const room = new ByteRoom(MOST_AT_ONCE, FEW_BYTES);

/** Works with the texts of an uploaded file; who sent another large one waits, with the file on the disk. */
export async function inRoomFor<T>({ content }: Pick<UploadRequest, "content">, work: () => Promise<T>): Promise<T> {
  return room.hold(isArchive(content) ? MOST_AT_ONCE : content.byteLength, work);
}

function isArchive(content: SentBytes): boolean {
  return Buffer.from(inMemory(beginning(content, ARCHIVE.length))).toString("latin1") === ARCHIVE;
}

/** Reads an uploaded file, a large one beside everything else (`uploaded-file.ts`). @throws 400 */
export async function readUpload(
  { component, translation, language, request, place }: Upload,
  as: keyof typeof uploadReaders,
): Promise<ReadUpload> {
  const { content } = request;
  const reading = {
    settings: component.settings,
    filename: translation.filename,
    language: language.code,
    name: request.name,
  };
  if (isSmall([content]) && !isArchive(content)) {
    const { texts, ...file } = uploadReaders[as]({ ...reading, content: inMemory(content) });
    return { ...file, parts: () => onePart([...texts]) };
  }
  const read = { as, reading, content, place: await place() };
  const { parts, ...file } = await calculate("uploadedInParts", read, undefined, sizeOfBytes(content.byteLength));
  endLargeThreads("upload");
  return { ...file, parts: () => readParts<UploadedText>(parts) };
}

async function* onePart(texts: readonly UploadedText[]): AsyncGenerator<readonly UploadedText[]> {
  yield texts;
}
