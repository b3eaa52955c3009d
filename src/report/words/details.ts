/** A part that is folded away, as Markdown; "" without content. */
export function details(summary: string, content: string): string {
  return content === "" ? "" : `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
