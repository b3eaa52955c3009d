import { openConnections } from "../../network/connections.ts";
import { allBytes } from "../../network/limited-bytes.ts";

/** A repository on a server. */
export interface RepositoryPlace {
  /** `https://codeberg.org`, with the path where the server has one; without a slash at its end. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
}

const HTTP = /^(https?):\/\/(?:[^@/]*@)?([^/]+)((?:\/[^/]+)*)\/([^/]+\/[^/]+?)(?:\.git)?\/?$/i;
const SSH = /^ssh:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/([^/]+\/[^/]+?)(?:\.git)?\/?$/i;
const SHORT_SSH = /^(?:[^@/:]+@)?([^/:]+):\/?([^/]+\/[^/]+?)(?:\.git)?\/?$/;
const TIMEOUT_MILLISECONDS = 15_000;

/** The repository that a remote's address names; for SSH, the pages are taken to be at the same host by HTTPS. */
export function placeOf(remoteUrl: string): RepositoryPlace | undefined {
  const [, scheme = "", host = "", path = "", repository = ""] = HTTP.exec(remoteUrl) ?? [];
  if (repository !== "") return { serverUrl: `${scheme.toLowerCase()}://${host}${path}`, repository };
  const [, sshHost = "", sshRepository = ""] =
    SSH.exec(remoteUrl) ?? (remoteUrl.includes("://") ? [] : (SHORT_SSH.exec(remoteUrl) ?? []));
  return sshRepository === "" ? undefined : { serverUrl: `https://${sshHost}`, repository: sshRepository };
}

/** Which of the two answers at an address, if one does. Asked without a token: nobody else is to get it. */
export async function forgejoOrGitea(serverUrl: string): Promise<"forgejo" | "gitea" | undefined> {
  const url = new URL(`${serverUrl}/api/v1/version`);
  const connections = openConnections(serverUrl, { connections: 2 });
  try {
    const { statusCode, body } = await connections.request({
      origin: url.origin,
      path: url.pathname,
      method: "GET",
      headers: { accept: "application/json", "user-agent": "interlinear" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const answer: unknown = JSON.parse((await allBytes(body)).toString("utf8"));
    if (typeof answer !== "object" || answer === null) return undefined;
    if (statusCode === 200) {
      if (!("version" in answer) || typeof answer.version !== "string") return undefined;
      // Forgejo names the Gitea that its API is compatible with: 15.0.0+gitea-1.22.0.
      return answer.version.includes("+gitea-") ? "forgejo" : "gitea";
    }
    // A server that shows itself to signed-in people alone; what is written for Gitea, Forgejo reads as well.
    const isHidden = (statusCode === 401 || statusCode === 403) && "message" in answer && "url" in answer;
    return isHidden ? "gitea" : undefined;
  } catch {
    return undefined;
  } finally {
    await connections.destroy();
  }
}
