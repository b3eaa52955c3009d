import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { FormatError } from "../../src/formats/format.ts";
import type { Unit } from "../../src/catalog/unit.ts";
import { becauseMissing } from "../support/download-cache.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Corpus, CorpusFile } from "./corpus.ts";
import { gitLineCounts, lineStarts, linesIn, regionOf, type LineCount } from "./lines.ts";
import { changeOf, expected, marked, said, sample, type MarkedUnit } from "./marked.ts";

const total = { packages: 0, files: 0, bytes: 0, units: 0, patches: 0, plain: 0 };
const formatsSeen = new Set<string>();

/** A text that every format writes as it is, on one line: what is put before it is all that comes into the file. */
function isPlain({ target: [text = "", ...more] }: Unit): boolean {
  return more.length === 0 && /^[A-Za-z][A-Za-z ]{0,30}$/.test(text);
}

const QUOTE = 34;

interface ChangedLines extends LineCount {
  /** Index of the first one. */
  readonly first: number;
}

/** What one unit's change did to a file, and what it should not have done. */
function changeOne(file: CorpusFile, bytes: Uint8Array, units: readonly Unit[], one: MarkedUnit): ChangedLines {
  const after = file.format.patch(bytes, [changeOf(one)], file.options);
  const wanted = expected(units, [one]);
  const got = said(file.format.read(after, file.options));
  if (!isDeepStrictEqual(got, wanted)) expect(got).toEqual(wanted);
  const region = regionOf(bytes, after);
  const starts = lineStarts(bytes);
  const nextLine = Math.min(...units.map(({ line }) => line).filter((line) => line > one.unit.line));
  expect(region.start).toBeGreaterThanOrEqual(starts[one.unit.line - 1] ?? 0);
  expect(region.oldEnd).toBeLessThanOrEqual(starts[nextLine - 1] ?? bytes.length);
  // A quote that nothing closes is none of Android's text, and goes with it.
  if (isPlain(one.unit) && bytes[region.start] !== QUOTE) {
    total.plain += 1;
    const [text = ""] = one.unit.target;
    const [longer = ""] = one.target;
    expect([region.oldEnd - region.start, region.newEnd - region.start]).toEqual([0, longer.length - text.length]);
  }
  const first = starts.findLastIndex((offset) => offset <= region.start);
  return { ...linesIn(bytes, after, region), first };
}

/** A file without a change, with one unit changed after the other, and with all of them. */
function changesOf(file: CorpusFile, bytes: Uint8Array, budget: number): { sampled: Uint8Array; lines: LineCount } {
  const { format, options } = file;
  const { units } = format.read(bytes, options);
  expect(Buffer.compare(format.patch(bytes, [], options), bytes)).toBe(0);
  const same = units.map(({ key, target, state }) => ({ kind: "set", key, target, state }) as const);
  expect(Buffer.compare(format.patch(bytes, same, options), bytes)).toBe(0);

  const all = units.map(marked);
  const markedBytes = format.patch(bytes, all.map(changeOf), options);
  const got = said(format.read(markedBytes, options));
  if (!isDeepStrictEqual(got, expected(units, all))) expect(got).toEqual(expected(units, all));

  const some = sample(units, bytes.length, budget);
  const lines = { added: 0, removed: 0 };
  const counted = new Set<number>();
  for (const one of some) {
    const { added, removed, first } = changeOne(file, bytes, units, one);
    total.patches += 1;
    // Units that share a line change it once.
    if (counted.has(first)) continue;
    counted.add(first);
    lines.added += added;
    lines.removed += removed;
  }
  total.files += 1;
  total.bytes += bytes.length;
  total.units += units.length;
  total.patches += 1;
  return { sampled: format.patch(bytes, some.map(changeOf), options), lines };
}

async function write(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
}

/** What is wrong with a corpus; empty where all is well. */
async function problemsOf({ files }: Corpus, budget: number): Promise<readonly string[]> {
  await using folder = await temporaryDirectory();
  const problems: string[] = [];
  const counts = new Map<string, LineCount>();
  for (const file of files) {
    formatsSeen.add(file.format.id);
    const bytes = await file.read();
    try {
      const { sampled, lines } = changesOf(file, bytes, budget);
      if (lines.added + lines.removed > 0) counts.set(file.path, lines);
      await write(join(folder.path, "before"), file.path, bytes);
      await write(join(folder.path, "after"), file.path, sampled);
    } catch (error) {
      const what = error instanceof FormatError ? `refused: ${String(error.place?.line)}: ` : "";
      problems.push(`${file.format.id} ${file.path}: ${what}${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const byGit = await gitLineCounts("before", "after", folder.path);
  for (const [path, lines] of counts) {
    if (!isDeepStrictEqual(byGit.get(path), lines)) {
      problems.push(`${path}: git counts ${JSON.stringify(byGit.get(path))}, not ${JSON.stringify(lines)}`);
    }
  }
  return problems;
}

/**
 * Tests of real files: unchanged bytes, single changes whose lines git counts as we do, and a change of everything.
 * @param budget bytes that are read again and again for one file: with more, fewer of its units are changed one by one
 */
export function describeKeepsBytes(all: readonly Corpus[], budget: number): void {
  describe("real files keep every byte that a change does not name", () => {
    for (const corpus of all) {
      test.skipIf(corpus.available.missing !== undefined || corpus.files.length === 0)(
        `${corpus.name}${becauseMissing(corpus.available)}`,
        async () => {
          total.packages += 1;
          expect(await problemsOf(corpus, budget)).toEqual([]);
        },
      );
    }

    afterAll(() => {
      const { packages, files, bytes, units, patches, plain } = total;
      const megabytes = (bytes / 1e6).toFixed(1);
      console.log(
        `${String(files)} files (${megabytes} MB, ${String(units)} units, ${String(formatsSeen.size)} formats) of ${String(packages)} packages kept their bytes in ${String(patches)} patches; ${String(plain)} plain texts got the marker alone`,
      );
    });
  });
}
