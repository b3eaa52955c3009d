import { defined } from "../core/defined.ts";
import { lastingCode } from "../catalog/renamed-languages.ts";
import type { Binding, ComponentPath, LanguageRules, PullRules, ResolvedMapping } from "./binding.ts";
import { bindableBetween, type PathEnds } from "./bindable-path.ts";
import { catalogueFiles, isCatalogue } from "./catalogue-paths.ts";
import { clashes } from "./clashes.ts";
import type { Bound } from "./clashes.ts";
import { contradictions } from "./contradictions.ts";
import { patternProblems } from "./entry-patterns.ts";
import type { EntryPatterns, PatternProblem } from "./entry-patterns.ts";
import { throwProblems } from "./errors.ts";
import type { MappingProblem } from "./errors.ts";
import { parseLanguage } from "./language-code.ts";
import type { ParsedMapping } from "./load.ts";
import type { KeyPath } from "./mapping-source.ts";
import { pathGuesses } from "./nearest-path.ts";
import { didYouMean } from "./nearest.ts";
import { exclusion, fileMatcher, fillPattern, fixedEnds, isLiteral, parsePattern } from "./pattern.ts";
import type { FileMatch, Pattern } from "./pattern.ts";
import { pathRefusal } from "./repository-path.ts";
import { mappingDefaults } from "./mapping-defaults.ts";
import type { Mapping, MappingComponent } from "./schema.ts";
import { translationSets } from "./translation-sets.ts";
import { nameBeside } from "./mapping-name.ts";
import { TimeAllowance } from "./time-allowance.ts";
import { branchSettings, commitSettings, freezeSettings, pullRequestSettings, reviewSettings } from "./settings.ts";

export { languageOfPath, languagePaths } from "./language-paths.ts";

/**
 * The mapping bound to the files of the repository: globs matched, captures and defaults filled in.
 * @param files paths in git's index, with `/`
 * @throws {MappingError} with all that is wrong: `IL-M05` to `IL-M09`, `IL-M12`
 */
export function resolveMapping(parsed: ParsedMapping, files: readonly string[]): ResolvedMapping {
  const { value: mapping, path } = parsed;
  const { bindings, problems } = bindMapping(parsed, files);
  throwProblems(problems);
  const beside = nameBeside(path, files);
  return {
    path,
    ...defined({ beside }),
    // `wlc` and others are given the address of the API; the service is what stands before it.
    service: mapping.service.replace(/\/+$/, "").replace(/\/api$/, ""),
    bindings,
    pullRequest: pullRequestSettings(mapping, beside),
    commit: commitSettings(mapping),
    review: reviewSettings(mapping),
    branches: branchSettings(mapping),
    freeze: freezeSettings(mapping),
    tellTranslators: mapping["tell-translators"] ?? false,
    withLock: mapping["with-lock"] ?? false,
  };
}

/** More are no quicker than to look at every file. */
const MOST_ENDS = 16;

/** What paths that the mapping's entries may be bound to begin and end with; undefined where there are too many patterns. */
export function bindableEnds({ value: { components } }: ParsedMapping): readonly PathEnds[] | undefined {
  const ends = new Map(
    components
      .flatMap(({ source, translations }) => [source ?? translations, translations])
      .map((pattern) => fixedEnds(parsePattern(pattern)))
      .map((each) => [JSON.stringify(each), each] as const),
  );
  return ends.size > MOST_ENDS ? undefined : [...ends.values()];
}

/** Tells paths that no entry of the mapping can be bound to; undefined where there are too many patterns. */
export function bindablePath(parsed: ParsedMapping): ((path: string) => boolean) | undefined {
  return bindableBetween(bindableEnds(parsed));
}

/** Far more than it takes to match every entry with every file, as long as no pattern is one that takes forever. */
function allowedTime(entries: number, files: number): TimeAllowance {
  return new TimeAllowance(Math.min(60_000, 5_000 + entries * files * 400e-6));
}

/**
 * The same where mistakes are to be told instead of thrown: what could be bound, and what is wrong.
 * @param time that matching may take
 */
