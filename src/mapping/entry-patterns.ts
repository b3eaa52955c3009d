import { isCatalogue } from "./catalogue-paths.ts";
import { isLanguageStyle, languageStyles } from "./language-code.ts";
import type { ProblemText } from "./mapping-source.ts";
import { didYouMean, nearest } from "./nearest.ts";
import { captureNames, parsePattern } from "./pattern.ts";
import type { Pattern } from "./pattern.ts";
import { pathRefusal } from "./repository-path.ts";
import { BILINGUAL_EXTENSIONS, holdsSourceTexts } from "./translation-sets.ts";

const patternKeys = ["source", "translations", "component", "project"] as const;
export type PatternKey = (typeof patternKeys)[number];
export type EntryPatterns = Readonly<Record<PatternKey, Pattern>>;

/** Paths of an entry as written; without a source, the translations hold the source texts. */
interface EntryPaths {
  readonly source?: string | undefined;
  readonly translations: string;
  readonly exclude?: readonly string[] | undefined;
}

/** Names of the captures that an entry's other patterns may use. */
function entryCaptures({ source, translations }: EntryPatterns, hasSource: boolean): readonly string[] {
  return captureNames(hasSource ? source : translations).filter((name) => name !== "language");
}

/** Something wrong with one pattern of an entry. */
export interface PatternProblem extends ProblemText {
  readonly key: PatternKey | "exclude";
}
type UncodedProblem = Omit<PatternProblem, "code">;

/** What can be said of an entry's patterns before any file is looked for: `IL-M06`, `IL-M07`, `IL-M12`. */
export function patternProblems(patterns: EntryPatterns, paths: EntryPaths): PatternProblem[] {
  const whole = isCatalogue(paths.translations);
  const torn = tornCatalogue(paths);
  if (torn !== undefined) return [torn];
  const isSourceless = paths.source === undefined || whole;
  if (isSourceless && !whole && !holdsSourceTexts(paths.translations)) return [sourceMissing(paths.translations)];
  const captures = entryCaptures(patterns, !isSourceless);
  const meant = whole ? undefined : languageMeant(paths.translations, captures);
  if (meant !== undefined) return [meant, ...refusedPaths({ ...paths, translations: "" })];
  const making = isSourceless ? "translations" : "source";
  const found: UncodedProblem[] = [
    ...excludeProblems(paths.exclude),
    ...patternKeys.flatMap((key) => patterns[key].faults.map((fault) => ({ key, ...fault }))),
    ...(whole ? [] : sourceProblems(patterns.source)),
    ...patternKeys.flatMap((key) => (key === "source" ? [] : usageProblems(key, patterns[key], captures, making))),
    ...(whole ? languagesOfCatalogue(patterns.translations) : languageProblems(patterns.translations)),
  ];
  return [...found.map((problem) => ({ code: "IL-M07" as const, ...problem })), ...refusedPaths(paths)];
}

/** How others write the place of the language: the service's masks, and tools that people come from. */
const otherPlaceholders =
  /\{\{\s*\w+\s*\}\}|\{(?<name>lang|lng|locale|locales|code|lang_code|language_code|languageCode|LANG|LOCALE)\}|%\w+%|<[\w-]+>|(?<=[/._-]):(?:lang|language|locale)\b|\[(?:lang|language|locale)\]|\*/;

/** Those of others that stand for nothing here: beside {language} they would be a part of the names of files. */
const foreignPlaceholder = /\{\{\s*\w+\s*\}\}|%\w+%|<[\w-]+>/;

function languageMeant(translations: string, captures: readonly string[]): PatternProblem | undefined {
  const found = otherPlaceholders.exec(translations);
  if (found === null) return undefined;
  if (/\{language[:}]/.test(translations.replace(/\{\{.*?\}\}/g, ""))) return foreignBeside(translations);
  if (captures.includes(found.groups?.["name"] ?? "")) return undefined;
  const [piece] = found;
  const fixed = translations.replace(piece, "{language}");
  return {
    key: "translations",
    code: "IL-M07",
    message: `{language} belongs where ${piece} stands`,
    piece,
    at: found.index,
    hint: `Write ${JSON.stringify(fixed)}.`,
  };
}

function foreignBeside(translations: string): PatternProblem | undefined {
  const found = foreignPlaceholder.exec(translations);
  if (found === null) return undefined;
  const [piece] = found;
  return {
    key: "translations",
    code: "IL-M07",
    message: `${piece} stands for nothing here, and would be a part of the names of files`,
    piece,
    at: found.index,
    hint: "A path that holds the language twice cannot be bound; what differs besides is a {name} of `source`.",
  };
}

/** A catalogue has all its languages itself, the source among them. */
function tornCatalogue({ source, translations }: EntryPaths): PatternProblem | undefined {
  if (![source ?? "", translations].some(isCatalogue) || (source ?? translations) === translations) return undefined;
  return {
    key: isCatalogue(translations) ? "source" : "translations",
    code: "IL-M12",
    message: "a string catalogue of Xcode (.xcstrings) holds all languages in one file",
    hint: "Leave `source` out, and write the catalogue's path into `translations`: `translations: App/Localizable.xcstrings`.",
  };
}

