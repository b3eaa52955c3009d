import type { GitHubRepository } from "./connection.ts";
import { retryWhilePassing } from "./retry-while-passing.ts";
import { explain, isPassing, isStatus, refusalOf } from "./refusal.ts";

/**
 * A pull request made a moment ago is not known everywhere. The node of a team (`T_…`, before that the encoded `Team`) is
 * another matter: a token that may not see teams never will.
 */
const NOT_SEEN = /could not resolve to a node(?!.*'(?:T_|MDQ6VGVhb))|issue not found/i;

export type Tolerated<Answer> = { readonly answer: Answer } | Refused;

interface Refused {
  readonly refusal: string;
  /** GitHub may say something else in a while. */
  readonly isPassing: boolean;
}

/** Runs a request whose refusal fails nothing; only a token that is no good does. */
export async function tolerated<Answer>(
  github: GitHubRepository,
  action: string,
  request: () => Promise<Answer>,
): Promise<Tolerated<Answer>> {
  try {
    return { answer: await retryWhilePassing(github, NOT_SEEN, request) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined || isStatus(error, 401)) {
      throw explain({ action, permission: "pull-requests: write" }, error);
    }
    return { refusal: refusal.message || `it answered ${String(refusal.status)}`, isPassing: isPassing(refusal) };
  }
}

export interface RefusedName extends Refused {
  readonly name: string;
}

/** Sends all names at once, and one by one where one of them may be why that is refused, so that it does not keep the others away. */
export async function eachTolerated(
  names: readonly string[],
  send: (names: readonly string[]) => Promise<Tolerated<unknown>>,
): Promise<readonly RefusedName[]> {
  if (names.length === 0) return [];
  const all = await send(names);
  if ("answer" in all) return [];
  if (names.length === 1 || all.isPassing) return names.map((name) => ({ ...all, name }));
  const refused: RefusedName[] = [];
  for (const name of names) {
    const one = await send([name]);
    if ("refusal" in one) refused.push({ ...one, name });
  }
  return refused;
}
