const LONGEST = 300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&#92;": "\\",
  "&#124;": "|",
};

/** The words of one line of our own Markdown, without its marks. */
export function plainLine(markdown: string): string {
  const [line = ""] = markdown.trimStart().split("\n", 1);
  const plain = line
    .replace(/^#+ (?:Interlinear: )?/, "")
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<\/?(?:code|span)>/g, "")
    .replaceAll(/[`\u200b]|\*\*/g, "")
    .replaceAll(/\\([\\`*_~[\]#+=.)-])/g, "$1")
    .replaceAll(/&(?:amp|lt|gt|nbsp|#92|#124);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1).trimEnd()}…`.toWellFormed() : plain;
}
