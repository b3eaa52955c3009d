import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { collector } from "../core/small-heap.ts";

const LOOK_MILLISECONDS = 500;
/** A process that computes for less than this share of the time has nothing to do. */
const IDLE_SHARE = 0.05;
/** Less than this is not worth a collection. */
const WORTH_BYTES = 16_000_000;

/** What new objects have in memory, with the half that is kept free. V8 would let it grow to 134 MB before it looks which are needed. */
const MOST_NEW_BYTES = 16_000_000;

/** In memory, of the thread that asks. */
function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
}

/**
 * Keeps the space of new objects from growing where it is large enough. V8 reads the flag each time that it would grow, and has one
 * of all threads: while it is set, those of others do not grow either, and code that was compiled without it and kept in a file is
 * compiled anew. So it is set only as long as it has to be.
 */
export class NewSpaceLimit implements Disposable {
  #isSet = false;

  look(bytes: number): void {
    const isWanted = bytes >= MOST_NEW_BYTES;
    if (isWanted === this.#isSet) return;
    setFlagsFromString(`--semi-space-growth-factor=${isWanted ? "1" : "2"}`);
    this.#isSet = isWanted;
  }

  [Symbol.dispose](): void {
    this.look(0);
  }
}

/**
 * Gives back what a large upload needed as soon as there is nothing to do: left alone, V8 keeps it until somebody needs
 * memory again, and a service that shares its machine would look several times its size for hours. While there is much to do, it
 * keeps the space of new objects from growing without need.
 */
export function keepSmallWhenIdle(): Disposable {
  let collect: (() => void) | undefined;
  const newSpace = new NewSpaceLimit();
  let before = process.cpuUsage();
  let kept = 0;
  const timer = setInterval(() => {
    newSpace.look(newSpaceBytes());
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isIdle = (user + system) / 1000 < LOOK_MILLISECONDS * IDLE_SHARE;
    if (!isIdle || process.memoryUsage().heapTotal - kept < WORTH_BYTES) return;
    // Not before it is needed: V8 makes a context of its own for it, which a start would wait for.
    collect ??= collector("last-resort");
    collect();
    kept = process.memoryUsage().heapTotal;
  }, LOOK_MILLISECONDS).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      newSpace[Symbol.dispose]();
    },
  };
}
