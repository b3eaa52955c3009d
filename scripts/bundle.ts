import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown, type OutputChunk, type OutputOptions } from "rolldown";
import { licensesOf } from "./licenses.ts";
import { root } from "./stage.ts";

/**
 * They do nothing by being loaded: what we use nothing of stays out. `@actions/core` imports an HTTP client for OpenID tokens,
 * which we ask for none of, and that would load all of undici.
 */
const WITHOUT_EFFECTS = /[\\/]node_modules[\\/]@actions[\\/]/;

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
): Promise<readonly OutputChunk[]> {
  const dir = join(root, folder);
  await rm(dir, { recursive: true, force: true });
  await using build = await rolldown({
    cwd: root,
    input: { ...input },
    platform: "node",
    // pg asks for it where somebody installed it.
    external: ["pg-native"],
    treeshake: { moduleSideEffects: [{ test: WITHOUT_EFFECTS, sideEffects: false }] },
    checks: { pluginTimings: false },
  });
  const { output: files } = await build.write({ format: "esm", dir, entryFileNames: "[name].js", ...output });
  const chunks = files.filter((file) => file.type === "chunk");
  await writeFile(join(dir, "licenses.txt"), await licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
  return chunks;
}
