/** A block of code in Markdown: words of strangers in it call nobody, link nothing and close nothing. */
export function codeBlock(text: string): string {
  // Longer than any run of backticks within.
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
