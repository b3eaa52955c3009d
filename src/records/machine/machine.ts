import { statfs } from "node:fs/promises";
import { availableParallelism, cpus, freemem, totalmem } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** One look at the machine and this process. Bytes, milliseconds, shares of 1. */
export interface MachineSample {
  /** Share of all cores, since the look before. */
  readonly cpu: number;
  /** Of this process alone. */
  readonly processCpu: number;
  readonly memoryUsed: number;
  readonly memoryTotal: number;
  /** What this process holds of it. */
  readonly processMemory: number;
  /** Of the file system that the data folder is on. */
  readonly diskUsed: number;
  readonly diskTotal: number;
  /** How late the event loop was, since the look before. */
  readonly loopP50: number;
  readonly loopP99: number;
  readonly loopMax: number;
}

export interface Machine extends Disposable {
  look(): Promise<MachineSample>;
}

/** Begins to watch. @param folder on the disk that matters */
export function watchMachine(folder: string): Machine {
  const loop = watchLoop();
  let cores = coreTimes();
  let own = { usage: process.cpuUsage(), at: performance.now() };
  return {
    look: async () => {
      const [lastCores, lastOwn] = [cores, own];
      cores = coreTimes();
      own = { usage: process.cpuUsage(), at: performance.now() };
      const used = own.usage.user + own.usage.system - lastOwn.usage.user - lastOwn.usage.system;
      const memoryTotal = totalmem();
      return {
        cpu: share(cores.busy - lastCores.busy, cores.all - lastCores.all),
        processCpu: share(used / 1000, (own.at - lastOwn.at) * availableParallelism()),
        memoryUsed: memoryTotal - freemem(),
        memoryTotal,
        processMemory: process.memoryUsage.rss(),
        ...(await diskOf(folder)),
        ...loop.read(),
      };
    },
    [Symbol.dispose]: () => {
      loop.stop();
    },
  };
}

const LOOP_RESOLUTION = 20;

function watchLoop() {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION });
  histogram.enable();
  // It tells the time between two looks, which are that far apart where nothing delays them.
  const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - LOOP_RESOLUTION);
  return {
    read: () => {
      const figures =
        histogram.count === 0
          ? { loopP50: 0, loopP99: 0, loopMax: 0 }
          : {
              loopP50: delay(histogram.percentile(50)),
              loopP99: delay(histogram.percentile(99)),
              loopMax: delay(histogram.max),
            };
      histogram.reset();
      return figures;
    },
    stop: () => {
      histogram.disable();
    },
  };
}

function coreTimes(): { readonly busy: number; readonly all: number } {
  let busy = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}

/** Of the file system that a folder is on, in bytes. */
export async function diskOf(folder: string): Promise<{ readonly diskUsed: number; readonly diskTotal: number }> {
  const { bsize, blocks, bfree } = await statfs(folder);
  return { diskUsed: bsize * (blocks - bfree), diskTotal: bsize * blocks };
}

function share(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole));
}
