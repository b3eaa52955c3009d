import type { LanguageDigest, RunDigest } from "../run/run-digest.ts";
import { bar, percentText, wholePercent } from "../words/bar.ts";
import { markdownRow, markdownText, serviceLink, shorten } from "../words/escape.ts";
import { counted, number } from "../words/words.ts";

const LONGEST_NAME = 60;

/** What a column counts, and how it is called. */
const amounts = [
  ["added", "fresh"],
  ["changed", "changed"],
  ["removed", "removed"],
] as const;
type Amount = (typeof amounts)[number][1];

/** language × (percent, delta, added, changed, removed), as Markdown; columns that are empty everywhere are left out, "" without any row. */
export function languageTable({ languages }: RunDigest, service: string, limit: number): string {
  const shown = languages.slice(0, limit);
  if (shown.length === 0) return languages.length === 0 ? "" : `${counted(languages.length, "language")}.`;
  const columns = amounts.filter(([, amount]) => shown.some((row) => row[amount] > 0));
  return [
    markdownRow(["language", "complete", " ", ...columns.map(([name]) => name)]),
    markdownRow(["---", ":--", "--:", ...columns.map(() => "--:")]),
    ...shown.map((row) =>
      languageRow(
        row,
        columns.map(([, amount]) => amount),
        service,
      ),
    ),
    ...(languages.length > limit ? ["", `… and ${counted(languages.length - limit, "more language")}.`] : []),
  ].join("\n");
}

function languageRow(row: LanguageDigest, columns: readonly Amount[], service: string): string {
  const complete =
    row.total === undefined || row.translated === undefined
      ? ["", ""]
      : [
          `\`${bar(wholePercent(row.translated, row.total), 10)}\``,
          `${percentText(row.translated, row.total)}${gainText(row.gained)}`,
        ];
  return markdownRow([
    serviceLink(markdownText(shorten(row.name, LONGEST_NAME)), row.url ?? "", service),
    ...complete,
    ...columns.map((amount) => blankZero(row[amount])),
  ]);
}

function gainText(points: number): string {
  if (points === 0) return "";
  return points > 0 ? ` ▴ ${String(points)}` : ` ▾ ${String(-points)}`;
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}
