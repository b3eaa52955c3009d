import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { Unit } from "../../src/catalog/unit.ts";
import type { UnitChange } from "../../src/catalog/unit-change.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { explainedReturns } from "./explained-returns.ts";
import type { Corpus, CorpusFile } from "./corpus.ts";

const TAKEN = 3;

/** Files that came back byte for byte, of those that were tried, by format. */
const counts = new Map<string, { same: number; all: number }>();

/** The same three strings of a file on every machine, or all of a file that has fewer. */
function chosen(path: string, units: readonly Unit[]): readonly number[] {
  const digest = createHash("sha256").update(path).digest();
  const indexes = new Set<number>();
  for (let at = 0; indexes.size < Math.min(TAKEN, units.length); at += 1) {
    indexes.add((digest.readUInt16BE((at * 2) % (digest.length - 2)) + at) % units.length);
  }
  return [...indexes].toSorted((one, other) => one - other);
}

/** Takes strings out of a file, and brings them back from the whole one. */
function comesBack({ format, options, path }: CorpusFile, bytes: Uint8Array): boolean {
  const { units } = format.read(bytes, options);
  const indexes = chosen(path, units);
  const keys = indexes.map((index) => units[index]?.key ?? "");
  const without = format.patch(
    bytes,
    keys.map((key) => ({ kind: "remove", key })),
    options,
  );
  const additions = indexes.flatMap((index): UnitChange[] => {
    const [unit, after] = [units[index], units[index - 1]?.key];
    if (unit === undefined) return [];
    const donor = { bytes, key: unit.key };
    return [{ kind: "add", unit, donor, ...(after !== undefined && { after }) }];
  });
  return Buffer.compare(format.patch(without, additions, options), bytes) === 0;
}

/** What is not as it was, and is not explained; and what is explained and as it was. */
async function surprisesOf({ name, files }: Corpus): Promise<readonly string[]> {
  const surprises: string[] = [];
  for (const file of files) {
    const bytes = await file.read();
    if (file.format.read(bytes, file.options).units.length === 0) continue;
    const count = counts.get(file.format.id) ?? { same: 0, all: 0 };
    const isSame = comesBack(file, bytes);
    counts.set(file.format.id, { same: count.same + Number(isSame), all: count.all + 1 });
    const isExplained = explainedReturns.some((one) => one.name === name && one.path === file.path);
    if (isSame === isExplained) surprises.push(`${file.format.id} ${file.path}${isSame ? " came back after all" : ""}`);
  }
  return surprises;
}

/** Tests of strings that leave real files and come home again. */
export function describeReturns(all: readonly Corpus[]): void {
  describe("strings taken out of a file come back from the whole one byte for byte", () => {
    for (const corpus of all) {
      test.skipIf(corpus.available.missing !== undefined || corpus.files.length === 0)(
        `${corpus.name}${becauseMissing(corpus.available)}`,
        async () => {
          expect(await surprisesOf(corpus)).toEqual([]);
        },
      );
    }

    afterAll(() => {
      const rows = Array.from(counts, ([id, { same, all: tried }]) => `${id} ${String(same)}/${String(tried)}`);
      console.log(`files whose strings came back byte for byte: ${rows.toSorted().join(", ")}`);
    });
  });
}
