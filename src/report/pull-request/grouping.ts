import { type CommitText, type FileChange, MERGED_TRAILER, SERVICE_TRAILER } from "../../forge/forge.ts";
import type { GroupBy } from "../../mapping/binding.ts";
import type { FileOutcome, RunResult, Translator } from "../../sync/plan.ts";

/** What a run brought home, ready for a forge. */
export interface Harvest {
  readonly result: RunResult;
  readonly files: readonly FileChange[];
  readonly trailers: readonly Trailer[];
}

/** One of the pull requests that a run is divided into. */
export interface Group {
  readonly by: Exclude<GroupBy, "none">;
  /** `de`, `acme/website`, `acme`: stands in the branch's name. */
  readonly key: string;
  /** For people: `German`, `acme/website`. */
  readonly name: string;
}

export interface GroupedHarvest extends Harvest {
  /** Undefined where all goes into one pull request. */
  readonly group: Group | undefined;
}

/** What belongs to a component, and mostly to one of its languages. */
interface Owned {
  readonly component: string;
  readonly language?: string;
}

/** The group of a component's language; undefined where all goes into one. */
export function groupKey(
  groupBy: GroupBy,
  { component, language }: { readonly component: string; readonly language: string },
): string | undefined {
  switch (groupBy) {
    case "none": {
      return undefined;
    }
    case "language": {
      return language;
    }
    case "component": {
      return component;
    }
    case "project": {
      return projectOf(component);
    }
  }
}

/**
 * Divides what a run brought home: every file goes into exactly one part, with all that is known of it. Parts without a
 * file are none.
 */
export function grouped(harvest: Harvest, groupBy: GroupBy): readonly GroupedHarvest[] {
  if (harvest.files.length === 0) return [];
  if (groupBy === "none") return [{ ...harvest, group: undefined }];
  const owners = ownersOf(harvest.result);
  const byKey = Map.groupBy(harvest.files, ({ path }) => {
    const owner = owners.get(path);
    if (owner === undefined) throw new Error(`${path} changed, and the run does not say what it is`);
    return groupKey(groupBy, owner) ?? "";
  });
  return [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, files]) => partOf(harvest, groupBy, key, files, owners));
}

/** Whose each path is. */
function ownersOf({ files, plan }: RunResult): ReadonlyMap<string, Required<Owned>> {
  const steps = plan.steps.flatMap((step) =>
    "path" in step ? [{ path: step.path, component: step.component, language: step.language }] : [],
  );
  return new Map([...steps, ...files].map(({ path, component, language }) => [path, { component, language }]));
}

function partOf(
  { result, trailers }: Harvest,
  by: Group["by"],
  key: string,
  files: readonly FileChange[],
  owners: ReadonlyMap<string, Required<Owned>>,
): GroupedHarvest {
  const paths = new Set(files.map(({ path }) => path));
  const outcomes = result.files.filter(({ path }) => paths.has(path));
  const components = new Set([...paths].map((path) => owners.get(path)?.component));
  const projects = new Set([...components].map((component) => projectOf(component ?? "")));
  // What is said of a whole component concerns each of its languages.
  const isOwn = ({ component, language }: Owned): boolean =>
    language === undefined ? components.has(component) : groupKey(by, { component, language }) === key;
  return {
    group: { by, key, name: groupName(by, key, outcomes) },
    files,
    trailers: trailers.filter((trailer) => isKept(trailer, paths)),
    result: {
      ...result,
      plan: { ...result.plan, steps: result.plan.steps.filter(isOwn), findings: result.plan.findings.filter(isOwn) },
      steps: result.steps.filter(({ step }) => isOwn(step)),
      files: outcomes,
      conflicts: result.conflicts.filter(isOwn),
      broken: result.broken.filter(isOwn),
      health: result.health.filter(({ component }) => components.has(component) || projects.has(component)),
      statistics: result.statistics.filter(isOwn),
      translators: result.translators.flatMap((translator) => translatorOf(translator, paths)),
    },
  };
}

function groupName(by: Group["by"], key: string, outcomes: readonly FileOutcome[]): string {
  return by === "language" ? (outcomes[0]?.languageName ?? key) : key;
}

/** What is remembered of the service's files goes with the file; everything else with each part. */
function isKept({ name, value }: Trailer, paths: ReadonlySet<string>): boolean {
  const isMemory = name === SERVICE_TRAILER || name === MERGED_TRAILER;
  return !isMemory || paths.has(value.slice(value.indexOf(" ") + 1));
}

/** A translator with what they did in these files; nobody where that is nothing. */
function translatorOf(translator: Translator, paths: ReadonlySet<string>): readonly Translator[] {
  if (translator.files === undefined) return [translator];
  const files = Object.entries(translator.files).filter(([path]) => paths.has(path));
  const strings = files.reduce((sum, [, count]) => sum + count, 0);
  return strings === 0 ? [] : [{ ...translator, strings, files: Object.fromEntries(files) }];
}

function projectOf(component: string): string {
  return component.split("/", 1)[0] ?? component;
}

export type Trailer = CommitText["trailers"][number];
