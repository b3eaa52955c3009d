import type { LanguageStatistics } from "../../sync/plan.ts";
import { oneLine } from "../../core/one-line.ts";

interface Measure {
  /** Ends with its unit, as OpenMetrics wants it. */
  readonly name: string;
  readonly unit: string;
  readonly help: string;
  readonly of: (each: LanguageStatistics) => number;
}

const PREFIX = "interlinear_translation";

const measures: readonly Measure[] = [
  { name: "strings", unit: "strings", help: "Strings of the component.", of: ({ total }) => total },
  {
    name: "translated_strings",
    unit: "strings",
    help: "Strings that are translated.",
    of: ({ translated }) => translated,
  },
  {
    name: "needs_editing_strings",
    unit: "strings",
    help: "Strings whose translation needs editing.",
    of: ({ fuzzy }) => fuzzy,
  },
  {
    name: "failing_checks_strings",
    unit: "strings",
    help: "Strings that fail a check of the service.",
    of: ({ failingChecks }) => failingChecks,
  },
  { name: "words", unit: "words", help: "Words of the component's source.", of: ({ totalWords }) => totalWords },
  {
    name: "translated_words",
    unit: "words",
    help: "Source words of the strings that are translated.",
    of: ({ translatedWords }) => translatedWords,
  },
  {
    name: "translated_ratio",
    unit: "ratio",
    help: "Share of the strings that are translated, from 0 to 1.",
    of: ({ translated, total }) => (total === 0 ? 1 : translated / total),
  },
];

/** OpenMetrics text: a gauge for each measure, with a sample for each component and language. Source languages are left out. */
export function openMetricsLines(statistics: readonly LanguageStatistics[]): readonly string[] {
  const targets = statistics.filter(({ isSource }) => !isSource);
  const families = targets.length === 0 ? [] : measures;
  return [
    ...families.flatMap(({ name, unit, help, of }) => [
      `# TYPE ${PREFIX}_${name} gauge`,
      `# UNIT ${PREFIX}_${name} ${unit}`,
      `# HELP ${PREFIX}_${name} ${help}`,
      ...targets.map((each) => `${PREFIX}_${name}{${labelsOf(each)}} ${String(of(each))}`),
    ]),
    "# EOF",
  ];
}

function labelsOf({ component, language }: LanguageStatistics): string {
  return Object.entries({ component, language })
    .map(([name, value]) => `${name}="${oneLine(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`)
    .join(",");
}

const columns: readonly (readonly [string, (each: LanguageStatistics) => string | number])[] = [
  ["component", ({ component }) => component],
  ["language", ({ language }) => language],
  ["language_name", ({ languageName }) => languageName],
  ["path", ({ path }) => path ?? ""],
  ["strings", ({ total }) => total],
  ["translated_strings", ({ translated }) => translated],
  ["needs_editing_strings", ({ fuzzy }) => fuzzy],
  ["failing_checks_strings", ({ failingChecks }) => failingChecks],
  ["words", ({ totalWords }) => totalWords],
  ["translated_words", ({ translatedWords }) => translatedWords],
];

/** A header and a row for each component and language; texts never begin a formula. */
export function csvLines(statistics: readonly LanguageStatistics[]): readonly string[] {
  const targets = statistics.filter(({ isSource }) => !isSource);
  return [
    columns.map(([name]) => name).join(","),
    ...targets.map((each) => columns.map(([, of]) => csvCell(of(each))).join(",")),
  ];
}

function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = oneLine(value).replace(/^(?=[=+\-@])/, "'");
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
