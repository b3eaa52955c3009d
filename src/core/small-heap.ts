import { getHeapStatistics, setFlagsFromString } from "node:v8";

type Collect = (how: {
  readonly type: "major";
  readonly execution: "sync";
  readonly flavor: "regular" | "last-resort";
}) => void;

/** With less than this, nothing is gained that anybody would notice. */
const WORTH_BYTES = 64_000_000;

/** How much of what was needed last may come to it before V8 looks again; 0: as V8 likes. */
const SLOW_PERCENT = 60;
/** The same for a service that imports, where nobody waits for the end: half a million strings and 82,000 more take 287 MB, and 302 with 60. */
const SERVICE_PERCENT = 40;

let isKeptSmall = false;
let hasBegun = false;

/** For a process that does one thing and ends: its heap is kept small as soon as there is much to do. */
export function keepHeapSmall(): void {
  isKeptSmall = true;
}

/**
 * Where much begins, in a process whose heap is to be kept small. V8 lets the part of the heap for new objects grow to tens of megabytes before it looks what
 * of them is needed, and the rest to twice of what was needed last; without that, a run of 1,000 components takes 135 MB in the place of
 * 190, and a first sync of 400,000 strings a quarter less, and somewhat longer in its garbage collection. V8 reads these flags each time
 * that something would grow. A full look at 50,000 files, measured on 2026-11-28: 256 MB and 6.0 s of a processor without the second,
 * 216 MB and 7.7 s with 60, 208 MB and 9.7 s with 25. A run that finds nothing moved takes a fifteenth less of a processor without any.
 */
export function beginMuch(): void {
  if (!isKeptSmall || hasBegun) return;
  hasBegun = true;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString(`--heap-growing-percent=${String(SLOW_PERCENT)}`);
}

/**
 * Has the heaps of all threads grow by steps of 40 % in the place of up to 400, until it is disposed of: what a large file brings and
 * nobody needs any more is collected before three times as much of it comes together. What V8 goes by is how it grew when it last
 * collected, which may be long before there is much to do: who serves for days grows so all the time. Three uploads of 20,500 strings,
 * one after the other, beside half a million: 403 MB without, 324 with it (2026-11-30).
 */
export function growSlowly(): Disposable {
  const set = (percent: number): void => {
    if (!hasBegun) setFlagsFromString(`--heap-growing-percent=${String(percent)}`);
  };
  set(SERVICE_PERCENT);
  return {
    [Symbol.dispose]: () => {
      set(0);
    },
  };
}

/** Of either half of the space of new objects. */
const ROOM_MB = 8;
let beginning = 0;

/**
 * Has threads that begin before it is disposed of start with room for new objects, as far as their limits let them. V8 lets it grow from
 * 1 MB, but not while the flag is set that keeps that of the main thread small (`server/idle-memory.ts`), and takes it back when it
 * collects: a change to one file then was collected fifteen times. V8 reads the flag when it makes a thread's heap, and takes no code
 * that was compiled without it.
 */
export function roomForNewObjects(): Disposable {
  const set = (megabytes: number): void => {
    setFlagsFromString(`--min-semi-space-size=${String(megabytes)}`);
  };
  if (beginning === 0) set(ROOM_MB);
  beginning += 1;
  return {
    [Symbol.dispose]: () => {
      beginning -= 1;
      if (beginning === 0) set(0);
    },
  };
}

/**
 * Where a part of a large run ends: collects what nobody needs any more, now. Left alone, V8 looks beside a run, and the quicker that is,
 * the more comes together meanwhile: the most memory of a full look at 50,000 files, 192 MB at the median of three pairs, is 186 MB so.
 */
export function collectNow(): void {
  if (!isKeptSmall || getHeapStatistics().used_heap_size < WORTH_BYTES) return;
  collector("regular")();
}

/**
 * A full collection, now. V8 has it, but shows it only to those who ask.
 * @param flavor `last-resort` takes longer and gives empty pages back as well
 */
export function collector(flavor: "regular" | "last-resort"): () => void {
  setFlagsFromString("--expose-gc");
  // Not imported: most runs never need it.
  const collect: Collect = process.getBuiltinModule("node:vm").runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return () => {
    collect({ type: "major", execution: "sync", flavor });
  };
}
