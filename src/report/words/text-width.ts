import { stripVTControlCharacters } from "node:util";

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\ufe0f/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

/** Latin letters, figures and the punctuation that our own lines have: one column each, and no table of Unicode's to open. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
function segments(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" })).segment(text);
}

/** Columns a terminal needs for the text: East Asian wide characters take two, combining marks and colours none. */
export function textWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (PLAIN.test(plain)) return plain.length;
  let width = 0;
  for (const { segment } of segments(plain)) {
    if (INVISIBLE.test(segment)) continue;
    width += WIDE.test(segment) ? 2 : 1;
  }
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Shortens to at most `width` columns, with an ellipsis. Plain text only, no colours. */
export function fitWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let used = 1;
  let fitted = "";
  for (const { segment } of segments(text)) {
    used += textWidth(segment);
    if (used > width) break;
    fitted += segment;
  }
  return `${fitted}…`;
}

export interface Column {
  readonly align: "left" | "right";
}

/** Aligned columns, two spaces apart, without trailing blanks. Empty columns vanish. */
export function alignedRows(rows: readonly (readonly string[])[], columns: readonly Column[]): readonly string[] {
  const widths = columns.map((_, index) => rows.reduce((most, row) => Math.max(most, textWidth(row[index] ?? "")), 0));
  return rows.map((row) =>
    columns
      .flatMap((column, index) => {
        const width = widths[index] ?? 0;
        if (width === 0) return [];
        const cell = row[index] ?? "";
        return [column.align === "right" ? padStart(cell, width) : padEnd(cell, width)];
      })
      .join("  ")
      .trimEnd(),
  );
}
