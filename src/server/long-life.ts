import { growSlowly } from "../core/small-heap.ts";
import { startGitFromSmallProcess } from "../git/git-starter.ts";
import { keepSmallWhenIdle } from "./idle-memory.ts";

/** When a start and what is asked in its first moment are done with. */
const SOON_MILLISECONDS = 1000;

/** Reads what those who come first need while nobody waits: most of the program, which a start is quicker without. */
function readSoon(): Disposable {
  const read = async (): Promise<void> => {
    await import("../service/http/site-page.ts");
    const { routeFiles } = await import("../service/app.ts");
    for (const { load } of routeFiles) await load();
  };
  // Where something cannot be read, who asks for it is told.
  const timer = setTimeout(() => void read().catch(() => undefined), SOON_MILLISECONDS).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

/**
 * What makes a process that serves for days a good neighbour of others, and of its own work.
 * @param hasService a bot alone needs none of the service's pages and endpoints
 */
export function liveLong(hasService: boolean): Disposable {
  using resources = new DisposableStack();
  resources.use(startGitFromSmallProcess());
  resources.use(keepSmallWhenIdle());
  resources.use(growSlowly());
  if (hasService) resources.use(readSoon());
  return resources.move();
}
