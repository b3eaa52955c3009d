import { displayKey } from "../../report/words/display-key.ts";
import { terminalText } from "../../report/words/escape.ts";
import { paint, type TerminalStyle } from "../../report/run/terminal.ts";
import { fitWidth, padEnd } from "../../report/words/text-width.ts";
import { counted } from "../../report/words/words.ts";
import type { FileFinding } from "./check-file.ts";

export interface CheckTotals {
  readonly files: number;
  readonly units: number;
  readonly breaks: number;
  readonly looksWrong: number;
  /** Files that could not be read. */
  readonly unreadable: number;
}

const severityWords = { breaks: "breaks", "looks-wrong": "looks wrong" } as const;
const SEVERITY_WIDTH = 11;
/** Texts are there to recognise the place; the file has them whole. */
const MAX_TEXT = 200;
/** A gettext key is its whole source text, which stands below. */
const MAX_KEY = 80;

/** Worst first, then as they stand in the file. */
export function inOrder(findings: readonly FileFinding[]): readonly FileFinding[] {
  return findings.toSorted(
    (one, other) =>
      Number(other.severity === "breaks") - Number(one.severity === "breaks") ||
      one.line - other.line ||
      one.form - other.form,
  );
}

/** A line to click on, and below it what the text translates and what it says. */
export function findingLines(
  file: string,
  { sourceLanguage, findings }: { readonly sourceLanguage: string; readonly findings: readonly FileFinding[] },
  style: TerminalStyle,
): readonly string[] {
  return findings.flatMap((finding, index) => {
    const { severity, key, line, column, language, message, check, source, target } = finding;
    const place = terminalText([file, ...(line > 0 ? [line, column] : [])].join(":"));
    const word = paint(
      style,
      severity === "breaks" ? "red" : "yellow",
      padEnd(severityWords[severity], SEVERITY_WIDTH),
    );
    const head = `${paint(style, "bold", place)}  ${word.trimEnd()}  ${fitWidth(terminalText(displayKey(key)), MAX_KEY)}: ${terminalText(message)} ${paint(style, "dim", `(${check})`)}`;
    const next = findings[index + 1];
    // Several findings of one text show it once.
    if (next?.key === key && next.language === language && next.form === finding.form) return [head];
    if (source === "" && target === "") return [head];
    const width = Math.max(language.length, sourceLanguage.length);
    const shown = (code: string, text: string): string =>
      paint(
        style,
        "dim",
        fitWidth(`    ${padEnd(terminalText(code), width)}  ${terminalText(text)}`, Math.min(style.width, MAX_TEXT)),
      );
    return source === target
      ? [head, shown(language, target)]
      : [head, shown(sourceLanguage, source), shown(language, target)];
  });
}

export function totalLine({ files, units, breaks, looksWrong, unreadable }: CheckTotals, shownAll: boolean): string {
  const hidden = looksWrong > 0 && !shownAll ? " (--severity all shows them)" : "";
  const wrong = [
    unreadable > 0 ? `${counted(unreadable, "file")} cannot be read` : "",
    breaks > 0 ? `${counted(breaks, "finding")} that break${breaks === 1 ? "s" : ""} the app` : "",
    looksWrong > 0 ? `${counted(looksWrong, "finding")} that look${looksWrong === 1 ? "s" : ""} wrong${hidden}` : "",
  ].filter((part) => part !== "");
  const looked = `${counted(files, "file")}, ${counted(units, "string")}`;
  return wrong.length === 0 ? `${looked}: nothing found` : `${looked}: ${wrong.join(", ")}`;
}
