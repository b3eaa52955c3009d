const LONGEST = 300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&#92;": "\\",
  "&#124;": "|",
};

/** The words of the first line of our own Markdown, without its marks. */
export function plainLine(markdown: string): string {
  const [line = ""] = markdown.trimStart().split("\n", 1);
  return firstLine(
    line
      .replace(/^#+ (?:Interlinear: )?/, "")
      .replaceAll(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, "$1")
      .replaceAll(/<\/?(?:code|span)>/g, "")
      .replaceAll(/\\([`*_~[\]#+=.)-])|[`\u200b]|\*\*/g, (_, escaped: string | undefined) => escaped ?? "")
      .replaceAll(/&(?:amp|lt|gt|nbsp|#92|#124);/g, (entity) => ENTITIES[entity] ?? entity),
  );
}

/** As much of a text as a list shows. */
export function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return (line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line).toWellFormed();
}
