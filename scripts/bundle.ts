import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rolldown, type OutputChunk, type OutputOptions, type Plugin } from "rolldown";
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

/** Of HTTP/2, which our connections never speak, undici loads all. */
const withoutHttp2: Plugin = {
  name: "without-http2",
  load: {
    filter: { id: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ },
    handler: () => "module.exports = undefined;",
  },
};

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
    plugins: [withoutFacades, withoutHttp2],
    checks: { pluginTimings: false },
  });
  const { output: files } = await build.write({ format: "esm", dir, entryFileNames: "[name].js", ...output });
  const chunks = files.filter((file) => file.type === "chunk");
  await writeFile(join(dir, "licenses.txt"), await licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
  return chunks;
}
