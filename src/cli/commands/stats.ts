import { UserError } from "../../core/errors.ts";
import { csvLines, openMetricsLines } from "../../report/statistics/statistics-formats.ts";
import { statisticsSection } from "../../report/statistics/statistics-section.ts";
import { statisticsLines } from "../../report/run/terminal.ts";
import { exitCodeOf, run, type RunResult } from "../../sync/index.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import { filterOptions, mappingOptions, type OptionValues } from "../options.ts";
import type { Screen } from "../screen.ts";

/** More languages than the service knows. */
const ALL_LANGUAGES = 10_000;

const formats: Readonly<Record<string, (result: RunResult) => readonly string[]>> = {
  openmetrics: ({ statistics }) => openMetricsLines(statistics),
  csv: ({ statistics }) => csvLines(statistics),
  markdown: (result) => statisticsSection(result, ALL_LANGUAGES).split("\n"),
};

export const command: Command = {
  summary: "show how complete the translations are",
  description:
    "Prints, per component, every language with its share of translated strings, least complete first. Public projects need no token. With --format it prints the same for other programs: OpenMetrics for a time series, CSV for a spreadsheet, Markdown for a page.",
  options: {
    format: {
      type: "string",
      value: "text|json|openmetrics|csv|markdown",
      description: "what to print (default: text)",
    },
    ...filterOptions,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const { screen } = context;
    const print = printing(options, screen);
    await using workspace = await composeWorkspace(options, context, { anonymous: true });
    const { result } = await run(
      runDependencies(workspace),
      workspace.mapping,
      await runOptions("stats", options, workspace),
    );
    print(result);
    return exitCodeOf(result);
  },
};

/** @throws {UserError} `IL-C02`, before anybody is asked */
function printing(options: OptionValues, screen: Screen): (result: RunResult) => void {
  const named = options.text("format") ?? (screen.isJson ? "json" : "text");
  if (screen.isJson && named !== "json") throw refused(`--json and --format ${named} are two formats`);
  if (named === "json") return (result) => screen.printJson(result);
  if (named === "text") return (result) => screen.print(statisticsLines(result, screen.style));
  const linesOf = Object.hasOwn(formats, named) ? formats[named] : undefined;
  if (linesOf === undefined) throw refused(`there is no format "${named}"`);
  return (result) => screen.print(linesOf(result));
}

function refused(message: string): UserError {
  return new UserError(message, {
    code: "IL-C02",
    hint: `--format takes text, json, ${Object.keys(formats).join(", ")}.`,
  });
}
