import { growSlowly } from "../core/small-heap.ts";
import { startGitFromSmallProcess } from "../git/git-starter.ts";
import { keepSmallWhenIdle } from "./idle-memory.ts";

/** What makes a process that serves for days a good neighbour of others, and of its own work. */
export function liveLong(): Disposable {
  using resources = new DisposableStack();
  resources.use(startGitFromSmallProcess());
  resources.use(keepSmallWhenIdle());
  resources.use(growSlowly());
  return resources.move();
}
