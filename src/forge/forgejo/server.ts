import { openConnections } from "../../network/connections.ts";

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

/** Whether a Forgejo or Gitea is there. Asked without a token: nobody else is to get it. */
export async function isForgejo(serverUrl: string): Promise<boolean> {
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
    const answer: unknown = JSON.parse(await body.text());
    if (typeof answer !== "object" || answer === null) return false;
    if (statusCode === 200) return "version" in answer && typeof answer.version === "string";
    // A server that shows itself to signed-in people alone.
    return (statusCode === 401 || statusCode === 403) && "message" in answer && "url" in answer;
  } catch {
    return false;
  } finally {
    await connections.close();
  }
}
