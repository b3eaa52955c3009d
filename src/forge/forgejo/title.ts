/** The servers keep 255; some versions count bytes, and counting bytes satisfies them all. */
const TITLE_BYTES = 255;

/** One line, short enough to come back as it was sent: a title that the server cuts would differ at every run. */
export function cutTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  if (Buffer.byteLength(line) <= TITLE_BYTES) return line;
  let kept = "";
  let bytes = Buffer.byteLength("…");
  for (const character of line) {
    bytes += Buffer.byteLength(character);
    if (bytes > TITLE_BYTES) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
