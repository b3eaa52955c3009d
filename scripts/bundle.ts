import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { rolldown, type InputOptions, type OutputChunk, type OutputOptions, type Plugin } from "rolldown";
import { licensesOf } from "./licenses.ts";
import { root } from "./stage.ts";

/**
 * They do nothing by being loaded: what we use nothing of stays out. `@actions/core` imports an HTTP client for OpenID tokens,
 * which we ask for none of, and that would load all of undici.
 */
const WITHOUT_EFFECTS = /[\\/]node_modules[\\/]@actions[\\/]/;

/**
 * An `import` of Node's own module evaluates every getter that the module has: `node:http` brings all of Node's undici by that, and
 * `node:util` a text decoder and a diff. What is asked for by function brings only what is used of it.
 */
const BUILT_IN =
  /^import (?:\{(?<names>[^}]*)\}|(?:\* as )?(?<whole>[\w$]+)) from "(?<name>node:[^"]+|os|fs|crypto|module)";$/gmu;
const withoutFacades: Plugin = {
  name: "without-facades",
  renderChunk: (code) =>
    code.replaceAll(BUILT_IN, (_, names: string | undefined, whole: string | undefined, name: string) => {
      const pattern = names === undefined ? whole : `{${names.replaceAll(" as ", ": ")}}`;
      return `const ${pattern} = globalThis.process.getBuiltinModule("${name}");`;
    }),
};

/**
 * V8 keeps a text with one character above U+00FF at two bytes for each of its characters: of what a run loads, 1.7 MB more.
 * Between quotes and in expressions an escape means the same; with `String.raw` and in a name nobody writes such a character.
 */
const inOneByte: Plugin = {
  name: "in-one-byte",
  // Not as each is rendered: what prints them after that writes the characters again.
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk") file.code = file.code.replaceAll(/[^\p{ASCII}]/gu, escaped);
  },
};

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at);
    return String.raw`\u${unit.toString(16).padStart(4, "0")}`;
  }).join("");

/** Of HTTP/2, which our connections never speak, undici loads all. */
const withoutHttp2: Plugin = {
  name: "without-http2",
  load: {
    filter: { id: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ },
    handler: () => "module.exports = undefined;",
  },
};

/** Modules that are to be loaded from few files. */
interface Gathered {
  /** Below the project's folder; what one loads, those before it have loaded. */
  readonly sources: readonly string[];
  /** Modules that load parts of the same, and are not to load the rest with them; several count as one. Of {@link CALCULATIONS} what they load later counts. */
  readonly beside: readonly (string | readonly [string, ...string[]])[];
  /** The same, where each loads another part: it stays in files of its own. */
  readonly without?: readonly string[];
}

/**
 * Otherwise what the same ones of all entries and commands load is a file, ninety for a run, and Node finds, reads and looks up each
 * by itself: a sixth of the processor's time of a run that has nothing to do.
 */
function inFewFiles(gathered: readonly Gathered[]): {
  readonly plugin: Plugin;
  readonly input: InputOptions;
  readonly output: OutputOptions;
} {
  const parts = new Map<string, string>();
  const plugin: Plugin = {
    name: "in-few-files",
    buildEnd() {
      const begun = (entry: string): readonly string[] => {
        const id = join(root, entry);
        return [id, ...(entry === CALCULATIONS ? (this.getModuleInfo(id)?.dynamicallyImportedIds ?? []) : [])];
      };
      const loadedBy = (...entries: readonly string[]): ReadonlySet<string> => {
        const modules = new Set(entries.flatMap(begun));
        // A set that grows while it is walked through is walked to its end.
        for (const id of modules) for (const other of this.getModuleInfo(id)?.importedIds ?? []) modules.add(other);
        return modules;
      };
      for (const { sources, beside, without = [] } of gathered) {
        const others = beside
          .map((each) => (typeof each === "string" ? ([each] as const) : each))
          .map((entries) => ({ name: basename(entries[0], ".ts"), modules: loadedBy(...entries) }));
        const left = loadedBy(...without);
        for (const source of sources) {
          for (const id of loadedBy(source)) {
            const names = others.filter(({ modules }) => modules.has(id)).map(({ name }) => name);
            if (!parts.has(id) && !left.has(id)) parts.set(id, [basename(source, ".ts"), ...names].join("-"));
          }
        }
      }
    },
  };
  const groups = [{ name: (id: string) => parts.get(id) }];
  const codeSplitting = { includeDependenciesRecursively: false, groups };
  // An entry's own file may hold what others use of it.
  return { plugin, input: { preserveEntrySignatures: "allow-extension" }, output: { codeSplitting } };
}

