/**
 * The whole body of a request.
 * @param longest bytes that are taken
 * @returns `too-long`, as soon as that is known; `broken` where it ended before its time
 */
export async function limitedBody(request: Request, longest: number): Promise<Buffer | "too-long" | "broken"> {
  if (Number(request.headers.get("content-length") ?? 0) > longest) return "too-long";
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > longest) return "too-long";
      chunks.push(chunk);
    }
  } catch {
    return "broken";
  }
  return Buffer.concat(chunks);
}
