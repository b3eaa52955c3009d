/** What a text, or the UTF-8 of one, says as JSON; undefined where it is none. Bytes are not copied. */
export function jsonIn(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof text === "string" ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString("utf8"),
    );
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
