import { zipSync } from "fflate";

/** Fixed, so that the same files make the same archive. */
const MEMBER_TIME = new Date(Date.UTC(1980, 0, 2));

/** A zip of files by their paths. */
export function packed(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files), { mtime: MEMBER_TIME, level: 6 });
}
