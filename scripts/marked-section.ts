/**
 * Replaces what stands between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`; the markers stay. Line ends are
 * those of the text.
 * @throws {Error} unless the text holds exactly one such pair, in order.
 */
export function replaceSection(text: string, name: string, body: string): string {
  const opening = `<!-- generated:${name} -->`;
  const closing = `<!-- /generated:${name} -->`;
  const start = onlyIndexOf(text, opening);
  const end = onlyIndexOf(text, closing);
  if (end < start) throw new Error(`${closing} stands before ${opening}.`);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const inner = ["", "", ...body.trim().split("\n"), "", ""].join(lineEnd);
  return text.slice(0, start + opening.length) + inner + text.slice(end);
}

/** Names of all sections the text has, in order. */
export function sectionNames(text: string): readonly string[] {
  return [...text.matchAll(/<!-- generated:([\w-]+) -->/g)].map(([, name = ""]) => name);
}

function onlyIndexOf(text: string, marker: string): number {
  const index = text.indexOf(marker);
  if (index < 0) throw new Error(`There is no ${marker}.`);
  if (text.includes(marker, index + marker.length)) throw new Error(`${marker} stands there more than once.`);
  return index;
}