/** Of what a runner fetches with every job: small. Names stay, for whoever reads a stack trace. */
export const actionOutput: OutputOptions = {
  chunkFileNames: "[name].js",
  comments: false,
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
};

/**
 * Bundles entries with everything they need into a folder of its own, which is emptied before. A chunk begins at every
 * `import()`, and is loaded when one asks for it. The same sources give the same bytes everywhere.
 * @param input name of each entry → its source, below the project's folder
 */
export async function bundle(
  input: Readonly<Record<string, string>>,
  folder: string,
  output: OutputOptions = {},
  gathered?: readonly Gathered[],
): Promise<readonly OutputChunk[]> {
  const dir = join(root, folder);
  const few = gathered && inFewFiles(gathered);
  await rm(dir, { recursive: true, force: true });
  await using build = await rolldown({
    cwd: root,
    input: { ...input },
    ...few?.input,
    platform: "node",
    // pg asks for it where somebody installed it.
    external: ["pg-native"],
    treeshake: { moduleSideEffects: [{ test: WITHOUT_EFFECTS, sideEffects: false }] },
    plugins: [withoutFacades, withoutHttp2, inOneByte, few?.plugin],
    // What one command loads when it is wanted, another begins with.
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  });
  const names = { format: "esm", dir, entryFileNames: "[name].js" } as const;
  const { output: files } = await build.write({ ...names, ...few?.output, ...output });
  const chunks = files.filter((file) => file.type === "chunk");
  await writeFile(join(dir, "licenses.txt"), await licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
  return chunks;
}

/** What a service's threads calculate: each is loaded when it is asked for, and without what answers requests. */
const CALCULATIONS = "src/service/threads/calculations.ts";

const THREADS = [
  "src/git/starter-process.ts",
  "src/service/memory/index-thread.ts",
  "src/service/threads/thread.ts",
  "src/store/sqlite/reader-thread.ts",
];

/** The command line: a run is in few files, as is what a service starts with, and what has little to load stays small. */
export const bundleProgram = (
  input: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly OutputChunk[]> =>
  bundle({ main: "src/cli/main.ts", ...input }, folder, { chunkFileNames: "chunks/[name].js" }, [
    {
      sources: [
        "src/cli/commands/sync.ts",
        "src/workspace/bind-mapping.ts",
        "src/network/pooled-connections.ts",
        "src/sync/whole-run.ts",
      ],
      beside: [
        "src/cli/main.ts",
        "src/cli/run-cli.ts",
        "src/cli/commands/bot.ts",
        "src/cli/commands/check.ts",
        "src/cli/commands/merge.ts",
        "src/cli/commands/review.ts",
        "src/cli/commands/serve-admin.ts",
        ["src/cli/commands/serve.ts", CALCULATIONS],
        "src/cli/commands/units.ts",
        ...THREADS,
      ],
    },
    {
      // What a service begins with, then what the first of those who use it ask for.
      sources: [
        "src/cli/commands/serve.ts",
        "src/service/routes/translations.ts",
        "src/service/routes/units.ts",
        "src/service/http/site-page.ts",
      ],
      beside: [
        "src/cli/main.ts",
        "src/cli/run-cli.ts",
        "src/cli/commands/serve-admin.ts",
        "src/bot/processes/job-process.ts",
        "src/server/start-bot.ts",
        ...THREADS,
      ],
      without: [
        CALCULATIONS,
        "src/cli/commands/check.ts",
        "src/cli/commands/merge.ts",
        "src/cli/commands/review.ts",
        "src/cli/commands/units.ts",
      ],
    },
  ]);