/** Most files have keys alone, whose texts stand in a file of the source language. */
function sourceMissing(translations: string): PatternProblem {
  const extension = /\.[^./]+$/.exec(translations)?.[0];
  const files = extension === undefined ? "these files" : `${extension} files`;
  return {
    key: "translations",
    code: "IL-M03",
    message: `this entry has no "source", and ${files} do not hold the texts that are translated`,
    hint: `Add \`source\`, the path of the file in the source language. Only ${BILINGUAL_EXTENSIONS} files do without.`,
  };
}

function refusedPaths(paths: EntryPaths): PatternProblem[] {
  return (["source", "translations"] as const).flatMap((key): PatternProblem[] => {
    const path = paths[key];
    const refusal = path === undefined ? undefined : pathRefusal(path);
    if (refusal === undefined || path === "") return [];
    const fixed = plainPath(path ?? "");
    const hint =
      pathRefusal(fixed) === undefined
        ? `Write ${JSON.stringify(fixed)}.`
        : "Write the path as `git ls-files` shows it: from the root of the repository, with /.";
    return [{ key, code: "IL-M06", message: `the path in "${key}" is refused: ${refusal}`, hint }];
  });
}

/** The path that somebody means who writes it as a shell, Windows or a browser does. */
function plainPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(/^https?:\/\/[^/]+\/[^/]+\/[^/]+\/(?:-\/)?(?:blob|raw|src|tree)\/(?:branch\/)?[^/]+\//, "")
    .replace(/^(?:\.?\/)+/, "")
    .replaceAll(/\/(?:\.?\/)+/g, "/");
}

function excludeProblems(globs: readonly string[] = []): UncodedProblem[] {
  return globs.flatMap((glob): UncodedProblem[] => {
    const { parts, faults } = parsePattern(glob);
    const capture = parts.find(({ kind }) => kind === "capture");
    const [fault] = faults;
    if (fault !== undefined) return [{ key: "exclude", message: fault.message }];
    const refusal = pathRefusal(glob);
    if (refusal !== undefined) {
      return [
        {
          key: "exclude",
          message: `${glob} leaves nothing out: ${refusal}`,
          hint: `Write ${JSON.stringify(plainPath(glob).replace(/\/$/, "/**"))}.`,
        },
      ];
    }
    const hint = "Globs have `*`, `**`, `?` and `{a,b}`: `locales/x-*.json`.";
    return capture === undefined
      ? []
      : [{ key: "exclude", message: `${capture.text} is not allowed in "exclude"`, hint }];
  });
}

function sourceProblems({ parts }: Pattern): UncodedProblem[] {
  return parts.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text") return [];
    const { name, style, text: piece, at } = part;
    if (name === "language") {
      const hint = "`source` is the file in the source language alone; write its code out: `locales/en.json`.";
      return [{ key: "source", message: `${piece} is not allowed in "source"`, piece, at, hint }];
    }
    if (style === undefined || style === "**") return [];
    const hint = `Write {${name}} for part of one path segment, {${name}:**} for one or more segments.`;
    return [{ key: "source", message: `a capture has no style "${style}"`, piece, at, hint }];
  });
}

/** What may not stand where captures are used: globs, and captures that nothing makes. */
function usageProblems(
  key: PatternKey,
  { parts }: Pattern,
  captures: readonly string[],
  making: "source" | "translations",
): UncodedProblem[] {
  const usable = key === "translations" ? [...captures, "language"] : captures;
  return parts.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text") {
      const piece = /\*\*|[*?]|\{.*\}/.exec(part.text)?.[0];
      const hint =
        key === making
          ? "Catch that part of the path with a capture {name}."
          : `Catch that part of the path in \`${making}\` with a capture {name}, and use the capture here.`;
      return piece === undefined
        ? []
        : [{ key, message: `"${piece}" is a glob, which only "source" may have`, piece, at: part.at, hint }];
    }
    const { name, style, text: piece, at } = part;
    if (!usable.includes(name)) {
      const hint =
        usable.length === 0
          ? making === "source"
            ? "Captures are named in `source`: packages/{package}/i18n/en.json."
            : "Captures are named in `translations`: apps/{app}/locale/{language:posix}/LC_MESSAGES/django.po."
          : `Usable here: ${usable.map((one) => `{${one}}`).join(", ")}.`;
      const note = didYouMean(nearest(name, usable));
      return [{ key, message: `"${making}" captures no {${name}}`, piece, at, note, hint }];
    }
    if (name === "language" || style === undefined || (key === making && style === "**")) return [];
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
    const hint = "Write {language} where the path has the language's code: `locales/{language}.json`.";
    problems.push({ key, message: '"translations" has no {language}', hint });
  }
  const second = languages[1];
  if (second !== undefined) {
    const { text: piece, at } = second;
    const hint = "Keep one of them: a path that holds the language twice cannot be bound.";
    problems.push({ key, message: '"translations" has more than one {language}', piece, at, hint });
  }
  return problems;
}

function languagesOfCatalogue({ parts }: Pattern): UncodedProblem[] {
  const key = "translations";
  return parts.flatMap((part): UncodedProblem[] => {
    if (part.kind === "text" || part.name !== "language") return [];
    const { text: piece, at } = part;
    const message = `${piece} is not allowed in the path of a string catalogue, which holds all languages`;
    return [{ key, message, piece, at, hint: "Write the path as it is: `App/Localizable.xcstrings`." }];
  });
}
