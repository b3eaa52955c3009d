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

/** What a draft's title begins with; servers know a draft by nothing else. */
const DRAFT = /^(?:WIP:|\[WIP\])\s*/i;

export function isDraftTitle(title: string): boolean {
  return DRAFT.test(title);
}

/**
 * The title to give: a new one is a draft where that is wanted; an open one stays what people have made of it.
 * @param open title of the open pull request
 */
export function draftTitle(title: string, isWanted: boolean, open: string | undefined): string {
  const isDraft = open === undefined ? isWanted : isDraftTitle(open);
  return cutTitle(isDraft && !isDraftTitle(title) ? `WIP: ${title}` : title);
}
