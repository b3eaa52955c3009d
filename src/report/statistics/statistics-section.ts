import type { LanguageStatistics, RunResult } from "../../sync/plan.ts";
import { bar, percentText, wholePercent } from "../words/bar.ts";
import { componentLink } from "../words/component-link.ts";
import { markdownRow, markdownText, serviceLink } from "../words/escape.ts";
import { counted, listed, number } from "../words/words.ts";

/** More columns than these do not fit a page. */
const GRID_COMPONENTS = 6;

/** A grid language × component; with many components, a line per component instead. */
export function statisticsSection(result: RunResult, limit: number): string {
  const targets = result.statistics.filter((each) => !each.isSource);
  if (targets.length === 0) return "";
  const components = [...new Set(targets.map((each) => each.component))];
  const changed = new Set(result.files.map((file) => file.language));
  const byLanguage = [...Map.groupBy(targets, (each) => each.language).values()].toSorted(
    (a, b) => completeness(a) - completeness(b),
  );
  const fits = byLanguage.length <= limit;
  const shown = (fits ? byLanguage : byLanguage.filter(([first]) => changed.has(first?.language ?? ""))).slice(
    0,
    limit,
  );
  const rest = byLanguage.length - shown.length;
  return [
    "#### Statistics",
    "",
    ...(components.length > GRID_COMPONENTS
      ? componentTable(targets, components, result.service)
      : grid(shown, components, result.service)),
    ...(rest > 0 && components.length <= GRID_COMPONENTS
      ? ["", `${counted(rest, "language")} without a change left out.`]
      : []),
  ].join("\n");
}

function completeness(languages: readonly LanguageStatistics[]): number {
  const total = languages.reduce((sum, each) => sum + each.total, 0);
  return wholePercent(
    languages.reduce((sum, each) => sum + each.translated, 0),
    total,
  );
}

function grid(
  rows: readonly (readonly LanguageStatistics[])[],
  components: readonly string[],
  service: string,
): readonly string[] {
  return [
    markdownRow(["language", ...components.map((component) => componentLink(component, service))]),
    markdownRow(["---", ...components.map(() => ":--")]),
    ...rows.map((languages) =>
      markdownRow([
        markdownText(languages[0]?.languageName ?? ""),
        ...components.map((component) =>
          gridCell(
            languages.find((each) => each.component === component),
            service,
          ),
        ),
      ]),
    ),
  ];
}

function gridCell(each: LanguageStatistics | undefined, service: string): string {
  if (each === undefined) return "";
  const percent = wholePercent(each.translated, each.total);
  const checks = each.failingChecks === 0 ? "" : ` · ${counted(each.failingChecks, "failing check")}`;
  return `\`${bar(percent, 10)}\` ${serviceLink(percentText(each.translated, each.total), each.url, service)}${checks}`;
}

function componentTable(
  statistics: readonly LanguageStatistics[],
  components: readonly string[],
  service: string,
): readonly string[] {
  return [
    markdownRow(["component", "languages", "complete", "furthest behind"]),
    markdownRow(["---", "--:", ":--", "---"]),
    ...components.slice(0, 2_000).map((component) => {
      const languages = statistics.filter((each) => each.component === component);
      const percent = completeness(languages);
      const behind = languages
        .filter((each) => each.translated < each.total)
        .toSorted((a, b) => wholePercent(a.translated, a.total) - wholePercent(b.translated, b.total))
        .map(
          (each) =>
            `${serviceLink(markdownText(each.languageName), each.url, service)} ${percentText(each.translated, each.total)}`,
        );
      return markdownRow([
        componentLink(component, service),
        number(languages.length),
        `\`${bar(percent, 10)}\` ${String(percent)} %`,
        listed(behind, 3),
      ]);
    }),
  ];
}
