import { join } from "node:path";
import type { Catalogue } from "../../src/catalog/unit.ts";
import type { Format } from "../../src/formats/format.ts";
import { output } from "../support/command.ts";
import { python } from "../support/package-clients.ts";

/** What a reader says of one string: key or context, source texts, target texts. A file of keys and values has no sources. */
export type ReadUnit = readonly [key: string, source: readonly string[], target: readonly string[]];

/** Units in file order, or why the reader gave up. */
export type Reading = { readonly units: readonly ReadUnit[] } | { readonly error: string };

const PROGRAM = join(import.meta.dirname, "read_units.py");
const MINUTE = 60_000;

/** Lets translate-toolkit read files as a format of its own, or polib read PO. The readings come in the order of the files. */
export async function readIndependently(
  modules: string,
  files: readonly { readonly reader: string; readonly path: string }[],
): Promise<readonly Reading[]> {
  const input = files.map(({ reader, path }) => `${reader}\t${path}\n`).join("");
  const env = { PATH: process.env.PATH, PYTHONPATH: modules, PYTHONUTF8: "1", PYTHONDONTWRITEBYTECODE: "1" };
  const lines = await output(await python(), [PROGRAM], { input, env, timeoutMilliseconds: 3 * MINUTE });
  return lines
    .trimEnd()
    .split("\n")
    .map((line): Reading => JSON.parse(line));
}

/** Of these, translate-toolkit gives the translation for the source too. */
const readWithoutSources = new Set(["gotext"]);

/** What our own reader says, in the same words. */
export function ourReading({ id, kind }: Format, { units }: Catalogue): readonly ReadUnit[] {
  const hasSources = kind === "bilingual" && !readWithoutSources.has(id);
  return units.map(({ context, source, target }) => [context, hasSources ? source : [], target]);
}
