import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { invalid } from "../../http-api/refusal.ts";
import { beginning, readInMemory, toWrite } from "../files/sent-bytes.ts";
import type { UploadedFile } from "../http/request-body.ts";
import type { Service } from "../service.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { imageTypeOf } from "./image-type.ts";

/** What the database keeps of an image: a name of our own below `screenshots/` of the data folder, never the client's. */
export interface StoredImage {
  readonly file: string;
  readonly media_type: string;
}

/** What tells the kind of an image stands there, whatever a camera wrote before it. */
const HEAD_BYTES = 10_000_000;

/** Stores an uploaded image. @throws 400 without one, or for something that is none */
async function storeImage(service: Service, upload: UploadedFile | undefined): Promise<StoredImage> {
  if (upload === undefined) throw invalid("image", "No file was submitted.", "required");
  if (upload.content.byteLength === 0) throw invalid("image", "The submitted file is empty.", "empty");
  const type = imageTypeOf(await readInMemory(beginning(upload.content, HEAD_BYTES)));
  if (type === undefined) {
    const detail =
      "Upload a valid image. The file you uploaded was either not an image or a corrupted image. PNG, JPEG, GIF, WebP and AVIF are taken.";
    throw invalid("image", detail, "invalid_image");
  }
  const file = `${randomUUID()}.${type.extension}`;
  const folder = folderOf(service);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, file), toWrite(upload.content), { flag: "wx", mode: 0o600 });
  return { file, media_type: type.mediaType };
}

export async function readImage(service: Service, { file }: StoredImage): Promise<Uint8Array> {
  return readFile(join(folderOf(service), file));
}

export async function removeImage(service: Service, { file }: StoredImage): Promise<void> {
  await rm(join(folderOf(service), file), { force: true });
}

/** An image is stored before its row is: what is younger may get one yet. */
const AGE_MILLISECONDS = 3_600_000;

/** Removes images that no screenshot has any more: those of removed translations, and what a killed process left. */
export async function removeUnownedImages(service: Service): Promise<void> {
  const folder = folderOf(service);
  const files = await readdir(folder).catch(() => []);
  const rows = await service.database.selectFrom("screenshot").select("file").execute();
  const owned = new Set(rows.map(({ file }) => file));
  const latest = Date.now() - AGE_MILLISECONDS;
  for (const file of files) {
    if (owned.has(file) || (await stat(join(folder, file))).mtimeMs > latest) continue;
    await rm(join(folder, file), { force: true });
  }
}

function folderOf(service: Service): string {
  return join(service.dataFolder, "screenshots");
}

/**
 * Keeps an image and writes what belongs to it, as one: where the rows cannot be written, the image is not there either.
 * @throws 400 for what is no image
 */
export async function keepImage<Result>(
  service: Service,
  image: UploadedFile | undefined,
  write: (queries: Queries, stored: Awaited<ReturnType<typeof storeImage>>) => Promise<Result>,
): Promise<Result> {
  const stored = await storeImage(service, image);
  try {
    return await inTransaction(service.database, (queries) => write(queries, stored));
  } catch (error) {
    await removeImage(service, stored);
    throw error;
  }
}
