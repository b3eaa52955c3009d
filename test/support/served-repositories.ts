import { createServer } from "node:http";
import { serveGit } from "./forgejo/git-http.ts";

/** Bare repositories by HTTP on loopback: what a service of today fetches from, which takes no folder. */
export interface ServedRepositories extends AsyncDisposable {
  /** @returns its address */
  add(remotePath: string): string;
}

export async function serveRepositories(): Promise<ServedRepositories> {
  const folders = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://loopback");
    const [, name = "", path = ""] = /^\/(\d+\.git)(\/.*)$/.exec(pathname) ?? [];
    const repository = folders.get(name);
    if (repository === undefined) {
      response.writeHead(404).end();
      return;
    }
    void serveGit(request, response, { repository, path, query: search.slice(1), user: "anybody" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    add: (remotePath) => {
      const name = `${String(folders.size + 1)}.git`;
      folders.set(name, remotePath);
      return `http://127.0.0.1:${String(address.port)}/${name}`;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
