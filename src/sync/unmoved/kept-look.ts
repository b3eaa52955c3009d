import { affixColumn, affixedValues, namedColumn, namedValues } from "./columns.ts";
import { isRecord, jsonIn } from "../../core/json.ts";
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

/** Rows of a line: all at once would be some ten megabytes at the end of a run, where it has the most anyway. */
const ROWS = 1_000;

/**
 * In columns: a large project has tens of thousands of rows, and every run reads them. What most runs ask of them comes first, and the
 * rest in lines of their own, which are read by who asks for it.
 */
export function printLook({ inStep, findings, statistics }: KeptLook): Uint8Array {
  const names = NAMES.map((name) => namedColumn(statistics.map((each) => each[name])));
  const lines = [bytesOf({ inStep, findings, names })];
  for (let at = 0; at < statistics.length; at += ROWS) lines.push(bytesOf(figuresOf(statistics.slice(at, at + ROWS))));
  return Buffer.concat(lines);
}

function bytesOf(line: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

function figuresOf(rows: readonly LanguageStatistics[]): unknown {
  return {
    url: affixColumn(rows.map(({ url }) => url)),
    path: affixColumn(rows.flatMap(({ path }) => path ?? [])),
    pathless: rows.flatMap(({ path }, row) => (path === undefined ? [row] : [])),
    sources: rows.flatMap(({ isSource }, row) => (isSource ? [row] : [])),
    numbers: NUMBERS.map((name) => rows.map((each) => each[name])),
  };
}

/** Whoever may push to the repository can write it; undefined for what is none of ours. */
export function readLook(bytes: Uint8Array): KeptLook | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = text.indexOf("\n");
  const said = end === -1 ? undefined : jsonIn(text.subarray(0, end));
  if (!isRecord(said)) return undefined;
  const { inStep, findings, names } = said;
  if (typeof inStep !== "number" || !Array.isArray(findings) || !Array.isArray(names)) return undefined;
  const [components = [], languages = [], languageNames = []] = names.map(namedValues);
  const isWhole = [languages, languageNames].every(({ length }) => length === components.length);
  if (!isWhole || !findings.every(isFinding)) return undefined;
  const figures = new KeptFigures(text.subarray(end + 1), components.length);
  const statistics = components.map(
    (component, row) => new KeptStatistics(figures, row, [component, languages[row] ?? "", languageNames[row] ?? ""]),
  );
  return { inStep, findings, statistics };
}

function isFinding(value: unknown): value is Finding {
  if (!isRecord(value)) return false;
  const { kind, component, message, language, path, remedy } = value;
  return (
    [component, message].every((part) => typeof part === "string") &&
    [language, path, remedy].every((part) => part === undefined || typeof part === "string") &&
    [...LASTING].some((lasting) => lasting === kind)
  );
}

interface Figures {
  readonly urls: readonly string[];
  readonly paths: readonly (string | undefined)[];
  readonly sources: readonly boolean[];
  /** In the order of {@link NUMBERS}. */
  readonly counts: readonly (readonly number[])[];
}

const NO_FIGURES: Figures = { urls: [], paths: [], sources: [], counts: [] };

/** What is read when somebody asks for it: two megabytes of a thousand components, which are thirty as objects. */
class KeptFigures {
  readonly #text: Buffer;
  readonly #rows: number;
  #read: Figures | undefined;

  constructor(text: Buffer, rows: number) {
    this.#text = text;
    this.#rows = rows;
  }

  /** Nothing is told of what fits no rows, which none of us wrote. */
  get read(): Figures {
    this.#read ??= readFigures(this.#text, this.#rows) ?? NO_FIGURES;
    return this.#read;
  }
}

/** A row whose figures are read when somebody asks for one of them. */
class KeptStatistics implements LanguageStatistics {
  readonly component: string;
  readonly language: string;
  readonly languageName: string;
  readonly #figures: KeptFigures;
  readonly #row: number;

  constructor(
    figures: KeptFigures,
    row: number,
    [component, language, languageName]: readonly [string, string, string],
  ) {
    this.component = component;
    this.language = language;
    this.languageName = languageName;
    this.#figures = figures;
    this.#row = row;
  }

  get path(): string | undefined {
    return this.#figures.read.paths[this.#row];
  }

  get url(): string {
    return this.#figures.read.urls[this.#row] ?? "";
  }

  get total(): number {
    return this.#count("total");
  }

  get translated(): number {
    return this.#count("translated");
  }

  get translatedPercent(): number {
    return this.#count("translatedPercent");
  }

  get fuzzy(): number {
    return this.#count("fuzzy");
  }

  get failingChecks(): number {
    return this.#count("failingChecks");
  }

  get totalWords(): number {
    return this.#count("totalWords");
  }

  get translatedWords(): number {
    return this.#count("translatedWords");
  }

  get isSource(): boolean {
    return this.#figures.read.sources[this.#row] ?? false;
  }

  /** As it is printed, and as who takes it apart needs it. */
  toJSON(): LanguageStatistics {
    const { component, language, languageName, path, url, total, translated, translatedPercent, fuzzy } = this;
    const { failingChecks, totalWords, translatedWords, isSource } = this;
    return {
      component,
      language,
      languageName,
      path,
      url,
      total,
      translated,
      translatedPercent,
      fuzzy,
      failingChecks,
      totalWords,
      translatedWords,
      isSource,
    };
  }

  #count(name: (typeof NUMBERS)[number]): number {
    return this.#figures.read.counts[NUMBERS.indexOf(name)]?.[this.#row] ?? 0;
  }
}

function readFigures(text: Buffer, rows: number): Figures | undefined {
  const lines = text.toString().trimEnd().split("\n");
  const parts = lines.map((line) => readLine(jsonIn(line)));
  if (!parts.every((part) => part !== undefined)) return undefined;
  const urls = parts.flatMap((part) => part.urls);
  if (urls.length !== rows) return undefined;
  return {
    urls,
    paths: parts.flatMap(({ paths }) => paths),
    sources: parts.flatMap(({ sources }) => sources),
    counts: NUMBERS.map((_, at) => parts.flatMap(({ counts }) => counts[at] ?? [])),
  };
}

function readLine(columns: unknown): Figures | undefined {
  if (!isRecord(columns)) return undefined;
  const { url, path, pathless: missing, sources: marked, numbers } = columns;
  if (!isCounts(missing) || !isCounts(marked)) return undefined;
  if (!Array.isArray(numbers) || numbers.length !== NUMBERS.length) return undefined;
  const counts: readonly unknown[] = numbers;
  if (!counts.every(isCounts)) return undefined;
  const urls = affixedValues(url);
  const there = affixedValues(path);
  const [pathless, source] = [new Set(missing), new Set(marked)];
  const isWhole = counts.every(({ length }) => length === urls.length);
  if (!isWhole || there.length + pathless.size !== urls.length) return undefined;
  const rest = there.values();
  const paths = urls.map((_, row) => (pathless.has(row) ? undefined : rest.next().value));
  return { urls, paths, sources: urls.map((_, row) => source.has(row)), counts };
}

function isCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((part) => typeof part === "number");
}
