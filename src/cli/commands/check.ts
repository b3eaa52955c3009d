import { isKnownFlag } from "../../catalog/known-flags.ts";
import { parseFlags } from "../../catalog/flags.ts";
import { defined } from "../../core/defined.ts";
import { InterlinearError, UserError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import { MappingError } from "../../mapping/errors.ts";
import { terminalText } from "../../report/words/escape.ts";
import type { TerminalStyle } from "../../report/run/terminal.ts";
import { errorDocument, errorLines } from "../../report/run/error-text.ts";
import { annotationOf, workflowCommands, type Annotation } from "../check/annotations.ts";
import { checkFile, type CheckedFile, type FileFinding } from "../check/check-file.ts";
import { findingLines, inOrder, totalLine, type CheckTotals } from "../check/finding-lines.ts";
import { contextOf, type FileContext, type NamedContext } from "../check/source-of.ts";
import type { Command, CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { findFiles, translationFiles } from "../files/find-files.ts";
import { formatOf, formatOption, namedFormat } from "../files/format-of.ts";
import { readNamedFile } from "../files/named-file.ts";
import { Surroundings } from "../files/surroundings.ts";
import { sourceLine } from "../source-line.ts";
import { mappingOptions, type OptionValues } from "../options.ts";

export const command: Command = {
  summary: "find texts that would break the app, in files alone",
  description:
    "Reads translation files, and compares every text with its source: placeholders, markup, plural forms, and what else the service checks. Needs no service. Without a FILE all translation files of the repository are looked at, those that the mapping binds where there is one; a folder or a pattern may stand for its files. The source of a file with keys is what the mapping says, or the file that its path points to (locales/en.json beside locales/cs.json). Ends with 3 where a text breaks the app, with 2 where a file cannot be read.",
  words: "[FILE …]",
  options: {
    severity: {
      type: "string",
      value: "breaks|all",
      default: "breaks",
      description: "what to show (default: breaks); only what breaks decides the exit code",
    },
    source: { type: "string", value: "FILE", description: "the file with the source texts, for formats with keys" },
    language: { type: "string", value: "CODE", description: "language of the files, where their paths do not say it" },
    "source-language": {
      type: "string",
      value: "CODE",
      description: "language of the source texts (default: as its path says, or en)",
    },
    flags: {
      type: "string",
      value: "FLAGS",
      description: "flags for every string: icu-message-format, max-length:80, ignore-same",
    },
    ...formatOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const severity = severityShown(options);
    const directory = directoryOf(options, context);
    const outcomes = (await checkFiles(options, directory)).map((outcome) => withSeverity(outcome, severity));
    const totals = totalsOf(outcomes);
    if (context.screen.isJson) {
      context.screen.printJson({ files: outcomes.map(documentOf), totals });
    } else {
      context.screen.print([
        ...outcomes.flatMap((outcome) => linesOf(outcome, directory, context.screen.style)),
        totalLine(totals, severity === "all"),
      ]);
    }
    annotate(outcomes, context);
    if (totals.unreadable > 0) return 2;
    return totals.breaks > 0 ? 3 : 0;
  },
};

type Outcome =
  | {
      readonly kind: "checked";
      readonly name: string;
      readonly format: string;
      readonly about: FileContext;
      readonly checked: CheckedFile;
      /** Those of the severity asked for, worst first. */
      readonly shown: readonly FileFinding[];
    }
  | { readonly kind: "unreadable"; readonly name: string; readonly error: InterlinearError };

function severityShown(options: OptionValues): "breaks" | "all" {
  const severity = options.text("severity");
  if (severity === "breaks" || severity === "all") return severity;
  throw new UserError(`--severity takes breaks or all, not "${severity ?? ""}"`, {
    code: "IL-C02",
    hint: "See `interlinear help check`.",
  });
}

function withSeverity(outcome: Outcome, severity: "breaks" | "all"): Outcome {
  if (outcome.kind === "unreadable") return outcome;
  return { ...outcome, shown: outcome.shown.filter((each) => severity === "all" || each.severity === "breaks") };
}

async function checkFiles(options: OptionValues, directory: string): Promise<readonly Outcome[]> {
  const surroundings = new Surroundings(directory, options.text("mapping"));
  const format = namedFormat(options.text("format"));
  const flags = knownFlags(options.text("flags") ?? "");
  const source = options.text("source");
  const named: NamedContext = {
    language: options.text("language"),
    sourceLanguage: options.text("source-language"),
    source: source === undefined ? undefined : await readNamedFile(source, surroundings.directory),
  };
  const outcomes: Outcome[] = [];
  const { words } = options;
  for (const name of await (words.length === 0 ? translationFiles(surroundings) : findFiles(words, surroundings))) {
    outcomes.push(await checkNamed(name, { named, surroundings, flags, format }));
  }
  return outcomes;
}

interface Checking {
  readonly named: NamedContext;
  readonly surroundings: Surroundings;
  readonly flags: string;
  readonly format: Format | undefined;
}

async function checkNamed(name: string, { named, surroundings, flags, ...given }: Checking): Promise<Outcome> {
  try {
    const file = await readNamedFile(name, surroundings.directory);
    const format = given.format ?? formatOf(file);
    const about = await contextOf(file, format, named, surroundings);
    const checked = checkFile({ file, format, flags, ...about });
    return { kind: "checked", name, format: format.id, about, checked, shown: inOrder(checked.findings) };
  } catch (error) {
    // A mapping that cannot be read is nothing of this file's.
    if (!(error instanceof InterlinearError) || error instanceof MappingError) throw error;
    return { kind: "unreadable", name, error };
  }
}

function knownFlags(text: string): string {
  const unknown = parseFlags(text)
    .keys()
    .find((name) => !isKnownFlag(name));
  if (unknown === undefined) return text;
  throw new UserError(`nothing asks for a flag "${unknown}"`, {
    code: "IL-C02",
    hint: "--flags takes the service's flags, separated by commas: icu-message-format, max-length:80, ignore-same.",
  });
}

function totalsOf(outcomes: readonly Outcome[]): CheckTotals {
  const checked = outcomes.filter((outcome) => outcome.kind === "checked").map((outcome) => outcome.checked);
  const findings = checked.flatMap((each) => each.findings);
  const breaks = findings.filter(({ severity }) => severity === "breaks").length;
  return {
    files: outcomes.length,
    units: checked.reduce((sum, { units }) => sum + units, 0),
    breaks,
    looksWrong: findings.length - breaks,
    unreadable: outcomes.length - checked.length,
  };
}

function linesOf(outcome: Outcome, directory: string, style: TerminalStyle): readonly string[] {
  if (outcome.kind === "unreadable") return [...errorLines(outcome.error, sourceLine(outcome.error, directory)), ""];
  const { name, about, checked, shown } = outcome;
  const lines =
    shown.length === 0
      ? []
      : [...findingLines(name, { sourceLanguage: about.sourceLanguage, findings: shown }, style), ""];
  if (checked.uncompared === undefined) return lines;
  return [`${terminalText(name)}  ${terminalText(uncomparedText(checked.uncompared, about))}`, "", ...lines];
}

function uncomparedText(why: NonNullable<CheckedFile["uncompared"]>, { source }: FileContext): string {
  if (why === "pseudo-language") return "nobody speaks its language, so its texts were compared with nothing";
  return why === "no source"
    ? "its source file is not known, so its texts were compared with nothing (--source FILE)"
    : `none of its keys is in ${source?.name ?? ""}, so its texts were compared with nothing (--source FILE)`;
}

function documentOf(outcome: Outcome): object {
  if (outcome.kind === "unreadable") return { file: outcome.name, ...errorDocument(outcome.error) };
  const { name, format, about, checked, shown } = outcome;
  return {
    file: name,
    format,
    language: about.language ?? null,
    source: about.source?.name ?? null,
    units: checked.units,
    ...defined({ uncompared: checked.uncompared }),
    findings: shown,
  };
}

function annotate(outcomes: readonly Outcome[], { screen, environment }: CommandContext): void {
  if (environment.GITHUB_ACTIONS !== "true") return;
  const annotations = outcomes.flatMap((outcome): readonly Annotation[] => {
    if (outcome.kind === "checked") return outcome.shown.map((finding) => annotationOf(outcome.name, finding));
    const { message, place } = outcome.error;
    return [{ level: "error", file: outcome.name, line: place?.line ?? 0, column: place?.column ?? 1, message }];
  });
  for (const line of workflowCommands(annotations)) screen.command(line);
}
