/** What the bytes of a kept file say, none of them copied; undefined where they are no JSON. */
export function jsonOf({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
