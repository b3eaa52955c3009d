import { createServer } from "node:http";
import {
  describeTranslationService,
  type RunningService,
} from "../../src/service-client/translation-service.contract.ts";
import { serveGit } from "../support/forgejo/git-http.ts";
import { realService } from "./service-under-test.ts";

/** Newer releases take no `file://`: WEBLATE_GIT_OVER_HTTP=1. */
function overHttp(service: RunningService): RunningService {
  const servers: ReturnType<typeof createServer>[] = [];
  return {
    ...service,
    addressOf: async (repository) => {
      const server = createServer((request, response) => {
        const { pathname, search } = new URL(request.url ?? "/", "http://127.0.0.1");
        const path = pathname.replace(/^\/repository\.git/, "");
        void serveGit(request, response, { repository, path, query: search.slice(1), user: "service" });
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("The server has no port.");
      return `http://127.0.0.1:${String(address.port)}/repository.git`;
    },
    stop: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

describeTranslationService("a real service", () =>
  Promise.resolve(process.env["WEBLATE_GIT_OVER_HTTP"] === "1" ? overHttp(realService()) : realService()),
);
