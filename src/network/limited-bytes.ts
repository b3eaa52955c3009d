/**
 * All bytes of a body, whoever sends it, up to a limit: what is larger is read no further.
 * @param chunks as they come; undefined or null: no body
 * @param longest bytes that are taken
 * @param whenCopied told of each chunk at the end, which is needed no more
 * @returns undefined where there are more
 * @throws whatever the stream does
 */
export async function limitedBytes(
  chunks: AsyncIterable<Uint8Array> | null | undefined,
  longest: number,
  whenCopied: (chunk: Uint8Array) => void = () => undefined,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    size += chunk.byteLength;
    if (size > longest) return undefined;
    taken.push(chunk);
  }
  const whole = Buffer.concat(taken, size);
  for (const chunk of taken) whenCopied(chunk);
  return whole;
}

/**
 * The beginning of a body, or all of it.
 * @param chunks as they come; undefined: no body
 * @param longest bytes that are taken
 * @throws whatever the stream does
 */
export async function firstBytes(
  chunks: AsyncIterable<Uint8Array> | undefined,
  longest: number,
): Promise<{ readonly bytes: Buffer<ArrayBuffer>; readonly isWhole: boolean }> {
  const taken: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks ?? []) {
    taken.push(chunk);
    size += chunk.byteLength;
    if (size > longest) break;
  }
  return { bytes: Buffer.concat(taken, Math.min(size, longest)), isWhole: size <= longest };
}

/** The whole of a body from where nobody sends more than there is room for. */
export async function allBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  return (await limitedBytes(chunks, Number.POSITIVE_INFINITY)) ?? Buffer.alloc(0);
}
