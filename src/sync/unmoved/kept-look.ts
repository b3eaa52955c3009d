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

/** In the order in which a row is written down. */
const TEXTS = ["component", "language", "languageName", "url"] as const;
const NUMBERS = [
  "total",
  "translated",
  "translatedPercent",
  "fuzzy",
  "failingChecks",
  "totalWords",
  "translatedWords",
] as const;

type Row = readonly (string | number | boolean | null)[];

export function printLook({ inStep, findings, statistics }: KeptLook): Uint8Array {
  const rows = statistics.map((each): Row => [
    ...TEXTS.map((name) => each[name]),
    ...NUMBERS.map((name) => each[name]),
    each.isSource,
    each.path ?? null,
  ]);
  return new TextEncoder().encode(`${JSON.stringify({ inStep, findings, statistics: rows })}\n`);
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
  if (typeof inStep !== "number" || !Array.isArray(findings) || !Array.isArray(statistics)) return undefined;
  if (!findings.every(isFinding)) return undefined;
  const rows = statistics.map(readRow);
  return rows.every((row) => row !== undefined) ? { inStep, findings, statistics: rows } : undefined;
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

function readRow(row: unknown): LanguageStatistics | undefined {
  if (!Array.isArray(row)) return undefined;
  const values: readonly unknown[] = row;
  const texts = values.slice(0, TEXTS.length);
  const numbers = values.slice(TEXTS.length, TEXTS.length + NUMBERS.length);
  const [isSource, path] = values.slice(TEXTS.length + NUMBERS.length);
  if (!texts.every((text) => typeof text === "string") || texts.length < TEXTS.length) return undefined;
  if (!numbers.every((count) => typeof count === "number") || typeof isSource !== "boolean") return undefined;
  const [component = "", language = "", languageName = "", url = ""] = texts;
  const [total = 0, translated = 0, translatedPercent = 0, fuzzy = 0, failingChecks = 0, totalWords = 0, words = 0] =
    numbers;
  return {
    component,
    language,
    languageName,
    path: typeof path === "string" ? path : undefined,
    url,
    total,
    translated,
    translatedPercent,
    fuzzy,
    failingChecks,
    totalWords,
    translatedWords: words,
    isSource,
  };
}
