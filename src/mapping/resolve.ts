import { isDeepStrictEqual } from "node:util";
import { componentName } from "./binding.ts";
import type { Binding, ComponentPath, LanguageRules, PullRequestSettings, ResolvedMapping } from "./binding.ts";
import { throwProblems } from "./errors.ts";
import type { MappingProblem } from "./errors.ts";
import { isLanguageStyle, languageStyles, parseLanguage } from "./language-code.ts";
import { didYouMean } from "./load.ts";
import type { KeyPath, ParsedMapping, ProblemText } from "./load.ts";
import { editDistance, nearest } from "./nearest.ts";
import { captureNames, fileMatcher, fillPattern, isLiteral, parsePattern } from "./pattern.ts";
import type { FileMatch, Pattern } from "./pattern.ts";
import { pathRefusal } from "./repository-path.ts";
import type { Mapping, MappingComponent } from "./schema.ts";

export { languageOfPath, languagePaths } from "./language-paths.ts";
export type { LanguagePaths, ServiceLanguage } from "./language-paths.ts";

/**
 * The mapping bound to the files of the repository: globs matched, captures and defaults filled in.
 * @param files paths in git's index, with `/`
 * @throws {MappingError} with all that is wrong: `IL-M05` to `IL-M09`
 */
export function resolveMapping(parsed: ParsedMapping, files: readonly string[]): ResolvedMapping {
  const { value: mapping, path } = parsed;
  const problems: MappingProblem[] = [];
  const index: RepositoryIndex = { files, paths: new Set(files) };
  const bound = mapping.components.flatMap((entry, position) => {
    const scope: EntryScope = { mapping, entry, keys: ["components", position], parsed };
    const found = bindEntry(scope, index);
    problems.push(...found.problems);
    return found.bindings;
  });
  problems.push(...clashes(bound, parsed));
  throwProblems(problems);
  return {
    path,
    // `wlc` and others are given the address of the API; the service is what stands before it.
    service: mapping.service.replace(/\/+$/, "").replace(/\/api$/, ""),
    bindings: bound.map(({ binding }) => binding),
    pullRequest: pullRequestSettings(mapping),
  };
}

interface RepositoryIndex {
  readonly files: readonly string[];
  readonly paths: ReadonlySet<string>;
}

interface EntryScope {
  readonly mapping: Mapping;
  readonly entry: MappingComponent;
  readonly keys: KeyPath;
  readonly parsed: ParsedMapping;
}

interface Bound {
  readonly binding: Binding;
  readonly keys: KeyPath;
}

const patternKeys = ["source", "translations", "component", "project"] as const;
type PatternKey = (typeof patternKeys)[number];
type EntryPatterns = Readonly<Record<PatternKey, Pattern>>;

function bindEntry(scope: EntryScope, index: RepositoryIndex): { bindings: Bound[]; problems: MappingProblem[] } {
  const { mapping, entry, keys, parsed } = scope;
  const patterns: EntryPatterns = {
    source: parsePattern(entry.source),
    translations: parsePattern(entry.translations),
    component: parsePattern(entry.component),
    project: parsePattern(entry.project ?? mapping.project ?? ""),
  };
  const problems = [...patternProblems(scope, patterns), ...aliasProblems(scope)];
  const isSearchable = patterns.source.faults.length === 0 && pathRefusal(entry.source) === undefined;
  const matches = isSearchable ? matchingFiles(entry.source, patterns.source, index) : [];
  if (isSearchable && matches.length === 0) problems.push(nothingFound(scope, patterns.source, index));
  if (problems.length > 0) return { bindings: [], problems };

  const bindings: Bound[] = [];
  for (const match of matches) {
    const binding = bindingOf(scope, patterns, match);
    const fault = bindingFault(binding, match);
    if (fault === undefined) bindings.push({ binding, keys });
    else problems.push(parsed.problem([...keys, fault.key], fault));
  }
  return { bindings, problems };
}

function matchingFiles(source: string, pattern: Pattern, { files, paths }: RepositoryIndex): readonly FileMatch[] {
  if (!isLiteral(pattern)) return fileMatcher(pattern)(files);
  return paths.has(source) ? [{ path: source, captures: {} }] : [];
}

interface PatternProblem extends Omit<ProblemText, "code"> {
  readonly key: PatternKey;
  readonly code?: ProblemText["code"];
}

