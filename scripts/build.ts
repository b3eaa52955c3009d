/**
 * `npm run build`: the command line and the library to `lib/`, the action to `dist/action/`, each with everything it needs.
 * Chunks that only some runs need are files of their own, beside the entry, and loaded when one asks for them. The same
 * sources give the same bytes everywhere.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown, type InputOptions, type OutputChunk, type OutputOptions } from "rolldown";
import { outgrown } from "./bundle-size.ts";
import { licensesOf } from "./licenses.ts";
import { root } from "./stage.ts";

/**
 * They do nothing by being loaded: what we use nothing of stays out. `@actions/core` imports an HTTP client for OpenID tokens,
 * which we ask for none of, and that would load all of undici.
 */
const WITHOUT_EFFECTS = /[\\/]node_modules[\\/]@actions[\\/]/;

async function bundle(input: Record<string, string>, output: OutputOptions): Promise<readonly OutputChunk[]> {
  const options: InputOptions = {
    cwd: root,
    input,
    platform: "node",
    // pg asks for it where somebody installed it.
    external: ["pg-native"],
    treeshake: { moduleSideEffects: [{ test: WITHOUT_EFFECTS, sideEffects: false }] },
    checks: { pluginTimings: false },
  };
  await using build = await rolldown(options);
  const { output: files } = await build.write({ format: "esm", cleanDir: true, ...output });
  return files.filter((file) => file.type === "chunk");
}

/** Bytes. A runner fetches the whole with every job, and compiles what a job asks for. */
const MOST = { all: 2_000_000, start: 2_000_000 };

const action = join(root, "dist", "action");
const chunks = await bundle(
  { index: "src/action/main.ts" },
  {
    dir: action,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: false,
    // Names stay, for whoever reads a stack trace.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  },
);
await writeFile(join(action, "package.json"), '{\n  "type": "module"\n}\n');
await writeFile(join(action, "licenses.txt"), await licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));

const complaints = outgrown(chunks, "index.js", MOST);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
