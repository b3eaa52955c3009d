import { isLanguageStyle, languageStyles } from "./language-code.ts";
import type { ProblemText } from "./mapping-source.ts";
import { didYouMean, nearest } from "./nearest.ts";
import { captureNames } from "./pattern.ts";
import type { Pattern } from "./pattern.ts";
import { pathRefusal } from "./repository-path.ts";

const patternKeys = ["source", "translations", "component", "project"] as const;
export type PatternKey = (typeof patternKeys)[number];
export type EntryPatterns = Readonly<Record<PatternKey, Pattern>>;

/** Something wrong with one pattern of an entry. */
export interface PatternProblem extends ProblemText {
  readonly key: PatternKey;
}
type UncodedProblem = Omit<PatternProblem, "code">;

/** What can be said of an entry's patterns before any file is looked for: `IL-M06`, `IL-M07`, `IL-M12`. */
export function patternProblems(
  patterns: EntryPatterns,
  paths: { readonly source: string; readonly translations: string },
): PatternProblem[] {
  const whole = filesOfAllLanguages(paths);
  if (whole.length > 0) return whole;
  const captures = captureNames(patterns.source);
  const found: UncodedProblem[] = [
    ...patternKeys.flatMap((key) => patterns[key].faults.map((fault) => ({ key, ...fault }))),
    ...sourceProblems(patterns.source),
    ...patternKeys.flatMap((key) => (key === "source" ? [] : usageProblems(key, patterns[key], captures))),
    ...languageProblems(patterns.translations),
  ];
  return [...found.map((problem) => ({ code: "IL-M07" as const, ...problem })), ...refusedPaths(paths)];
}

/** A component has a file for each language; what such an entry says besides is of no use. */
function filesOfAllLanguages(paths: { readonly source: string; readonly translations: string }): PatternProblem[] {
  const key = (["source", "translations"] as const).find((name) => /\.xcstrings$/i.test(paths[name]));
  if (key === undefined) return [];
  return [
    {
      key,
      code: "IL-M12",
      message: "a string catalogue of Xcode (.xcstrings) holds all languages in one file",
      hint: "Bind the .xliff files of Xcode's export: `source: l10n/en.xliff`, `translations: l10n/{language:apple}.xliff`; Xcode imports them into the catalogue.",
    },
  ];
}

function refusedPaths(paths: { readonly source: string; readonly translations: string }): PatternProblem[] {
  return (["source", "translations"] as const).flatMap((key): PatternProblem[] => {
    const refusal = pathRefusal(paths[key]);
    if (refusal === undefined) return [];
    return [{ key, code: "IL-M06", message: `the path in "${key}" is refused: ${refusal}` }];
  });
}

function sourceProblems({ parts }: Pattern): UncodedProblem[] {
  return parts.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text") return [];
    const { name, style, text: piece, at } = part;
    if (name === "language") {
      const hint = "`source` is the file in the source language alone; write its code out: `locales/en.json`.";
      return [{ key: "source", message: `${piece} cannot stand in "source"`, piece, at, hint }];
    }
    if (style === undefined || style === "**") return [];
    const hint = `Write {${name}} for part of one path segment, {${name}:**} for one or more segments.`;
    return [{ key: "source", message: `a capture has no style "${style}"`, piece, at, hint }];
  });
}

/** What may not stand where captures are used: globs, and captures that `source` does not make. */
function usageProblems(key: PatternKey, { parts }: Pattern, captures: readonly string[]): UncodedProblem[] {
  const usable = key === "translations" ? [...captures, "language"] : captures;
  return parts.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text") {
      const piece = /\*\*|[*?]|\{.*\}/.exec(part.text)?.[0];
      const hint = "Catch that part of the path in `source` with a capture {name}, and use the capture here.";
      return piece === undefined
        ? []
        : [{ key, message: `"${piece}" is a glob, which only "source" may have`, piece, at: part.at, hint }];
    }
    const { name, style, text: piece, at } = part;
    if (!usable.includes(name)) {
      const hint =
        usable.length === 0
          ? "Captures are named in `source`: packages/{package}/i18n/en.json."
          : `Usable here: ${usable.map((one) => `{${one}}`).join(", ")}.`;
      const note = didYouMean(nearest(name, usable));
      return [{ key, message: `"source" captures no {${name}}`, piece, at, note, hint }];
    }
    if (name === "language" || style === undefined) return [];
    return [{ key, message: "a capture has no style where it is used", piece, at, hint: `Write {${name}}.` }];
  });
}

/** `translations` has one `{language}`, in a style that exists. */
function languageProblems({ parts, faults }: Pattern): UncodedProblem[] {
  const key = "translations";
  const languages = parts.filter((part) => part.kind === "capture" && part.name === "language");
  const problems = languages.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text" || part.style === undefined || isLanguageStyle(part.style)) return [];
    const styles = Object.keys(languageStyles);
    const hint = `Styles: ${styles.join(", ")}; without one, the code is as in the service's own file names.`;
    const note = didYouMean(nearest(part.style, styles));
    return [{ key, message: `there is no language style "${part.style}"`, piece: part.text, at: part.at, note, hint }];
  });
  if (languages.length === 0 && faults.length === 0) {
    const hint = "The language's code stands there: `locales/{language}.json`.";
    problems.push({ key, message: '"translations" has no {language}', hint });
  }
  const second = languages[1];
  if (second !== undefined) {
    const { text: piece, at } = second;
    problems.push({ key, message: '"translations" has more than one {language}', piece, at });
  }
  return problems;
}
