import { terminalText } from "../../report/words/escape.ts";
import { paint, type TerminalStyle } from "../../report/words/terminal-lines.ts";
import { alignedRows } from "../../report/words/text-width.ts";
import { counted } from "../../report/words/words.ts";
import type { Diagnosis } from "../../workspace/doctor/diagnose.ts";
import type { LanguageRow } from "../../workspace/doctor/judge-component.ts";
import type { Level, Remark } from "../../workspace/doctor/remark.ts";

const signs = {
  fine: { sign: "✓", tone: "green" },
  unknown: { sign: "·", tone: "dim" },
  warning: { sign: "!", tone: "yellow" },
  problem: { sign: "✗", tone: "red" },
} as const satisfies Record<Level, object>;

/** What was looked at, by subject in the order in which it was, with where each language's file is. */
export function diagnosisLines({ remarks, languages }: Diagnosis, style: TerminalStyle): readonly string[] {
  const subjects = Map.groupBy(remarks, ({ subject }) => subject);
  return [
    ...[...subjects].flatMap(([subject, about]) => [
      paint(style, "bold", terminalText(subject)),
      ...about.flatMap((remark) => remarkLines(remark, style)),
      ...tableLines(languages.get(subject) ?? []),
      "",
    ]),
    totalLine(remarks),
  ];
}

function remarkLines(
  { level, message, code, remedy, place, details = [] }: Remark,
  style: TerminalStyle,
): readonly string[] {
  const { sign, tone } = signs[level];
  const position = [place?.file, place?.line, place?.column].filter((part) => part !== undefined).join(":");
  const where = position === "" ? "" : `${position}  `;
  const named = code === undefined ? "" : ` (${code})`;
  return [
    `  ${paint(style, tone, sign)} ${terminalText(`${where}${message}${named}`)}`,
    ...details.map((detail) => `      ${terminalText(detail)}`),
    ...(remedy === undefined ? [] : [`    ${paint(style, "dim", terminalText(`→ ${remedy}`))}`]),
  ];
}

function tableLines(rows: readonly LanguageRow[]): readonly string[] {
  const left = { align: "left" } as const;
  const cells = rows.map(({ language, path, isThere }) => [
    `    ${terminalText(language)}`,
    terminalText(path),
    isThere ? "" : "not in git yet",
  ]);
  return alignedRows(cells, [left, left, left]);
}

function totalLine(remarks: readonly Remark[]): string {
  const count = (level: Level): number => remarks.filter((remark) => remark.level === level).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return "Nothing is wrong. Nothing was written.";
  return `${counted(problems, "problem")}, ${counted(warnings, "warning")}. Nothing was written.`;
}
