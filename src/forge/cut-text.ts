const CUT = "\n\n… (cut: the forge takes no longer text)\n";

/** At most `limit` bytes of UTF-8, cut at the end of a line where one is near, with a closing word. */
export function cutText(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = Math.max(limit - Buffer.byteLength(CUT), 0);
  // Not inside a character: its later bytes all start with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const kept = bytes.toString("utf8", 0, end);
  const line = kept.lastIndexOf("\n");
  return `${line > kept.length / 2 ? kept.slice(0, line) : kept}${CUT}`;
}

/** One line of at most so many characters; the forges count a letter beyond the first 65,536 as two. */
export function cutLine(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= limit) return line;
  // Without half a surrogate pair at the end.
  return `${line
    .slice(0, limit - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
