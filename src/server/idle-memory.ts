import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { collector } from "../core/small-heap.ts";

const LOOK_MILLISECONDS = 500;
/** A process that computes for less than this share of the time has nothing to do. */
const IDLE_SHARE = 0.05;
/** Less than this is not worth a collection. */
const WORTH_BYTES = 16_000_000;
/** Who asks seldomer than this is not likely to ask just now. */
const ASKED_MILLISECONDS = 1000;
/** Node tells here of each request that a server takes. */
const REQUESTS = "http.server.request.start";

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

/** Half a second of a process. */
interface Moment {
  /** It had nothing to do. */
  readonly isIdle: boolean;
  /** By what is worth a collection, since the last one. */
  readonly hasGrown: boolean;
  /** Somebody asks it again and again, though that is little to do. */
  readonly isAsked: boolean;
  /** The last collection left empty pages. */
  readonly hasEmptyPages: boolean;
}

/**
 * Which collection it is time for. The last resort, which alone gives empty pages back, answers nobody for 50 to 100 ms; a regular one
 * takes a third of that.
 */
export function collectionAt({ isIdle, hasGrown, isAsked, hasEmptyPages }: Moment): Collection | undefined {
  if (!isIdle) return undefined;
  if (isAsked) return hasGrown ? "regular" : undefined;
  return hasGrown || hasEmptyPages ? "last-resort" : undefined;
}

type Collection = Parameters<typeof collector>[0];

/**
 * Gives back what a large upload needed as soon as there is nothing to do: left alone, V8 keeps it until somebody needs
 * memory again, and a service that shares its machine would look several times its size for hours. While there is much to do, it
 * keeps the space of new objects from growing without need.
 */
export function keepSmallWhenIdle(): Disposable {
  // Not before they are needed: V8 makes a context of its own for each, which a start would wait for.
  const collectors = new Map<Collection, () => void>();
  const newSpace = new NewSpaceLimit();
  let before = process.cpuUsage();
  let kept = 0;
  let hasEmptyPages = false;
  let asked = 0;
  const noteRequest = (): void => {
    asked = performance.now();
  };
  subscribe(REQUESTS, noteRequest);
  const timer = setInterval(() => {
    newSpace.look(newSpaceBytes());
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const collection = collectionAt({
      isIdle: (user + system) / 1000 < LOOK_MILLISECONDS * IDLE_SHARE,
      hasGrown: process.memoryUsage().heapTotal - kept >= WORTH_BYTES,
      isAsked: performance.now() - asked < ASKED_MILLISECONDS,
      hasEmptyPages,
    });
    if (collection === undefined) return;
    const collect = collectors.get(collection) ?? collector(collection);
    collectors.set(collection, collect);
    collect();
    kept = process.memoryUsage().heapTotal;
    hasEmptyPages = collection === "regular";
  }, LOOK_MILLISECONDS).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      unsubscribe(REQUESTS, noteRequest);
      newSpace[Symbol.dispose]();
    },
  };
}
