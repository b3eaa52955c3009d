import { describe, expect, it } from "vitest";
import {
  checkDefinitions,
  flagOf,
  runChecks,
  type CheckedText,
  type CheckFinding,
  type CheckId,
} from "../../src/catalog/checks/index.ts";
import { parseFlags } from "../../src/catalog/flags.ts";
import { findLanguage } from "../../src/catalog/languages.ts";
import { unitStates } from "../../src/catalog/unit.ts";

type Texts = string | readonly string[];

export interface TextOverrides extends Partial<Omit<CheckedText, "source" | "target" | "flags">> {
  readonly flags?: string;
}

/** A translated unit from English into Czech, unless something else is said. */
export function aText(source: Texts, target: Texts, { flags = "", ...overrides }: TextOverrides = {}): CheckedText {
  const language = overrides.language ?? "cs";
  return {
    source: [source].flat(),
    target: [target].flat(),
    state: unitStates.translated,
    flags: parseFlags(flags),
    sourceLanguage: "en",
    language,
    pluralForms: findLanguage(language)?.plural.number ?? 2,
    isSource: false,
    ...overrides,
  };
}

export interface CheckCases {
  readonly check: CheckId;
  /** What switches it on. */
  readonly flags?: string;
  readonly passes: readonly Case[];
  /** The last element is a part of the message. */
  readonly fails: readonly FailingCase[];
}

type Case = readonly [language: string, source: Texts, target: Texts, flags?: string];
type FailingCase = readonly [language: string, source: Texts, target: Texts, message: string, flags?: string];

/** One test a row: the check has nothing to say, or says what the row expects. */
export function testCheck({ check, flags = "", passes, fails }: CheckCases): void {
  const run = (
    [language, source, target]: readonly [string, Texts, Texts, ...unknown[]],
    more = "",
  ): readonly CheckFinding[] =>
    runChecks(aText(source, target, { language, flags: [flags, more].join(",") })).filter(
      (finding) => finding.check === check,
    );

  describe(check, () => {
    it.each(passes.map((row) => [`${row[0]}: ${show(row[1])} → ${show(row[2])}`, row] as const))(
      "lets pass %s",
      (_, row) => {
        expect(run(row, row[3])).toEqual([]);
      },
    );
    it.each(fails.map((row) => [`${row[0]}: ${show(row[1])} → ${show(row[2])}`, row] as const))(
      "finds %s",
      (_, row) => {
        expect(run(row, row[4]).map(({ message }) => message)).toEqual([expect.stringContaining(row[3])]);
      },
    );
  });
}

function show(texts: Texts): string {
  return JSON.stringify(texts).slice(0, 80);
}

/** Flags by which every check looks at a text. */
export const everyFlag = [
  checkDefinitions.map(({ id }) => flagOf(id)),
  "md-text, rst-text, bbcode-text, asciidoc-text, auto-safe-html, strict-same, max-length:10, max-lines:2",
  String.raw`placeholders:$x$:r"\w+", regex:^[a-z]+$, replacements:a:b`,
].join(",");
