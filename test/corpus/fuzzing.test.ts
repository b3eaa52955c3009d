import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { formats } from "../../src/formats/registry.ts";
import type { Fuzzing, Progress } from "./fuzzing.worker.ts";
import { mixedSamples, samplesOf } from "./samples.ts";

const SEEDS = 300;
/** Files are taken up to this size: with larger ones, less damage would be done in the same time. */
const LARGEST = 12_000;
const FILES = 2;
/** Far more than any of the files takes. */
const HANGING_MILLISECONDS = 20_000;

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

describe("a damaged real file is an error with a place or a catalogue, and never hangs", async () => {
  const spliced = await mixedSamples(8);
  for (const format of formats.values()) {
    test(format.id, async () => {
      const samples = await samplesOf(format);
      // From both ends of the list.
      const chosen = new Set([...samples.slice(0, FILES - 1), ...samples.slice(-1)]);
      for (const [index, { name, bytes }] of [...chosen].entries()) {
        const file = bytes.subarray(0, LARGEST);
        const other = spliced[index % spliced.length] ?? bytes;
        const { wrong, read, refused } = await watched({ format: format.id, file, other, seeds: SEEDS });
        expect(wrong.slice(0, 3), name).toEqual([]);
        expect(read + refused).toBe(SEEDS);
      }
    });
  }
});