function patternProblems({ entry, keys, parsed }: EntryScope, patterns: EntryPatterns): MappingProblem[] {
  const captures = captureNames(patterns.source);
  const found: PatternProblem[] = [
    ...patternKeys.flatMap((key) => patterns[key].faults.map((fault) => ({ key, ...fault }))),
    ...sourceProblems(patterns.source),
    ...patternKeys.flatMap((key) => (key === "source" ? [] : usageProblems(key, patterns[key], captures))),
    ...languageProblems(patterns.translations),
    ...(["source", "translations"] as const).flatMap((key): PatternProblem[] => {
      const refusal = pathRefusal(entry[key]);
      const message = `the path in "${key}" is refused: ${refusal ?? ""}`;
      return refusal === undefined ? [] : [{ key, code: "IL-M06", message }];
    }),
  ];
  return found.map(({ key, ...text }) => parsed.problem([...keys, key], { code: "IL-M07", ...text }));
}

function sourceProblems({ parts }: Pattern): PatternProblem[] {
  return parts.flatMap((part): PatternProblem[] => {
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
function usageProblems(key: PatternKey, { parts }: Pattern, captures: readonly string[]): PatternProblem[] {
  const usable = key === "translations" ? [...captures, "language"] : captures;
  return parts.flatMap((part): PatternProblem[] => {
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
function languageProblems({ parts, faults }: Pattern): PatternProblem[] {
  const key = "translations";
  const languages = parts.filter((part) => part.kind === "capture" && part.name === "language");
  const problems = languages.flatMap((part): PatternProblem[] => {
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

function aliasProblems({ mapping, entry, keys, parsed }: EntryScope): MappingProblem[] {
  const aliases = { ...mapping.languages?.aliases, ...entry.languages?.aliases };
  const codes = new Map<string, string>();
  const problems: MappingProblem[] = [];
  for (const [code, alias] of Object.entries(aliases)) {
    const other = codes.get(alias);
    codes.set(alias, code);
    if (other === undefined) continue;
    const isOwn = Object.hasOwn(entry.languages?.aliases ?? {}, code);
    problems.push(
      parsed.problem([...(isOwn ? keys : []), "languages", "aliases", code], {
        code: "IL-M08",
        message: `${other} and ${code} have one alias, "${alias}": their files would be one`,
      }),
    );
  }
  return problems;
}

function nothingFound({ entry, keys, parsed }: EntryScope, source: Pattern, index: RepositoryIndex): MappingProblem {
  const close = nearestPath(entry.source, isLiteral(source), index.files);
  return parsed.problem([...keys, "source"], {
    code: "IL-M05",
    message: isLiteral(source) ? `there is no file ${entry.source}` : `no file matches ${entry.source}`,
    note: didYouMean(close),
    hint: close === undefined ? "Only files that git knows are seen: is it added (`git add`)?" : undefined,
  });
}

/** A path like the one wanted; else one of the same file name elsewhere. */
function nearestPath(wanted: string, isPlain: boolean, files: readonly string[]): string | undefined {
  if (!isPlain) return nearestToGlob(wanted, files);
  const name = wanted.slice(wanted.lastIndexOf("/"));
  return nearest(wanted, files) ?? files.find((path) => `/${path}`.endsWith(`/${name.replace("/", "")}`));
}

/** Compares segment by segment; one with a glob or a capture in it costs nothing. */
function nearestToGlob(pattern: string, files: readonly string[]): string | undefined {
  const segments = pattern.split("/");
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(pattern.replaceAll(/\{[^{}]*\}|[*?]/g, "").length / 3));
  for (const path of files) {
    const others = path.split("/");
    if (others.length !== segments.length) continue;
    let distance = 0;
    for (const [index, segment] of segments.entries()) {
      if (distance > limit) break;
      if (!/[*?{]/.test(segment)) distance += editDistance(segment, others[index] ?? "", limit - distance);
    }
    if (distance > limit || (best !== undefined && distance === limit)) continue;
    best = path;
    limit = distance;
  }
  return best;
}

function bindingOf({ mapping, entry, keys, parsed }: EntryScope, patterns: EntryPatterns, match: FileMatch): Binding {
  return {
    component: componentPath(
      fillPattern(patterns.project, match.captures),
      fillPattern(patterns.component, match.captures),
    ),
    source: match.path,
    translations: fillPattern(patterns.translations, match.captures),
    conflicts: entry.conflicts ?? mapping.conflicts ?? "service",
    languages: languageRules(mapping, entry),
    push: {
      method: entry.push?.method ?? mapping.push?.method ?? "auto",
      translations: entry.push?.translations ?? mapping.push?.translations ?? "never",
    },
    pull: { minimumTranslated: entry.pull?.["minimum-translated"] ?? mapping.pull?.["minimum-translated"] ?? 0 },
    removalLimit: entry["removal-limit"] ?? mapping["removal-limit"] ?? 20,
    place: parsed.place([...keys, "component"]),
  };
}

/** With a project every part before the last is a category; without one the first part is the project. */
function componentPath(project: string, component: string): ComponentPath {
  const parts = project === "" ? component.split("/") : [project, ...component.split("/")];
  return {
    project: parts[0] ?? "",
    categories: parts.slice(1, -1),
    component: parts.length > 1 ? (parts.at(-1) ?? "") : "",
  };
}

function languageRules(mapping: Mapping, entry: MappingComponent): LanguageRules {
  const aliases = { ...mapping.languages?.aliases, ...entry.languages?.aliases };
  const only = entry.languages?.only ?? mapping.languages?.only;
  return {
    aliases: Object.fromEntries(Object.entries(aliases).map(([code, alias]) => [serviceCode(code), alias])),
    ...(only === undefined ? {} : { only: only.map(serviceCode) }),
    except: (entry.languages?.except ?? mapping.languages?.except ?? []).map(serviceCode),
  };
}

/** People write `pt-BR` for `pt_BR`; the service's codes have no hyphen. */
function serviceCode(code: string): string {
  return code.includes("-") ? (parseLanguage(code) ?? code) : code;
}

interface BindingFault extends ProblemText {
  readonly key: PatternKey;
}

function bindingFault(binding: Binding, match: FileMatch): BindingFault | undefined {
  const { project, categories, component } = binding.component;
  const from = Object.keys(match.captures).length === 0 ? "" : ` (from ${match.path})`;
  if (component === "") {
    return {
      key: "component",
      code: "IL-M09",
      message: `"${project}"${from} is in no project`,
      hint: "Set `project` for the whole mapping or here, or write project/component.",
    };
  }
  for (const slug of [project, ...categories, component]) {
    if (/^[A-Za-z0-9_-]+$/.test(slug)) continue;
    return {
      key: "component",
      code: "IL-M09",
      message: `"${slug}"${from} is no slug`,
      hint: "Slugs have letters, digits, _ and - only. Give such a file an entry of its own, and a glob that passes it by here.",
    };
  }
  const captured = Object.values(match.captures).find((value) => /[{}]/.test(value));
  if (captured !== undefined) {
    return {
      key: "source",
      code: "IL-M07",
      message: `"${captured}" (from ${match.path}) has braces, which a pattern cannot hold`,
    };
  }
  const refusal = pathRefusal(binding.translations.replace(/\{language[^}]*\}/, "en"));
  if (refusal === undefined) return undefined;
  return {
    key: "translations",
    code: "IL-M06",
    message: `the path ${binding.translations}${from} is refused: ${refusal}`,
  };
}

/** What two bindings may not share. Languages that meet on one path show once the service's are known: `languagePaths`. */
const shared: readonly {
  readonly key: PatternKey;
  readonly of: (binding: Binding) => string;
  readonly message: (value: string, binding: Binding, other: Binding) => string;
}[] = [
  {
    key: "component",
    of: ({ component }) => componentName(component),
    message: (value, { source }, other) => `${value} is bound twice: to ${other.source} and to ${source}`,
  },
  {
    key: "source",
    of: ({ source }) => source,
    message: (value, { component }, other) =>
      `${value} is the source of two components: ${componentName(other.component)} and ${componentName(component)}`,
  },
  {
    key: "translations",
    of: ({ translations }) => translations.replace(/\{language[^}]*\}/, "{language}"),
    message: (value, { component }, other) =>
      `the translations of two components would be one file, ${value}: ${componentName(other.component)} and ${componentName(component)}`,
  },
];

function clashes(bound: readonly Bound[], parsed: ParsedMapping): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const owners = shared.map(() => new Map<string, Bound>());
  for (const item of bound) {
    for (const [index, { key, of, message }] of shared.entries()) {
      const value = of(item.binding);
      const other = owners[index]?.get(value);
      if (other === undefined) {
        owners[index]?.set(value, item);
        continue;
      }
      const isSameEntry = isDeepStrictEqual(other.keys, item.keys);
      const line = parsed.place(other.keys).line ?? 0;
      const hint = isSameEntry
        ? `Catch what makes the files differ in a capture {name} of "source", and use it in "${key}".`
        : `The other entry is at line ${String(line)}.`;
      problems.push(
        parsed.problem([...item.keys, key], {
          code: "IL-M08",
          message: message(value, item.binding, other.binding),
          hint,
        }),
      );
      // The first thing two entries share says it all.
      break;
    }
  }
  return problems;
}

function pullRequestSettings(mapping: Mapping): PullRequestSettings {
  const settings = mapping["pull-request"];
  const credit = settings?.["credit-translators"] ?? "noreply";
  return {
    branch: settings?.branch ?? "interlinear/{base}",
    ...(settings?.title === undefined ? {} : { title: settings.title }),
    labels: settings?.labels ?? [],
    creditTranslators: typeof credit === "boolean" ? (credit ? "noreply" : "off") : credit,
  };
}
