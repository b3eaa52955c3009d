import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { unzip } from "node:zlib";
import { blobId } from "./blob-id.ts";

const unpack = promisify(unzip);
function readIn(gitFolder: string | undefined, id: string): Promise<Buffer | undefined> {
  if (gitFolder === undefined) return Promise.resolve(undefined);
  return readFile(join(gitFolder, "objects", id.slice(0, 2), id.slice(2))).catch(() => undefined);
}

/** Working trees that stand beside the first one have a folder each, and objects in that one's. */
async function sharedFolder(gitFolder: string): Promise<string | undefined> {
  const shared = await readFile(join(gitFolder, "commondir"), "utf8").catch(() => undefined);
  return shared === undefined ? undefined : resolve(gitFolder, shared.trim());
}

/** Far more than any file of ours has. */
const LARGEST = 64 * 1024 * 1024;

/**
 * A blob that lies in a file of its own, as git writes new ones, without a process of git. Source: gitformat-loose(5).
 * @param gitFolder undefined where it is not known
 * @returns undefined where only git can tell
 */
export async function readLooseBlob(gitFolder: string | undefined, id: string): Promise<Uint8Array | undefined> {
  if (gitFolder === undefined) return undefined;
  const packed = (await readIn(gitFolder, id)) ?? (await readIn(await sharedFolder(gitFolder), id));
  if (packed === undefined) return undefined;
  const bytes = await unpack(packed, { maxOutputLength: LARGEST }).catch(() => undefined);
  const content = bytes?.subarray(bytes.indexOf(0) + 1);
  return content !== undefined && blobId(content) === id ? content : undefined;
}
