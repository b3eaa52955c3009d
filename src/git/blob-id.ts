import { createHash } from "node:crypto";

/** The id git gives a blob with these bytes (SHA-1 object format). */
export function blobId(content: Uint8Array): string {
  return createHash("sha1")
    .update(`blob ${String(content.length)}\0`)
    .update(content)
    .digest("hex");
}
