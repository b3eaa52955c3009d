import { systemClock } from "../../core/clock.ts";
import { parentIn } from "./answers.ts";
import { connect, type ConnectionOptions } from "./connection.ts";
import { refused } from "./refusal.ts";

/**
 * What a repository is a fork of, as its server says.
 * @param fork `owner/name`
 * @returns `owner/name`; undefined where it is no fork, or not there
 */
export async function forkParent(
  options: Pick<ConnectionOptions, "token" | "serverUrl" | "logger" | "onRequest">,
  fork: string,
): Promise<string | undefined> {
  const serverUrl = options.serverUrl.replace(/\/+$/, "");
  const apiUrl = `${serverUrl}/api/v1`;
  const { request } = connect({ ...options, serverUrl, apiUrl, repository: fork, clock: systemClock, second: 1_000 });
  const answer = await request({ method: "GET", path: "", repeatable: true });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused({ action: `show ${fork}`, scope: "read:repository" }, answer);
  return parentIn(answer.body);
}