export function bindMapping(
  parsed: ParsedMapping,
  files: readonly string[],
  time = allowedTime(parsed.value.components.length, files.length),
): { readonly bindings: readonly Binding[]; readonly problems: readonly MappingProblem[] } {
  const problems: MappingProblem[] = [];
  const { components } = parsed.value;
  const index = new RepositoryIndex(files, components.length);
  const bound: Bound[] = [];
  for (const [position, entry] of components.entries()) {
    const scope: EntryScope = { mapping: parsed.value, entry, keys: ["components", position], parsed };
    const done = time.take(() => bindEntry(scope, index));
    for (const problem of done?.result.problems ?? [endless(scope)]) problems.push(problem);
    if (done === undefined) break;
    for (const one of done.result.bindings) bound.push(one);
  }
  const all = { mapping: parsed.value, keys: [], parsed };
  const others = [...limitProblems(all, parsed.value.pull), ...contradictions(parsed), ...clashes(bound, parsed)];
  return { bindings: bound.map(({ binding }) => binding), problems: [...problems, ...others] };
}

/** Of more entries each looks at what begins as its own paths do: to put the files into an order takes as long as to match some entries. */
const MOST_WHOLE_LOOKS = 16;

class RepositoryIndex {
  readonly files: readonly string[];
  readonly guess: ReturnType<typeof pathGuesses>;
  readonly #entries: number;
  #paths: ReadonlySet<string> | undefined;
  /** Places in `files`, by their paths. */
  #ordered: Uint32Array | undefined;

  /** @param entries how many a mapping has */
  constructor(files: readonly string[], entries: number) {
    this.files = files;
    this.guess = pathGuesses(files);
    this.#entries = entries;
  }

  /** What a pattern with such a beginning may match, in the order of all files. */
  candidates({ prefix }: Pick<PathEnds, "prefix">): readonly string[] {
    if (this.#entries <= MOST_WHOLE_LOOKS || prefix === "") return this.files;
    this.#ordered ??= Uint32Array.from(this.files.keys()).sort((one, other) =>
      this.#at(one) < this.#at(other) ? -1 : 1,
    );
    const begin = this.#first((path) => path >= prefix);
    const end = this.#first((path) => path >= prefix && !path.startsWith(prefix));
    return Array.from(this.#ordered.slice(begin, end).sort(), (place) => this.#at(place));
  }

  #at(place: number): string {
    return this.files[place] ?? "";
  }

