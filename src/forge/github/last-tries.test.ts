import { createServer } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { LocalError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { connect } from "./connection.ts";

const STOPPED = new LocalError("the bot was stopped", { code: "IL-B02" });
/** A second of waiting takes weeks: who waits for another try never ends. */
const PATIENT = { spaced: false, second: 2_000_000_000 };

/** GitHub with one answer to everything, given when the test says so. */
async function openScene(status: number, headers: Readonly<Record<string, string>> = {}) {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    asked.resolve();
    void answer.promise.then(() =>
      response.writeHead(status, { ...headers, "content-type": "application/json" }).end("[]"),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${String(typeof address === "object" ? address?.port : undefined)}`;
  const closing = new AbortController();
  const { octokit, owner, repo } = connect({
    token: "ghs_token",
    apiUrl: url,
    serverUrl: url,
    repository: "acme/site",
    logger: silentLogger,
    clock: systemClock,
    tempo: { ...PATIENT, lastTries: closing.signal },
  });
  return {
    asked: asked.promise,
    answer: answer.resolve,
    requests: () => requests,
    close: () => closing.abort(STOPPED),
    list: () => octokit.rest.issues.listMilestones({ owner, repo }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a request of somebody who is about to end", () => {
  it.each([
    ["a failure of the server", 502, {}],
    ["a limit of requests", 403, { "retry-after": "60", "x-ratelimit-remaining": "0" }],
  ])("waits for no other try after %s", async (_, status, headers) => {
    await using github = await openScene(status, headers);
    const listed = expect(github.list()).rejects.toBe(STOPPED);
    await github.asked;

    github.answer();
    github.close();

    await listed;
    expect(github.requests()).toBe(1);
  });

  it("gets the answer to the try that is under way", async () => {
    await using github = await openScene(200);
    const listed = github.list();
    await github.asked;

    github.close();
    github.answer();

    expect((await listed).data).toEqual([]);
  });

  it("is told of a refusal that no other try would change", async () => {
    await using github = await openScene(404);
    const listed = expect(github.list()).rejects.toMatchObject({ status: 404 });
    await github.asked;

    github.close();
    github.answer();

    await listed;
  });
});
