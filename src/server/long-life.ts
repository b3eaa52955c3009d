import { growSlowly } from "../core/small-heap.ts";
import { startGitFromSmallProcess } from "../git/git-starter.ts";
import { keepSmallWhenIdle } from "./idle-memory.ts";
import type { RunningServer } from "./start-server.ts";

/** When a start and what is asked in its first moment are done with. */
const SOON_MILLISECONDS = 1000;

function readSoon(service: ReadsAhead): Disposable {
  // Where something cannot be read, who asks for it is told.
  const timer = setTimeout(() => void service.readAhead().catch(() => undefined), SOON_MILLISECONDS).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

/** A service, of what a long life needs. */
export type ReadsAhead = Pick<RunningServer, "readAhead">;

/**
 * What makes a process that serves for days a good neighbour of others, and of its own work.
 * @param service undefined: a bot alone has none
 */
export function liveLong(service: ReadsAhead | undefined): Disposable {
  using resources = new DisposableStack();
  resources.use(startGitFromSmallProcess());
  resources.use(keepSmallWhenIdle());
  resources.use(growSlowly());
  if (service !== undefined) resources.use(readSoon(service));
  return resources.move();
}
