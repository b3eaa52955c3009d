/** What stands between two marks is no code, in files with these extensions. */
interface Block {
  readonly extensions: ReadonlySet<string>;
  readonly opening: string;
  readonly closing: string;
}

const block = (opening: string, closing: string, extensions: string): Block => ({
  opening,
  closing,
  extensions: new Set(extensions.split(" ")),
});

const blocks: readonly Block[] = [
  block(
    "/*",
    "*/",
    "js jsx ts tsx mjs cjs mts cts vue svelte astro php c h cc cpp cxx hpp vala kt kts java swift m mm",
  ),
  block("<!--", "-->", "vue svelte astro php erb xml"),
  block("{{--", "--}}", "php"),
  block("<%#", "%>", "erb"),
  block("\n=begin", "\n=end", "rb rake"),
  block('"""', '"""', "py"),
  block("'''", "'''", "py"),
];

/**
 * The text with blanks for comments that have an end, of the same length and with the same lines. A mark inside of a
 * string counts as well: code between two of them is missed, and nothing is found that is none.
 * @param extension in lower case
 */
export function withoutComments(text: string, extension: string): string {
  return blocks.reduce((rest, { extensions, opening, closing }) => {
    return extensions.has(extension) ? blanked(rest, opening, closing) : rest;
  }, text);
}

/** Without expressions: a hostile file has a hundred thousand openings and no end. */
function blanked(text: string, opening: string, closing: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, start + opening.length);
    if (end < 0) break;
    parts.push(text.slice(from, start), text.slice(start, end + closing.length).replace(/[^\n]/g, " "));
    from = end + closing.length;
  }
  return parts.join("") + text.slice(from);
}
