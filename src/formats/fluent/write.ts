import { FormatError } from "../format.ts";
import { parse, type FluentEntry, type FluentFile, type FluentPart } from "./parse.ts";

/** The value and the attributes of a unit's text. */
export type Part = Pick<FluentPart, "attribute" | "text">;

/**
 * What a text becomes in a file. Blanks around it, and a sign that means something else at the start of a line, stand in
 * placeables, as they are shown where a file is read.
 *
 * @throws {FormatError} where the text is none of Fluent's
 */
export function readParts(id: string, text: string): readonly Part[] {
  const escaped = withPlaceables(text);
  try {
    const parts = partsIn(id, text);
    if (escaped === text || textOf(parts) === text) return parts;
  } catch (error) {
    if (escaped === text || !(error instanceof FormatError)) throw error;
  }
  return partsIn(id, escaped);
}

function partsIn(id: string, text: string): readonly Part[] {
  // Every line is indented, so that none can begin another entry.
  const source = `${id} =\n${text
    .split("\n")
    .map((line) => ` ${line}`)
    .join("\n")}`;
  const { entries } = parse(source);
  return entries[0]?.parts ?? [];
}

const ATTRIBUTE = /^ *\.[A-Za-z][\w-]* *=/;

function withPlaceables(text: string): string {
  const lines = text.split("\n");
  let depth = 0;
  const escaped = lines.map((line, index) => {
    const isOutside = depth === 0;
    depth = depthAfter(line, depth);
    const next = lines[index + 1];
    const isFirst = index === 0;
    const isLast = next === undefined || (depth === 0 && ATTRIBUTE.test(next));
    if (isOutside && /^ *$/.test(line) && (isFirst || isLast || line !== "")) return `{ "${line}" }`;
    const begun = isOutside && !ATTRIBUTE.test(line) ? withStart(line, isFirst) : line;
    return isLast && depth === 0 ? begun.replace(/ +$/, '$&{ "" }') : begun;
  });
  return escaped.join("\n");
}

function withStart(line: string, isFirst: boolean): string {
  const [, blanks = "", sign, rest = ""] = /^( *)([.[*]?)(.*)$/s.exec(line) ?? [];
  const lead = isFirst && blanks !== "" ? `{ "" }${blanks}` : blanks;
  return sign === "" || sign === undefined ? lead + rest : `${lead}{ "${sign}" }${rest}`;
}

/** How many placeables are open at a line's end; what stands in quotes opens none. */
function depthAfter(line: string, before: number): number {
  let depth = before;
  for (const [token] of line.matchAll(/[{}]|"(?:[^"\\]|\\.)*"/g)) {
    if (token === "{") depth += 1;
    else if (token === "}") depth = Math.max(0, depth - 1);
    else if (depth === 0) depth += depthAfter(token.slice(1, -1), 0);
  }
  return depth;
}

/** The text of a unit: its value, then its attributes, each from a line of its own. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map(({ attribute, text }) =>
      attribute === undefined ? text : `.${attribute} =${text.includes("\n") ? "\n" : " "}${text}`,
    )
    .join("\n");
}

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface FluentStyle {
  readonly lineEnd: "\n" | "\r\n";
  readonly indent: number;
  /** A blank line stands between two messages. */
  readonly hasGaps: boolean;
}

const DEFAULT_INDENT = 4;

export function styleOf({ text, entries }: FluentFile): FluentStyle {
  const parts = entries.flatMap((entry) => entry.parts);
  const indented = parts.find(({ attribute, indent }) => attribute === undefined && indent > 0);
  const attribute = parts.find((part) => part.attribute !== undefined);
  const indentOfAttribute = attribute === undefined ? undefined : text.slice(attribute.start).search(/\S/);
  const [first, second] = entries;
  return {
    lineEnd: text.includes("\r\n") ? "\r\n" : "\n",
    indent: indentOfAttribute ?? indented?.indent ?? DEFAULT_INDENT,
    hasGaps: first !== undefined && second !== undefined && /^[ ]*\r?\n/.test(text.slice(first.end, second.start)),
  };
}

/** Everything behind the "=" of an entry; parts that stay keep their bytes. */
export function writeBody(parts: readonly Part[], style: FluentStyle, entry?: FluentEntry, source = ""): string {
  const former = new Map(entry?.parts.map((part) => [part.attribute, part]));
  return parts
    .map((part) => {
      const old = former.get(part.attribute);
      const lead = part.attribute === undefined ? "" : attributeLead(part.attribute, style, old, source);
      if (old?.text === part.text) return lead + source.slice(old.patternStart, old.end);
      return lead + writePattern(part.text, style, part.attribute === undefined ? 1 : 2, old);
    })
    .join("");
}

function attributeLead(
  name: string,
  { lineEnd, indent }: FluentStyle,
  old: FluentPart | undefined,
  source: string,
): string {
  return lineEnd + (old === undefined ? `${" ".repeat(indent)}.${name} =` : source.slice(old.start, old.patternStart));
}

function writePattern(
  text: string,
  { lineEnd, indent }: FluentStyle,
  depth: number,
  old: FluentPart | undefined,
): string {
  const lines = text.split("\n");
  const isBelow = old !== undefined && !old.isInline && !old.hasLines;
  if (lines.length === 1 && !isBelow) return ` ${text}`;
  const width = old !== undefined && old.indent > 0 ? old.indent : indent * depth;
  const indented = lines.map((line) => (line === "" ? "" : " ".repeat(width) + line));
  if (old !== undefined && old.isInline && old.hasLines) {
    const [first = "", ...rest] = old.indent === 0 && isSelector(lines) ? lines : indented;
    if (isSelector(lines) || isPlainLines(lines)) return ` ${[first.trimStart(), ...rest].join(lineEnd)}`;
  }
  return lineEnd + indented.join(lineEnd);
}

/** A placeable over all lines: inside of it, how far they are indented makes no difference. */
function isSelector([first = "", ...rest]: readonly string[]): boolean {
  const isInside = (line: string): boolean => line.startsWith(" ") && !line.startsWith(" }");
  return /^\{[^{}]*->$/.test(first) && rest.at(-1) === "}" && rest.slice(0, -1).every(isInside);
}

/** Lines without placeables and without an indentation of their own read the same from a line's middle. */
function isPlainLines([first = "", ...rest]: readonly string[]): boolean {
  return (
    !first.startsWith(" ") && !first.includes("{") && rest.every((line) => !line.startsWith(" ") && !line.includes("{"))
  );
}
