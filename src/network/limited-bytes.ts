/**
 * All bytes of a body, whoever sends it, up to a limit: what is larger is read no further.
 * @param chunks as they come; undefined or null: no body
 * @param longest bytes that are taken
 * @returns undefined where there are more
 * @throws whatever the stream does
 */
export async function limitedBytes(
  chunks: AsyncIterable<Uint8Array> | null | undefined,
  longest: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.byteLength;
    if (size > longest) return undefined;
    taken.push(chunk);
  }
  return Buffer.concat(taken, size);
}
