import type { GitHubRepository } from "./connection.ts";

/** What one forge has read in one run; a server that lives for weeks makes a forge for each. */
const MOST = 64;

/**
 * Reads that are asked for by ids of git objects alone, so that the answer never changes: whoever delivers reads what was read to see
 * whether there is something to deliver. Failures are asked for again.
 */
export function readById<Answer>(): (
  github: GitHubRepository,
  ids: string,
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  const all = new WeakMap<GitHubRepository, Map<string, Promise<Answer>>>();
  return (github, ids, ask) => {
    const known = all.get(github) ?? new Map<string, Promise<Answer>>();
    all.set(github, known);
    const before = known.get(ids);
    if (before !== undefined) return before;
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
    const asking = ask();
    known.set(ids, asking);
    asking.catch(() => known.delete(ids));
    return asking;
  };
}