  /** How many paths come before the first of which something is true, as it is of all that follow. */
  #first(isTrue: (path: string) => boolean): number {
    let [low, high] = [0, this.files.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTrue(this.#at(this.#ordered?.[middle] ?? 0))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** For paths without a glob: a mapping that has globs alone needs no set of all files. */
  has(path: string): boolean {
    this.#paths ??= new Set(this.files);
    return this.#paths.has(path);
  }
}

interface EntryScope {
  readonly mapping: Mapping;
  readonly entry: MappingComponent;
  readonly keys: KeyPath;
  readonly parsed: ParsedMapping;
}

function bindEntry(scope: EntryScope, index: RepositoryIndex): { bindings: Bound[]; problems: MappingProblem[] } {
  const { mapping, entry, keys, parsed } = scope;
  const patterns: EntryPatterns = {
    source: parsePattern(entry.source ?? ""),
    translations: parsePattern(entry.translations),
    component: parsePattern(entry.component),
    project: parsePattern(entry.project ?? mapping.project ?? ""),
  };
  const problems = [
    ...patternProblems(patterns, entry).map(({ key, ...text }) => parsed.problem([...keys, key], text)),
    ...aliasProblems(scope),
    ...limitProblems(scope, entry.pull),
  ];
  const isExcluded = exclusion(entry.exclude);
  const isWhole = isCatalogue(entry.translations);
  const searched = entry.source === undefined || isWhole ? "translations" : "source";
  const path = entry[searched] ?? "";
  const isSearchable =
    patterns[searched].faults.length === 0 &&
    pathRefusal(path) === undefined &&
    (searched === "source" || problems.length === 0);
  const matches = isSearchable
    ? searched === "source" || isWhole
      ? matchingFiles(path, patterns[searched], index).filter((match) => !isExcluded(match.path))
      : translationSets(
          { translations: path, aliases: aliasesOf(scope), exclude: entry.exclude },
          index.candidates(fixedEnds(patterns.translations)),
        )
    : [];
  if (isSearchable && matches.length === 0) problems.push(nothingFound(scope, searched, patterns[searched], index));
  if (problems.length > 0) return { bindings: [], problems };

  const bindings: Bound[] = [];
  const rules = rulesOf(scope);
  for (const match of matches) {
    const binding: Binding = { ...placeOf(scope, patterns, match), ...rules };
    const fault = bindingFault(binding, match);
    if (fault === undefined) bindings.push({ binding, keys });
    else problems.push(parsed.problem([...keys, fault.key], fault));
  }
  return { bindings, problems };
}

function matchingFiles(source: string, pattern: Pattern, index: RepositoryIndex): readonly FileMatch[] {
  if (!isLiteral(pattern)) return fileMatcher(pattern)(index.candidates(fixedEnds(pattern)));
  return index.has(source) ? [{ path: source, captures: {} }] : [];
}

function aliasesOf({ mapping, entry }: Pick<EntryScope, "mapping" | "entry">): Readonly<Record<string, string>> {
  return { ...mapping.languages?.aliases, ...entry.languages?.aliases };
}

function aliasProblems(scope: EntryScope): MappingProblem[] {
  const { entry, keys, parsed } = scope;
  const aliases = aliasesOf(scope);
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

/** A language that stays above more than what lets it in would go as soon as it came. */
function limitProblems(
  { mapping, keys, parsed }: Pick<EntryScope, "mapping" | "keys" | "parsed">,
  own: MappingComponent["pull"],
): MappingProblem[] {
  const { minimumTranslated, keepAbove } = pullRules(mapping, own);
  const key = (["keep-above", "minimum-translated"] as const).find((each) => own?.[each] !== undefined);
  if (keepAbove <= minimumTranslated || key === undefined) return [];
  return [
    parsed.problem([...keys, "pull", key], {
      code: "IL-M03",
      message: `keep-above is ${String(keepAbove)}, more than minimum-translated, ${String(minimumTranslated)}`,
      hint: "A language comes at minimum-translated and stays above keep-above, which is the smaller of the two.",
    }),
  ];
}

function nothingFound(
  { entry, keys, parsed }: EntryScope,
  key: "source" | "translations",
  pattern: Pattern,
  index: RepositoryIndex,
): MappingProblem {
  const path = entry[key] ?? "";
  if (entry.exclude !== undefined && fileMatcher(pattern)(index.candidates(fixedEnds(pattern))).length > 0) {
    return parsed.problem([...keys, "exclude"], {
      code: "IL-M05",
      message: `"exclude" leaves no file of those that ${path} matches`,
      hint: "Narrow `exclude`, or remove the entry.",
    });
  }
  const folder = `${path}/`;
  const inside = isLiteral(pattern)
    ? index.candidates({ prefix: folder }).filter((file) => file.startsWith(folder))
    : [];
  if (inside.length > 0) {
    const example = inside.find((file) => /(?:^|[/._-])en(?:[/._-])/.test(file)) ?? inside[0] ?? "";
    return parsed.problem([...keys, key], {
      code: "IL-M05",
      message: `${path} is a folder`,
      hint: `Name the file in the source language: ${JSON.stringify(example)}.`,
    });
  }
  const close = index.guess(path, isLiteral(pattern));
  // Git has a submodule, or a link to a folder, as one entry, and nothing of what is in it.
  const entered = foldersAbove(path).find((above) => index.has(above));
  if (entered !== undefined) {
    return parsed.problem([...keys, key], {
      code: "IL-M05",
      message: `${entered} is no folder in git but a submodule, a symbolic link or a file`,
      piece: entered,
      note: didYouMean(close),
      hint: "Name the file where it is itself; the files of a submodule belong into a mapping in that repository.",
    });
  }
  return parsed.problem([...keys, key], {
    code: "IL-M05",
    message: isLiteral(pattern) ? `there is no file ${path}` : `no file matches ${path}`,
    note: didYouMean(close),
    hint: close === undefined ? "Interlinear sees only files that git knows: did you add it (`git add`)?" : undefined,
  });
}

/** `a/b/c` → `a`, `a/b` */
function foldersAbove(path: string): readonly string[] {
  return path.split("/").flatMap((_, depth, parts) => (depth === 0 ? [] : [parts.slice(0, depth).join("/")]));
}

function endless({ entry, keys, parsed }: EntryScope): MappingProblem {
  const key = entry.source === undefined ? "translations" : "source";
  return parsed.problem([...keys, key], {
    code: "IL-M07",
    message: `it takes too long to tell which files match ${entry[key] ?? ""}`,
    hint: "Write fewer wildcards and captures into one part of the path.",
  });
}

/** What differs from one file that an entry matches to the next. */
function placeOf(
  { entry }: EntryScope,
  patterns: EntryPatterns,
  match: FileMatch,
): Pick<Binding, "component" | "source" | "translations"> {
  return {
    component: componentPath(
      fillPattern(patterns.project, match.captures),
      fillPattern(patterns.component, match.captures),
    ),
    ...(isCatalogue(entry.translations)
      ? catalogueFiles(match.path)
      : {
          source: entry.source === undefined ? undefined : match.path,
          translations: fillPattern(patterns.translations, match.captures),
        }),
  };
}

/** What all files of an entry share. */
function rulesOf({ mapping, entry, keys, parsed }: EntryScope): Omit<Binding, keyof ReturnType<typeof placeOf>> {
  return {
    ...(entry.exclude !== undefined && { exclude: entry.exclude }),
    conflicts: entry.conflicts ?? mapping.conflicts ?? mappingDefaults.conflicts,
    checks: entry.checks ?? mapping.checks ?? mappingDefaults.checks,
    languages: languageRules(mapping, entry),
    push: pushRules(mapping, entry.push),
    pull: pullRules(mapping, entry.pull),
    removalLimit: entry["removal-limit"] ?? mapping["removal-limit"] ?? mappingDefaults.removalLimit,
    place: parsed.place([...keys, "component"]),
    servicePlace: parsed.place(["service"]),
    ...(entry.project === undefined
      ? mapping.project === undefined
        ? {}
        : { projectPlace: parsed.place(["project"]) }
      : { projectPlace: parsed.place([...keys, "project"]) }),
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
    ...(only !== undefined && { only: only.map(serviceCode) }),
    except: (entry.languages?.except ?? mapping.languages?.except ?? []).map(serviceCode),
    request: (entry.languages?.request ?? mapping.languages?.request ?? []).map(serviceCode),
  };
}

function pushRules(mapping: Mapping, own: MappingComponent["push"]): Binding["push"] {
  const rules = { ...mapping.push, ...own };
  return {
    method: rules.method ?? mappingDefaults.pushMethod,
    translations: rules.translations ?? mappingDefaults.pushTranslations,
    ...(rules.as === undefined || rules.as === mappingDefaults.pushAs ? {} : { as: rules.as }),
  };
}

function pullRules(mapping: Mapping, own: MappingComponent["pull"]): PullRules {
  const rules = { ...mapping.pull, ...own };
  const isJudgedAlone = own?.["minimum-translated"] !== undefined || own?.["keep-above"] !== undefined;
  return {
    ...(isJudgedAlone ? { isJudgedAlone } : {}),
    ...(rules["approved-only"] === true ? { approvedOnly: true } : {}),
    minimumTranslated: rules["minimum-translated"] ?? mappingDefaults.minimumTranslated,
    keepAbove: rules["keep-above"] ?? mappingDefaults.keepAbove,
    prune: rules.prune ?? mappingDefaults.prune,
    pruneLimit: rules["prune-limit"] ?? mappingDefaults.pruneLimit,
  };
}

/** People write `pt-BR` for `pt_BR`; the service's codes have no hyphen. Services of 2026 say `nb` for `nb_NO`. */
function serviceCode(code: string): string {
  return lastingCode(code.includes("-") ? (parseLanguage(code) ?? code) : code);
}

function bindingFault(binding: Binding, match: FileMatch): PatternProblem | undefined {
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
      key: binding.source === undefined ? "translations" : "source",
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
