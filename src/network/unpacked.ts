import { promisify } from "node:util";

/**
 * Bytes that were sent with gzip.
 * @throws {RangeError} where they are more than `most`; with code `Z_BUF_ERROR` or `Z_DATA_ERROR` what was cut or damaged
 */
export function unpacked(bytes: Uint8Array, most?: number): Promise<Buffer> {
  // Not imported: many answers are small, and come as they are.
  const { gunzip } = process.getBuiltinModule("node:zlib");
  return promisify(gunzip)(bytes, most === undefined ? {} : { maxOutputLength: most });
}
