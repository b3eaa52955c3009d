import type { Unit } from "../../catalog/unit.ts";
import { CONTEXT_SEPARATOR, unitStates } from "../../catalog/unit.ts";
import { lineEndOf } from "../text/source-text.ts";
import { lineSegments, widthOf } from "./line-breaks.ts";

/** Whoever broke a text earlier than that did so by hand. */
const LEAST_WIDTH = 70;

/** How a file writes its texts; learned from the file, so that what is added looks like what is there. */
export interface WritingStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** Columns at which long texts are broken, as gettext's tools do; undefined: they are not. */
  readonly width: number | undefined;
  /** Every line of a text stands on a line of its own. */
  readonly splitLines: boolean;
}

/** Columns of a line with its quotes, unless somebody asked gettext's tools for others. */
const PAGE_WIDTH = 79;

export const gettextStyle: WritingStyle = { lineEnd: "\n", width: PAGE_WIDTH, splitLines: true };

export function styleOf(text: string): WritingStyle {
  const width = hasUnwrappedLine(text) ? undefined : PAGE_WIDTH;
  return { lineEnd: lineEndOf(text), width, splitLines: !hasLineBreakInside(text) };
}

/**
 * How one entry is written, which may be otherwise than the file: the style that writes what it says just as it stands there.
 *
 * @param fields keyword, value, and how they are written: the one that counts most first
 * @param usual the file's style
 */
export function ownStyle(
  fields: readonly (readonly [keyword: string, value: string, raw: string])[],
  usual: WritingStyle,
): WritingStyle {
  const longest = Math.max(LEAST_WIDTH, ...fields.flatMap(([, , raw]) => raw.split(/\r?\n/).map(widthOf)));
  const styles = [usual.width, undefined, PAGE_WIDTH, longest].flatMap((width) =>
    [usual.splitLines, !usual.splitLines].map((splitLines) => ({ ...usual, width, splitLines })),
  );
  const isWritten = (style: WritingStyle, [keyword, value, raw]: (typeof fields)[number]): boolean =>
    writeField(keyword, value, style) === raw;
  const [first] = fields;
  return (
    styles.find((style) => fields.every((field) => isWritten(style, field))) ??
    styles.find((style) => first !== undefined && isWritten(style, first)) ??
    usual
  );
}

/** Whether some text runs over the page width though it has a blank to break at. */
function hasUnwrappedLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    if (end - start > PAGE_WIDTH + 1 && text[start] !== "#" && widthOf(text.slice(start, end)) > PAGE_WIDTH + 1) {
      const quote = text.indexOf('"', start);
      const blank = text.indexOf(" ", quote);
      if (quote !== -1 && quote < end && blank !== -1 && blank < start + PAGE_WIDTH - 2) return true;
    }
    start = end + 1;
  }
  return false;
}

function hasLineBreakInside(text: string): boolean {
  for (let at = text.indexOf("\\n"); at !== -1; at = text.indexOf("\\n", at + 2)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0 && text[at + 2] !== '"') return true;
  }
  return false;
}

/** `msgstr "…"`, on one line where it fits, else an empty first line and the text below, as gettext's tools do. */
export function writeField(keyword: string, value: string, style: WritingStyle, prefix = ""): string {
  const lines = (style.splitLines ? value.split(/(?<=\n)/) : [value]).map(escapeText);
  if (lines.length <= 1) {
    const single = `${prefix}${keyword} "${lines[0] ?? ""}"`;
    if (style.width === undefined || widthOf(single) <= style.width || lineSegments(lines[0] ?? "").length <= 1)
      return single;
  }
  const { width } = style;
  const rows = width === undefined ? lines : lines.flatMap((line) => wrapLine(line, width - 2 - prefix.length));
  return [`${prefix}${keyword} ""`, ...rows.map((row) => `${prefix}"${row}"`)].join(style.lineEnd);
}

function wrapLine(escaped: string, room: number): string[] {
  const rows: string[] = [];
  let row = "";
  let width = 0;
  for (const segment of lineSegments(escaped)) {
    const segmentWidth = widthOf(segment);
    if (row !== "" && width + segmentWidth > room) {
      rows.push(row);
      row = "";
      width = 0;
    }
    row += segment;
    width += segmentWidth;
  }
  if (row !== "") rows.push(row);
  return rows;
}

const ESCAPED = /[\u0000-\u001F\u007F"\\]/g;
const escapes: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

function escapeText(value: string): string {
  return value.replace(
    ESCAPED,
    (character) => escapes[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}

/** A whole entry, without the line break behind it. `pluralForms`: how many msgstr fields a plural unit gets at least. */
export function writeUnit(unit: Unit, style: WritingStyle, pluralForms: number): string {
  const { context, id } = identityOf(unit);
  const [, plural] = unit.source;
  const needsEditing = unit.state === unitStates.needsEditing && unit.target.some((text) => text !== "");
  const lines = [
    ...comment("#.", unit.note),
    ...writeReferences(unit.location),
    ...comment("#,", [...(needsEditing ? ["fuzzy"] : []), ...(unit.flags === "" ? [] : [unit.flags])].join(", ")),
    ...(needsEditing && unit.previousSource !== "" ? [writeField("msgid", unit.previousSource, style, "#| ")] : []),
    ...(context === undefined ? [] : [writeField("msgctxt", context, style)]),
    writeField("msgid", id, style),
    ...(plural === undefined ? [] : [writeField("msgid_plural", plural, style)]),
    ...writeStrings(unit.target, plural !== undefined, pluralForms, style),
  ];
  return lines.join(style.lineEnd);
}

/** The msgstr fields of an entry; a plural one gets at least `pluralForms` of them. */
export function writeStrings(
  target: readonly string[],
  isPlural: boolean,
  pluralForms: number,
  style: WritingStyle,
): string[] {
  if (!isPlural) return [writeField("msgstr", target[0] ?? "", style)];
  return Array.from({ length: Math.max(target.length, pluralForms, 1) }, (_, index) =>
    writeField(`msgstr[${String(index)}]`, target[index] ?? "", style),
  );
}

function identityOf(unit: Unit): { context: string | undefined; id: string } {
  const at = unit.key.indexOf(CONTEXT_SEPARATOR);
  return at === -1
    ? { context: unit.context === "" ? undefined : unit.context, id: unit.source[0] ?? unit.key }
    : { context: unit.key.slice(0, at), id: unit.key.slice(at + 1) };
}

function comment(marker: string, text: string): string[] {
  if (text === "") return [];
  return text.split("\n").map((line) => (line === "" ? marker : `${marker} ${line}`));
}

function writeReferences(location: string): string[] {
  const lines: string[] = [];
  let line = "#:";
  for (const reference of location.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "#:" && line.length + 1 + reference.length > PAGE_WIDTH) {
      lines.push(line);
      line = "#:";
    }
    line += ` ${reference}`;
  }
  return line === "#:" ? lines : [...lines, line];
}
