/** Below the 32 kB that Windows allows a command line, with room for the rest of it. */
const BATCH_BYTES = 20_000;

/** Splits paths so that each batch fits on a command line, for the git commands that read no paths from their input. */
export function pathBatches(paths: readonly string[], limit = BATCH_BYTES): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const path of paths) {
    const size = Buffer.byteLength(path) + 3;
    if (batches.length === 0 || size > room) {
      batches.push([]);
      room = limit;
    }
    batches.at(-1)?.push(path);
    room -= size;
  }
  return batches;
}
