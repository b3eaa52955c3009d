import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import { formats } from "../../src/formats/registry.ts";
import type { Fuzzing, Progress } from "./fuzzing.worker.ts";
import { mixedSamples, samplesOf } from "./samples.ts";

/** Files are taken up to this size: with larger ones, less damage would be done in the same time. */
const LARGEST = 12_000;
/** For ever, by any machine: one file takes milliseconds. */
const HANGING_MILLISECONDS = 240_000;

interface Outcome {
  readonly wrong: readonly string[];
  readonly read: number;
  readonly refused: number;
}

/** A thread that reads damaged files, one after the other; a new one where the last one had to be ended. */
class Reader implements Disposable {
  #worker: Worker | undefined;

  /** Ends the thread when it says nothing any more. */
  read(task: Fuzzing): Promise<Outcome> {
    const worker = (this.#worker ??= new Worker(new URL("./fuzzing.worker.ts", import.meta.url)));
    return new Promise((resolve, reject) => {
      const wrong: string[] = [];
      let seed = 0;
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        worker.removeAllListeners("message");
        worker.removeAllListeners("error");
        finish();
      };
      const hangs = (): void => {
        this[Symbol.dispose]();
        settle(() => resolve({ wrong: [...wrong, `seed ${String(seed)} hangs`], read: 0, refused: 0 }));
      };
      let timer = setTimeout(hangs, HANGING_MILLISECONDS);
      worker.on("error", (error) => {
        this.#worker = undefined;
        settle(() => reject(error));
      });
      worker.on("message", (progress: Progress) => {
        if ("read" in progress) return settle(() => resolve({ wrong, ...progress }));
        ({ seed } = progress);
        if (progress.wrong !== undefined) wrong.push(`seed ${String(seed)}: ${progress.wrong}`);
        clearTimeout(timer);
        timer = setTimeout(hangs, HANGING_MILLISECONDS);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
      worker.postMessage(task);
    });
  }

  [Symbol.dispose](): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/**
 * Tests of damaged real files, format by format.
 * @param seeds how many times each file is damaged, each time otherwise
 * @param files of each format, from both ends of the list
 */
export function describeFuzzing({ seeds, files }: { readonly seeds: number; readonly files: number }): void {
  describe("a damaged real file is an error with a place or a catalogue, and never hangs", async () => {
    const spliced = await mixedSamples(8);
    const reader = new Reader();
    afterAll(() => {
      reader[Symbol.dispose]();
    });
    for (const format of formats.values()) {
      test(format.id, async () => {
        const samples = await samplesOf(format);
        const chosen = new Set([...samples.slice(0, files - 1), ...samples.slice(-1)]);
        for (const [index, { name, bytes }] of [...chosen].entries()) {
          const file = bytes.subarray(0, LARGEST);
          const other = spliced[index % spliced.length] ?? bytes;
          const { wrong, read, refused } = await reader.read({ format: format.id, file, other, seeds });
          expect(wrong.slice(0, 3), name).toEqual([]);
          expect(read + refused).toBe(seeds);
        }
      });
    }
  });
}
