import { lineEndOf } from "../text/source-text.ts";
import { UNSAFE, type EscapeStyle } from "./escape.ts";
import { hasText, type Entry, type StringsFile } from "./parse.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface StringsStyle extends EscapeStyle {
  /** Between two entries: line ends and indentation. */
  readonly gap: string;
  /** At the start of a line. */
  readonly indent: string;
  /** Between key and text. */
  readonly separator: string;
  /** Of keys and texts: mostly double quotes, everywhere allowed. */
  readonly sign: string;
  /** Keys without quotes, where a key allows it. */
  readonly hasBareKeys: boolean;
  /** Comments begin with "//". */
  readonly hasLineComments: boolean;
}

export function styleOf({ text, entries }: StringsFile): StringsStyle {
  const lineEnd = text.includes("\r") && !text.includes("\n") ? "\r" : lineEndOf(text);
  const indent = indentOf(text, entries[0]?.start ?? 0);
  const starts = new Set(entries.map(({ keyStart }) => text[keyStart]));
  return {
    lineEnd,
    indent,
    gap: gapOf(text, entries, lineEnd, indent),
    separator: separatorOf(text, entries),
    sign: starts.has("'") && !starts.has('"') ? "'" : '"',
    hasBareKeys: entries.length > 0 && !starts.has("'") && !starts.has('"'),
    hasLineComments: entries.some(({ start }) => text.startsWith("//", start)),
    hasRawLineEnds: false,
    ...escapesOf(text, entries),
  };
}

function indentOf(text: string, start: number): string {
  const line =
    text
      .slice(0, start)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  return /^\uFEFF?([ \t]*)$/.exec(line)?.[1] ?? "";
}

/** A blank line where one stands between any two entries; entries of one line stay on one. */
function gapOf(text: string, entries: readonly Entry[], lineEnd: string, indent: string): string {
  const gaps = entries.slice(1).map(({ start }, index) => text.slice(entries[index]?.end ?? 0, start));
  const lines = gaps.map((gap) => gap.match(LINE_BREAK)?.length ?? 0);
  if (gaps.length > 0 && lines.every((count) => count === 0)) {
    return gaps.find((gap) => /^[ \t]*$/.test(gap)) ?? " ";
  }
  // A comment above each entry is how Apple's tools write, and they leave a line between.
  const [only] = entries;
  const isSpaced =
    gaps.length > 0 ? lines.every((count) => count > 1) : only !== undefined && only.start < only.keyStart;
  return (isSpaced ? lineEnd + lineEnd : lineEnd) + indent;
}

const LINE_BREAK = /\r\n?|\n/g;

/** Blanks that align the signs of a table are one in a line of its own. */
function separatorOf(text: string, entries: readonly Entry[]): string {
  const separators = entries.values().map(({ keyEnd, valueStart }) => text.slice(keyEnd, valueStart));
  return separators.find((separator) => /^[ \t]*=[ \t]*$/.test(separator))?.replaceAll(/ +/g, " ") ?? " = ";
}

/** Characters beyond ASCII are escaped where the file does so and has none as it is. */
function escapesOf(
  text: string,
  entries: readonly Entry[],
): Pick<EscapeStyle, "isAscii" | "isUpperCase" | "escapesSeparators"> {
  const values = entries.filter(hasText).map(({ valueStart, valueEnd }) => text.slice(valueStart, valueEnd));
  const codes = values.flatMap((value) => Array.from(value.matchAll(CODE), ([, code = ""]) => code));
  const isPlain = values.some((value) => /[^\0-\u007F]/.test(value));
  return {
    isAscii: !isPlain && codes.some((code) => isLetter(Number.parseInt(code, 16))),
    isUpperCase: codes.some((code) => /[A-F]/.test(code)),
    escapesSeparators: codes.some((code) => /^202[89]$/.test(code)),
  };
}

function isLetter(code: number): boolean {
  return code > 0x7f && !UNSAFE.test(String.fromCharCode(code));
}

const CODE = /\\(?:[Uu]([\dA-Fa-f]{1,4})|[^])/g;
