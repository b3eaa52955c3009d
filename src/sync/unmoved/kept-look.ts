import { affixColumn, affixedValues, namedColumn, namedValues } from "./columns.ts";
import type { Finding, LanguageStatistics, RunResult } from "../plan.ts";

/** What a full look found that had nothing to do: all that is told of it, until something moves. */
export interface KeptLook {
  readonly inStep: number;
  readonly findings: readonly Finding[];
  readonly statistics: readonly LanguageStatistics[];
}

/** Findings that follow from what both sides hold. A refusal may be over as soon as somebody may more, and that moves nothing. */
const LASTING: ReadonlySet<Finding["kind"]> = new Set(["skipped", "unmatched", "ahead", "flawed"]);

/** Undefined where the run did something, found something that may pass by itself, or has somebody's word to give again. */
export function keptLook({
  plan,
  steps,
  files,
  conflicts,
  broken,
  health,
  statistics,
}: RunResult): KeptLook | undefined {
  if ([plan.steps, steps, files, conflicts, broken, health].some(({ length }) => length > 0)) return undefined;
  if (!plan.findings.every(({ kind }) => LASTING.has(kind))) return undefined;
  return { inStep: plan.inStep, findings: plan.findings, statistics };
}

/** Values that come again and again, and those that differ in a part. */
const NAMES = ["component", "language", "languageName"] as const;
const NUMBERS = [
  "total",
  "translated",
  "translatedPercent",
  "fuzzy",
  "failingChecks",
  "totalWords",
  "translatedWords",
] as const;

/** In columns: a large project has tens of thousands of rows, and every run reads them. */
export function printLook({ inStep, findings, statistics }: KeptLook): Uint8Array {
  const columns = {
    names: NAMES.map((name) => namedColumn(statistics.map((each) => each[name]))),
    url: affixColumn(statistics.map(({ url }) => url)),
    path: affixColumn(statistics.flatMap(({ path }) => path ?? [])),
    pathless: statistics.flatMap(({ path }, row) => (path === undefined ? [row] : [])),
    sources: statistics.flatMap(({ isSource }, row) => (isSource ? [row] : [])),
    numbers: NUMBERS.map((name) => statistics.map((each) => each[name])),
  };
  return new TextEncoder().encode(`${JSON.stringify({ inStep, findings, statistics: columns })}\n`);
}

/** Whoever may push to the repository can write it; undefined for what is none of ours. */
export function readLook(bytes: Uint8Array): KeptLook | undefined {
  let said: unknown;
  try {
    said = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof said !== "object" || said === null) return undefined;
  const { inStep, findings, statistics } = said as Partial<Record<keyof KeptLook, unknown>>;
  if (typeof inStep !== "number" || !Array.isArray(findings)) return undefined;
  const rows = readColumns(statistics);
  return findings.every(isFinding) && rows !== undefined ? { inStep, findings, statistics: rows } : undefined;
}

function isFinding(value: unknown): value is Finding {
  if (typeof value !== "object" || value === null) return false;
  const { kind, component, message, language, path, remedy } = value as Partial<Record<keyof Finding, unknown>>;
  return (
    [component, message].every((part) => typeof part === "string") &&
    [language, path, remedy].every((part) => part === undefined || typeof part === "string") &&
    [...LASTING].some((lasting) => lasting === kind)
  );
}

function readColumns(columns: unknown): readonly LanguageStatistics[] | undefined {
  if (typeof columns !== "object" || columns === null) return undefined;
  const said = columns as Partial<Record<"names" | "url" | "path" | "pathless" | "sources" | "numbers", unknown>>;
  if (!Array.isArray(said.names) || !isCounts(said.pathless) || !isCounts(said.sources)) return undefined;
  if (!Array.isArray(said.numbers) || said.numbers.length !== NUMBERS.length) return undefined;
  const counts: readonly unknown[] = said.numbers;
  if (!counts.every(isCounts)) return undefined;
  const [components = [], languages = [], languageNames = []] = said.names.map(namedValues);
  const urls = affixedValues(said.url);
  const paths = affixedValues(said.path);
  const [pathless, sources] = [new Set(said.pathless), new Set(said.sources)];
  const isWhole = [components, languages, languageNames, ...counts].every(({ length }) => length === urls.length);
  if (!isWhole || paths.length + pathless.size !== urls.length) return undefined;
  let place = 0;
  return urls.map((url, row): LanguageStatistics => {
    const count = (column: number): number => counts[column]?.[row] ?? 0;
    const path = pathless.has(row) ? undefined : paths[place];
    if (!pathless.has(row)) place += 1;
    return {
      component: components[row] ?? "",
      language: languages[row] ?? "",
      languageName: languageNames[row] ?? "",
      path,
      url,
      total: count(0),
      translated: count(1),
      translatedPercent: count(2),
      fuzzy: count(3),
      failingChecks: count(4),
      totalWords: count(5),
      translatedWords: count(6),
      isSource: sources.has(row),
    };
  });
}

function isCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((part) => typeof part === "number");
}
