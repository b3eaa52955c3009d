import { bar, percentText, wholePercent } from "./bar.ts";
import { markdownRow, markdownText, serviceLink, shorten } from "./escape.ts";
import type { LanguageDigest, RunDigest } from "./run-digest.ts";
import { counted, number } from "./words.ts";

const LONGEST_NAME = 60;

/** language × (added, changed, removed, percent, delta), as Markdown; "" without any. */
export function languageTable(digest: RunDigest, service: string, limit: number): string {
  const { languages } = digest;
  const shown = languages.slice(0, limit);
  if (shown.length === 0) return languages.length === 0 ? "" : `${counted(languages.length, "language")}.`;
  return [
    markdownRow(["language", "added", "changed", "removed", "complete", " "]),
    markdownRow(["---", "--:", "--:", "--:", ":--", "--:"]),
    ...shown.map((row) => languageRow(row, service)),
    ...(languages.length > limit ? ["", `… and ${counted(languages.length - limit, "more language")}.`] : []),
  ].join("\n");
}

function languageRow(row: LanguageDigest, service: string): string {
  const complete =
    row.total === undefined || row.translated === undefined
      ? ["", ""]
      : [
          `\`${bar(wholePercent(row.translated, row.total), 10)}\``,
          `${percentText(row.translated, row.total)}${gainText(row.gained)}`,
        ];
  return markdownRow([
    serviceLink(markdownText(shorten(row.name, LONGEST_NAME)), row.url ?? "", service),
    blankZero(row.fresh),
    blankZero(row.changed),
    blankZero(row.removed),
    ...complete,
  ]);
}

function gainText(points: number): string {
  if (points === 0) return "";
  return points > 0 ? ` ▴ ${String(points)}` : ` ▾ ${String(-points)}`;
}

function blankZero(value: number): string {
  return value === 0 ? "" : number(value);
}
