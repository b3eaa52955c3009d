/** Reads damaged files in a thread of its own, which whoever started it can end when one of them takes for ever. */
import { parentPort } from "node:worker_threads";
import { FormatError } from "../../src/formats/format.ts";
import { formatFor } from "../../src/formats/registry.ts";
import { damaged } from "./damage.ts";

/** What the thread is to do. */
export interface Fuzzing {
  readonly format: string;
  readonly file: Uint8Array;
  readonly other: Uint8Array;
  readonly seeds: number;
}

/** What it says, seed by seed: a number before it begins with one; then what was wrong with it, if something was. */
export type Progress =
  | { readonly seed: number; readonly wrong?: string }
  | { readonly read: number; readonly refused: number };

function readOrRefuse(formatId: string, bytes: Uint8Array): "read" | "refused" {
  const format = formatFor(formatId);
  if (format === undefined) throw new Error(`no format ${formatId}`);
  try {
    const { units } = format.read(bytes);
    if (Buffer.compare(format.patch(bytes, []), bytes) !== 0) throw new Error("changed though nothing was to change");
    const [unit] = units;
    if (unit === undefined) return "read";
    const target = unit.target.map(() => "set");
    const after = format.read(format.patch(bytes, [{ kind: "set", key: unit.key, target }]));
    const [text] = after.units.find(({ key }) => key === unit.key)?.target ?? [];
    if (text !== "set") throw new Error(`${JSON.stringify(unit.key)} was set, and says ${JSON.stringify(text)}`);
    return "read";
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line = 0, column = 0 } = error.place ?? {};
    if (line < 1 || column < 1) throw new Error(`an error without a place: ${error.message}`, { cause: error });
    return "refused";
  }
}

function fuzz({ format, file, other, seeds }: Fuzzing, say: (progress: Progress) => void): void {
  const count = { read: 0, refused: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    say({ seed });
    try {
      count[readOrRefuse(format, damaged(file, other, seed))] += 1;
    } catch (error) {
      say({ seed, wrong: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  say(count);
}

parentPort?.on("message", (task: Fuzzing) => {
  fuzz(task, (progress) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
    parentPort?.postMessage(progress);
  });
});
