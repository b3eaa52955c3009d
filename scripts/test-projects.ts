import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
/** Modules by which a test starts another process or thread. */
const starters: ReadonlySet<string> = new Set(["node:child_process", "node:cluster", "node:worker_threads"]);

const unitTests = ["src/**/*.test.ts", "test/support/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"];
const ofTier = (tier: string): readonly string[] =>
  unitTests.map((pattern) => pattern.replace(".test.ts", `.${tier}.test.ts`));

/** Import clauses hold neither quotes nor brackets of calls; types are gone when the program runs. */
const STATIC_IMPORT = /^\s*(?:import|export)\b(?!\s+type\b)(?:[^;"'()]*?\bfrom)?\s*"([^"]+)"/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*"([^"]+)"/g;

/** What a module loads when it runs: names of packages and paths written in it. */
export function importsIn(text: string): readonly string[] {
  return [STATIC_IMPORT, DYNAMIC_IMPORT].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/**
 * Whether each file loads, over any number of modules, one that starts processes or threads.
 * @param read text of a file
 */
export function startsProcesses(files: readonly string[], read: (path: string) => string): (file: string) => boolean {
  const importers = new Map<string, string[]>();
  const known = new Set(files);
  for (const file of known) {
    for (const name of importsIn(read(file))) {
      const imported = name.startsWith(".") ? join(dirname(file), name) : name;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      if (name.startsWith(".") && /\.tsx?$/.test(name)) known.add(imported);
    }
  }
  const reached = new Set(starters);
  for (const module of reached) for (const importer of importers.get(module) ?? []) reached.add(importer);
  return (file) => reached.has(file);
}

export interface TestProjects {
  readonly unit: readonly string[];
  /** What is dear: `npm run test:extended` runs it, on every push. */
  readonly extended: readonly string[];
  /** What needs minutes or a quiet machine: only `npm run test:full` runs it. */
  readonly full: readonly string[];
  /** Those of `unit` that start processes and belong to `npm test`. */
  readonly withProcesses: readonly string[];
}

/** Globs of the unit tests, and which of them need a process of their own: their imports tell. */
export function testProjects(): TestProjects {
  const [extended, full] = [ofTier("extended"), ofTier("full")];
  const files = globSync(unitTests, { cwd: root, exclude: [...extended, ...full] }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const starts = startsProcesses(files, (path) => readFileSync(join(root, path), "utf8"));
  return { unit: unitTests, extended, full, withProcesses: files.filter(starts).toSorted() };
}
