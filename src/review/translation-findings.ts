import { judgeOf, type Judge } from "../catalog/hold-back.ts";
import { equalTexts, isEmpty } from "../catalog/texts.ts";
import type { Catalogue, Unit } from "../catalog/unit.ts";
import type { Format } from "../formats/format.ts";
import { repeatedKeys } from "../formats/repeated-keys.ts";
import type { BrokenTranslation, SourceChange, StrayKey } from "./review.ts";
import type { Sources } from "./source-changes.ts";
import type { Versions } from "./touched-components.ts";

/** A translation file at both commits, beside the source texts that it translates. */
export interface TranslationFile extends Versions<Catalogue> {
  readonly component: string;
  readonly language: string;
  /** At head. */
  readonly path: string;
  /** Its text at head: says in which line of a string's entry the translation stands. */
  readonly text: () => string;
  readonly sources: Sources;
  readonly changes: readonly SourceChange[];
}

/** Translations that break the app since the change: it wrote them, or it wrote the source text that they do not fit. */
export function brokenTranslations(file: TranslationFile): readonly BrokenTranslation[] {
  const { after } = file;
  if (after === undefined || file.sources.after === undefined) return [];
  const judge = judgeAt(file, after, file.sources.after);
  const judgeBefore =
    file.before === undefined || file.sources.before === undefined
      ? undefined
      : judgeAt(file, file.before, file.sources.before);
  const older = new Map(file.before?.units.map((unit) => [unit.key, unit]));
  const changes = new Map(file.changes.map((change) => [change.key, change]));
  let lines: readonly string[] | undefined;
  return after.units.flatMap((unit): BrokenTranslation[] => {
    const change = changes.get(unit.key);
    const hasNewSource = change !== undefined && change.kind !== "renamed";
    const old = older.get(change?.previousKey ?? unit.key);
    const isWritten = old === undefined || old.state !== unit.state || !equalTexts(old.target, unit.target);
    if (!isWritten && !hasNewSource) return [];
    // Beside another source text the old translation says nothing about what the new one makes worse.
    const judgement = judge(unit, hasNewSource ? undefined : old);
    if (judgement === undefined) return [];
    if (!isWritten && judgeBefore?.(old, undefined) !== undefined) return [];
    lines ??= file.text().split("\n");
    const forms = judgement.findings.map(({ form }) => form);
    return [
      {
        cause: isWritten ? "translation" : "source",
        component: file.component,
        language: file.language,
        path: file.path,
        line: lineOfTarget(lines, unit, Math.min(...forms)),
        key: unit.key,
        source: judgement.source,
        target: unit.target,
        findings: judgement.findings
          .map(({ check, message }) => ({ check, message }))
          .filter(({ message }, index, all) => all.findIndex((each) => each.message === message) === index),
      },
    ];
  });
}

/** A file that may hold a key twice. */
export interface FileOfKeys extends Pick<BrokenTranslation, "component" | "language" | "path"> {
  readonly format: Format;
  /** Undefined where the file is not there. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** Keys that the file has twice since the change, as merges make them; readers take the later text. */
export function duplicateKeys({ format, before, after, component, language, path }: FileOfKeys): BrokenTranslation[] {
  const found = repeatedKeys(format, after, { path });
  if (found.length === 0) return [];
  const known = new Set(before === undefined ? [] : repeatedKeys(format, before, { path }).map(({ key }) => key));
  return found
    .filter(({ key }) => !known.has(key))
    .map(({ key, line, earlierLine }) => ({
      cause: "translation",
      component,
      language,
      path,
      line,
      key,
      source: [],
      target: [],
      findings: [
        {
          check: "duplicate-key",
          message: `It is in line ${String(earlierLine)} already, and only one of them is ever shown.`,
        },
      ],
    }));
}

/** Strings that the change put into the file and that the source does not have. */
export function strayKeys({ component, language, path, before, after, sources, changes }: TranslationFile): StrayKey[] {
  const known = sources.keys;
  if (after === undefined || known.size === 0) return [];
  const earlier = new Set(before?.units.map(({ key }) => key));
  // Left behind, not put there: the source gave these up.
  for (const { kind, key, previousKey } of changes) if (kind === "removed") earlier.add(previousKey ?? key);
  return after.units
    .filter(({ key, target }) => !known.has(key) && !earlier.has(key) && !isEmpty(target) && !isPluralOf(known, key))
    .map(({ key, line }) => ({ component, language, key, path, line: Math.max(1, line) }));
}

const PLURAL_ENDING = /([_.])(?:zero|one|two|few|many|other|plural|\d)$/;
const ENDINGS = ["zero", "one", "two", "few", "many", "other", "plural", "0", "1"];

/** A language may have forms of a plural that the source language has not: `items_few`. */
function isPluralOf(known: ReadonlySet<string>, key: string): boolean {
  const [, separator] = PLURAL_ENDING.exec(key) ?? [];
  if (separator === undefined) return false;
  const stem = key.replace(PLURAL_ENDING, "");
  return known.has(stem) || ENDINGS.some((ending) => known.has(`${stem}${separator}${ending}`));
}

function judgeAt({ sources, language }: TranslationFile, catalogue: Catalogue, template: Catalogue): Judge {
  return judgeOf({
    catalogue,
    sourceLanguage: sources.language,
    language,
    ...(sources.kind === "monolingual" ? { template } : {}),
  });
}

/** An entry of a bilingual file begins with comments and the source; the translation stands some lines below. */
function lineOfTarget(lines: readonly string[], { line }: Unit, form: number): number {
  const first = Math.max(1, line);
  for (let at = first; at <= Math.min(first + MOST_LINES, lines.length); at += 1) {
    const text = lines[at - 1]?.trimStart() ?? "";
    if (at > first && text === "") break;
    if (text.startsWith("msgstr ") || text.startsWith(`msgstr[${String(form)}]`)) return at;
    if (/^<target\b/.test(text) || /^<translation\b/.test(text)) return at;
    if (at > first && /^<(?:trans-)?unit\b|^<message\b/.test(text)) break;
  }
  return first;
}

/** Entries are not longer, but for whole documents as one text. */
const MOST_LINES = 200;
