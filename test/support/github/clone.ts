import type { IncomingMessage, ServerResponse } from "node:http";
import { serveGit } from "../forgejo/git-http.ts";
import { seenByInstallation } from "./app.ts";
import type { GitHub } from "./github.ts";
import { may, write } from "./world.ts";

/** `/acme/site.git/info/refs` */
export function isGitRequest({ world }: GitHub, request: IncomingMessage): boolean {
  return (request.url ?? "").startsWith(`/${world.owner}/${world.repo}.git/`);
}

/** Git's own server side, for whoever has the token as the password. Pushes are recorded as `git push`. */
export async function serveClone(github: GitHub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { world, token } = github;
  const url = new URL(request.url ?? "/", github.apiUrl);
  const isPush = request.method === "POST" && url.pathname.endsWith("/git-receive-pack");
  const [, credentials = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [user = "", given = ""] = Buffer.from(credentials, "base64").toString("utf8").split(":");
  const seen = given === token ? world : seenByInstallation(world, given);
  const isRefused = isPush && seen !== undefined && !may(seen.settings, write("contents"));
  const status = seen === undefined || user === "" ? 401 : isRefused ? 403 : 200;
  if (isPush) {
    const { pathname: path } = url;
    const record = {
      operation: "git push",
      method: "POST",
      path,
      query: {},
      headers: request.headers,
      body: undefined,
    };
    github.requests.push({ ...record, status });
  }
  if (seen === undefined || status !== 200) {
    response.writeHead(status, status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {});
    response.end(status === 403 ? "Write access to repository not granted." : "");
    return;
  }
  await serveGit(request, response, {
    repository: github.bareRepository,
    path: url.pathname.slice(`/${world.owner}/${world.repo}.git`.length),
    query: url.search.slice(1),
    user: seen.settings.login,
  });
}
