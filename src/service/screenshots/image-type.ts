/** A kind of image that browsers show and that can carry no script, as SVG can. */
export interface ImageType {
  readonly mediaType: string;
  readonly extension: string;
}

/** Kind by the first bytes of the content: neither the name nor the type the client gave says anything. */
export function imageTypeOf(content: Uint8Array): ImageType | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const has = (text: string, at = 0): boolean => bytes.toString("latin1", at, at + text.length) === text;
  if (has("\x89PNG\r\n\x1a\n") && has("IHDR", 12) && bytes.byteLength >= 24) {
    return bytes.readUInt32BE(16) > 0 && bytes.readUInt32BE(20) > 0 ? imageTypes.png : undefined;
  }
  if ((has("GIF87a") || has("GIF89a")) && bytes.byteLength >= 13) {
    return bytes.readUInt16LE(6) > 0 && bytes.readUInt16LE(8) > 0 ? imageTypes.gif : undefined;
  }
  if (has("RIFF") && has("WEBPVP8", 8)) return bytes.byteLength >= 26 ? imageTypes.webp : undefined;
  if (has("ftypavif", 4) || has("ftypavis", 4)) return imageTypes.avif;
  return has("\xff\xd8\xff") && hasFrame(bytes) ? imageTypes.jpeg : undefined;
}

const imageTypes = {
  png: { mediaType: "image/png", extension: "png" },
  jpeg: { mediaType: "image/jpeg", extension: "jpg" },
  gif: { mediaType: "image/gif", extension: "gif" },
  webp: { mediaType: "image/webp", extension: "webp" },
  avif: { mediaType: "image/avif", extension: "avif" },
} as const;

/** Walks the segments of a JPEG up to the one that says how large the picture is. */
function hasFrame(bytes: Buffer): boolean {
  let at = 2;
  while (at + 9 < bytes.byteLength && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0;
    if (marker === 0xff) at += 1;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
