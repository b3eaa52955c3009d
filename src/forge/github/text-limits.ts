/** GitHub refuses more; counted in bytes here, which is never less than in characters. */
const BODY_BYTES = 65_536;
const TITLE_CHARACTERS = 256;
const CUT = "\n\n… (cut: GitHub takes no longer text)\n";

/** One line, short enough for a pull request's title. */
export function cutTitle(title: string): string {
  const line = title.replace(/\s+/g, " ").trim();
  if (line.length <= TITLE_CHARACTERS) return line;
  return `${wholeCharacters(line.slice(0, TITLE_CHARACTERS - 1)).trimEnd()}…`;
}

/** Short enough for a pull request's body, cut at the end of a line where one is near. */
export function cutBody(body: string): string {
  const bytes = Buffer.from(body);
  if (bytes.length <= BODY_BYTES) return body;
  let end = BODY_BYTES - Buffer.byteLength(CUT);
  // Not inside a character: its later bytes all start with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const kept = bytes.toString("utf8", 0, end);
  const line = kept.lastIndexOf("\n");
  return `${line > kept.length / 2 ? kept.slice(0, line) : kept}${CUT}`;
}

/** Without half a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}
