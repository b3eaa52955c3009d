import type { GitHubRepository } from "./connection.ts";
import { saysAny } from "./refusal.ts";

/** GitHub's replicas may not know yet what was written a moment ago. */
const SECONDS = [1, 2, 4];

/** Repeats a request while GitHub's refusal matches `passing`: one that is known to pass by itself. */
export async function retryWhilePassing<Answer>(
  { wait }: Pick<GitHubRepository, "wait">,
  passing: RegExp,
  request: () => Promise<Answer>,
): Promise<Answer> {
  for (const seconds of SECONDS) {
    try {
      return await request();
    } catch (error) {
      if (!saysAny(error, passing)) throw error;
      await wait(seconds);
    }
  }
  return request();
}
