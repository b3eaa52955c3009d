import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a process loaded and started: the same on every machine. */
export interface LoadedByNode {
  /** Bytes of the files that it loaded as modules. */
  readonly bytes: number;
  /** Addresses of these files. */
  readonly files: readonly string[];
  /** Node's own modules, of those that cost most: `internal/deps/undici/undici`. */
  readonly builtIn: readonly string[];
  /** First arguments of the processes that it started. */
  readonly started: readonly string[];
}

/** JavaScript that keeps, in `started`, the first argument of each process that this one starts. */
export const NOTES_STARTED = `const children = process.getBuiltinModule("node:child_process");
const { spawn } = children;
const started = [];
children.spawn = (program, args, ...others) => {
  started.push(args.filter((word) => /^[a-z]/.test(word))[0] ?? program);
  return spawn(program, args, ...others);
};`;

/**
 * A module that Node is to load first, and that writes down at the process's end what came after it.
 * @param folder an existing one
 */
export async function loadMeter(
  folder: string,
): Promise<{ readonly NODE_OPTIONS: string; readonly read: () => Promise<LoadedByNode> }> {
  const [meter, seen] = [join(folder, "load-meter.mjs"), join(folder, "loaded.json")];
  await writeFile(
    meter,
    `import { registerHooks } from "node:module";
const { writeFileSync } = process.getBuiltinModule("node:fs");
${NOTES_STARTED}
let bytes = 0;
const files = [];
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (url.startsWith("file:")) {
      bytes += loaded.source?.length ?? 0;
      files.push(url);
    }
    return loaded;
  },
});
const before = new Set(process.moduleLoadList);
process.on("exit", () => {
  const builtIn = process.moduleLoadList.filter((name) => !before.has(name)).map((name) => name.replace(/^\\S+ /, ""));
  writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ bytes, files, builtIn, started }));
});`,
  );
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(meter).href}`,
    read: async () => {
      const loaded: LoadedByNode = JSON.parse(await readFile(seen, "utf8"));
      return loaded;
    },
  };
}
