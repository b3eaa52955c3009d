import { lineEndOf } from "../text/source-text.ts";
import { BYTE_ORDER_MARK, isEntry, type Entry, type IniFile, type IniSyntax } from "./parse.ts";

/** How a file is written; learned from it, so that what is added looks like what is there. */
export interface IniStyle {
  readonly lineEnd: "\n" | "\r\n";
  readonly indent: string;
  /** Between name and text. */
  readonly separator: string;
  readonly commentSign: string;
  /** How a quote inside a text is written, where texts stand in quotes. */
  readonly quote: string;
  /** A blank line stands between any two entries of a section. */
  readonly isSpaced: boolean;
  readonly hasByteOrderMark: boolean;
  readonly hasFinalBreak: boolean;
}

export function styleOf({ text, parts }: IniFile, { separators, commentSigns }: IniSyntax): IniStyle {
  const entries = parts.filter(isEntry);
  const [first] = entries;
  const comment = parts.find(({ kind }) => kind === "comment");
  const last = parts.at(-1);
  return {
    lineEnd: lineEndOf(text),
    indent: first === undefined ? "" : text.slice(first.start, first.nameStart),
    separator: separatorOf(text, entries) ?? (separators === "=" ? "=" : " = "),
    commentSign:
      comment === undefined ? commentSigns.charAt(0) : text.slice(comment.start, comment.end).trimStart().charAt(0),
    quote: text.includes('"_QQ_"') && !text.includes(String.raw`\"`) ? '"_QQ_"' : String.raw`\"`,
    isSpaced: isSpaced(parts),
    hasByteOrderMark: text.startsWith(BYTE_ORDER_MARK),
    hasFinalBreak: last === undefined || last.next > last.end,
  };
}

/** Blanks that align the signs of a table are one in a line of its own. */
function separatorOf(text: string, entries: readonly Entry[]): string | undefined {
  const written = entries.find(({ value }) => value !== "" && !value.startsWith("\n"));
  const model = written ?? entries[0];
  if (model === undefined) return undefined;
  const separator = text.slice(model.nameEnd, model.valueStart).replaceAll(/ +/g, " ");
  // Where no text follows on the line, the blank in front of it is not there either.
  return written === undefined && /^ .*[^ ]$/.test(separator) ? `${separator.trimEnd()} ` : separator;
}

function isSpaced(parts: IniFile["parts"]): boolean {
  let pairs = 0;
  let isFirst = true;
  let hasBlank = false;
  for (const { kind } of parts) {
    if (kind === "section") isFirst = true;
    if (kind === "blank") hasBlank = true;
    if (kind !== "entry") continue;
    if (!isFirst && !hasBlank) return false;
    if (!isFirst) pairs += 1;
    isFirst = false;
    hasBlank = false;
  }
  return pairs > 0;
}
