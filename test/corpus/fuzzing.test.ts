import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import type { Format } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";
import { corpora, type CorpusFile } from "./corpus.ts";
import type { Fuzzing, Progress } from "./fuzzing.worker.ts";

const SEEDS = 500;
/** Files are taken up to this size: with larger ones, less damage would be done in the same time. */
const LARGEST = 12_000;
const FILES = 2;
/** Far more than any of the files takes. */
const HANGING_MILLISECONDS = 20_000;

const files = (await corpora()).flatMap((corpus) => corpus.files);

interface Outcome {
  readonly wrong: readonly string[];
  readonly read: number;
  readonly refused: number;
}

/** Ends the thread when it says nothing any more. */
function watched(task: Fuzzing): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./fuzzing.worker.ts", import.meta.url), { workerData: task });
    const wrong: string[] = [];
    let seed = 0;
    const hangs = (): void => {
      void worker.terminate();
      resolve({ wrong: [...wrong, `seed ${String(seed)} hangs`], read: 0, refused: 0 });
    };
    let timer = setTimeout(hangs, HANGING_MILLISECONDS);
    worker.on("error", reject);
    worker.on("message", (progress: Progress) => {
      clearTimeout(timer);
      if ("read" in progress) return resolve({ wrong, ...progress });
      ({ seed } = progress);
      if (progress.wrong !== undefined) wrong.push(`seed ${String(seed)}: ${progress.wrong}`);
      timer = setTimeout(hangs, HANGING_MILLISECONDS);
    });
  });
}

/** Small files of a format, from both ends of the list; of a format that has none, those with the same ending. */
async function filesOf(format: Format): Promise<readonly { file: CorpusFile; bytes: Uint8Array }[]> {
  const own = files.filter((file) => file.format === format);
  const akin = files.filter((file) =>
    file.format.extensions.some((extension) => format.extensions.includes(extension)),
  );
  const chosen = own.length === 0 ? akin : own;
  const some = [...new Set([...chosen.slice(0, FILES - 1), ...chosen.slice(-1)])];
  return await Promise.all(some.map(async (file) => ({ file, bytes: (await file.read()).subarray(0, LARGEST) })));
}

describe("a damaged real file is an error with a place or a catalogue, and never hangs", async () => {
  const spliced = await Promise.all(files.filter((_, index) => index % 211 === 0).map((file) => file.read()));
  for (const format of formats.values()) {
    const samples = await filesOf(format);
    test.skipIf(samples.length === 0)(format.id, async () => {
      for (const [index, { file, bytes }] of samples.entries()) {
        const other = spliced[index % spliced.length] ?? bytes;
        const { wrong, read, refused } = await watched({ format: format.id, file: bytes, other, seeds: SEEDS });
        expect(wrong.slice(0, 3), file.path).toEqual([]);
        expect(read + refused).toBe(SEEDS);
      }
    });
  }
});
