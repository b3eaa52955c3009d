import type { GitHub } from "./server.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveGit } from "../forgejo/git-http.ts";
import { liveToken, seenByInstallation } from "./app.ts";
import { inTurn } from "./serve.ts";
import { may, write, type World } from "./world.ts";

/** A repository that git asks for by HTTP, by its own address or a former one. */
interface Asked {
  /** The repository itself, or the one that the fork is of. */
  readonly home: World;
  readonly world: World;
  /** After the repository's address: `/info/refs`. */
  readonly path: string;
}

function askedFor({ worlds }: GitHub, request: IncomingMessage): Asked | undefined {
  const [, name = "", path = ""] = /^\/([^/]+\/[^/]+?)\.git(\/[^?]*)/.exec(request.url ?? "") ?? [];
  const isNamed = ({ owner, repo, formerNames }: World): boolean =>
    [`${owner}/${repo}`, ...formerNames].some((one) => one.toLowerCase() === name.toLowerCase());
  for (const home of worlds) {
    for (const world of home.fork === undefined ? [home] : [home, home.fork]) {
      if (isNamed(world)) return { home, world, path };
    }
  }
  return undefined;
}

export function isGitRequest(github: GitHub, request: IncomingMessage): boolean {
  return askedFor(github, request) !== undefined;
}

/** What a token may do with a repository: forks are read by whoever is known. */
function seen({ token }: GitHub, { home, world }: Asked, given: string): World | undefined {
  if (given === token) return world;
  if (world === home) return seenByInstallation(world, given);
  const reader = seenByInstallation(home, given);
  return reader && { ...world, settings: { ...reader.settings, permissions: { contents: "read" } } };
}

/** Git's own server side, for whoever has a token that is alive as the password. Pushes are recorded as `git push`. */
export async function serveClone(github: GitHub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = askedFor(github, request);
  if (asked === undefined) return;
  const url = new URL(request.url ?? "/", github.apiUrl);
  const isPush = url.pathname.endsWith("/git-receive-pack");
  const [, credentials = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [user = "", given = ""] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  const world = seen(github, asked, given);
  const isKnown = user !== "" && (given === github.token || liveToken(asked.home.app, given) !== undefined);
  const isWriting = isPush || url.searchParams.get("service") === "git-receive-pack";
  const isRefused = isWriting && world !== undefined && !may(world.settings, write("contents"));
  const status = !isKnown ? 401 : world === undefined ? 404 : isRefused ? 403 : 200;
  if (isPush) {
    const { pathname: path } = url;
    const { headers } = request;
    github.requests.push({ operation: "git push", method: "POST", path, query: {}, headers, body: undefined, status });
  }
  if (world === undefined || status !== 200) {
    response.writeHead(status, status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {});
    response.end(status === 403 ? "Write access to repository not granted." : "");
    return;
  }
  const serveIt = (): Promise<void> =>
    serveGit(request, response, {
      repository: world.git.path,
      path: asked.path,
      query: url.search.slice(1),
      user: world.settings.login,
    });
  if (!isPush) return serveIt();
  await inTurn(github, async () => {
    await serveIt();
    await github.changed?.(asked.home, world.settings.login, true);
  });
}
