import { createServer, type RequestListener } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import type { RequestObserver, SeenRequest } from "../../network/seen-request.ts";
import { connect, openOctokit, POLITE, type GitHubRepository } from "./connection.ts";
import { explained } from "./refusal.ts";

const TOKEN = "ghs_nobodyElseIsToSeeThisToken";
const ATTEMPT = { action: "list milestones", permission: "issues: read" };

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly authorizations: (string | undefined)[];
}

async function serve(listener: RequestListener): Promise<Server> {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function at(url: string, token = TOKEN, onRequest?: RequestObserver): GitHubRepository {
  return connect({
    onRequest,
    token,
    apiUrl: url,
    serverUrl: url,
    repository: "acme/site",
    logger: silentLogger,
    clock: systemClock,
    tempo: { spaced: false, second: 1 },
  });
}

async function listMilestones({ octokit, owner, repo }: GitHubRepository): Promise<readonly unknown[]> {
  return explained(ATTEMPT, () => octokit.paginate(octokit.rest.issues.listMilestones, { owner, repo }));
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no error",
    (error: unknown) => (error instanceof Error ? `${error.message} ${String("hint" in error ? error.hint : "")}` : ""),
  );
}

describe.concurrent("the connection to GitHub", () => {
  it("does not follow a list to another origin", async () => {
    await using other = await serve((_request, response) => response.end("[]"));
    await using github = await serve((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.setHeader("link", `<${other.url}/repos/acme/site/milestones?page=2>; rel="next"`);
      response.end("[]");
    });

    const message = await messageOf(listMilestones(at(github.url)));

    expect(other.authorizations).toEqual([]);
    expect(message).toContain(new URL(other.url).host);
  });

  it("follows a renamed repository, and takes the token to no other origin", async () => {
    await using other = await serve((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end("[]");
    });
    await using github = await serve((request, response) => {
      const isOld = request.url?.startsWith("/repos/") === true;
      response.statusCode = 301;
      response.setHeader("location", isOld ? "/repositories/7/milestones" : `${other.url}/milestones`);
      response.end();
    });

    await messageOf(listMilestones(at(github.url)));

    expect(github.authorizations).toEqual([`token ${TOKEN}`, `token ${TOKEN}`]);
    expect(other.authorizations.filter((value) => value !== undefined)).toEqual([]);
  });

  it.each(["line\nbreak", "a b", "ünïcode", ""])("does not show a token that no header can hold: %j", async (part) => {
    await using github = await serve((_request, response) => response.end("[]"));

    const message = await messageOf(
      Promise.resolve().then(() => listMilestones(at(github.url, part === "" ? "" : `${TOKEN}${part}`))),
    );

    expect(github.authorizations).toEqual([]);
    expect(message).toContain("token");
    expect(message).not.toContain(TOKEN);
  });

  it("tells of every try by its endpoint, with what GitHub still allows, and of no value", async () => {
    let asked = 0;
    await using github = await serve((_request, response) => {
      asked += 1;
      response.statusCode = asked === 1 ? 502 : 200;
      response.setHeader("content-type", "application/json");
      response.setHeader("x-ratelimit-limit", "5000");
      response.setHeader("x-ratelimit-remaining", "4999");
      response.setHeader("x-ratelimit-reset", "1800000000");
      response.end("[]");
    });
    const seen: SeenRequest[] = [];

    await listMilestones(at(github.url, TOKEN, (request) => void seen.push(request)));

    const endpoint = "/repos/{owner}/{repo}/milestones";
    const remaining = { limit: 5000, remaining: 4999, resets: new Date(1_800_000_000_000) };
    expect(seen).toEqual([
      { service: "github", method: "GET", endpoint, status: 502, milliseconds: expect.any(Number), remaining },
      { service: "github", method: "GET", endpoint, status: 200, milliseconds: expect.any(Number), remaining },
    ]);
  });

  it("takes a token with a line end", async () => {
    await using github = await serve((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end("[]");
    });

    await listMilestones(at(github.url, `${TOKEN}\r\n`));

    expect(github.authorizations).toEqual([`token ${TOKEN}`]);
  });

  it("keeps an error page out of its messages", async () => {
    const page = `<!DOCTYPE html>\n<html><title>Unicorn! &middot; GitHub</title>${"<p>no</p>".repeat(5_000)}</html>`;
    await using github = await serve((_request, response) => {
      response.statusCode = 403;
      response.setHeader("content-type", "text/html");
      response.end(page);
    });

    const message = await messageOf(listMilestones(at(github.url)));

    expect(message).toContain("403");
    expect(message).not.toContain("<");
    expect(message.length).toBeLessThan(300);
  });
});

it("keeps a second between two requests that write, as GitHub asks for, and none between those that read", async () => {
  const sent: string[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const octokit = openOctokit({
      token: TOKEN,
      apiUrl: "https://polite.example.org",
      logger: silentLogger,
      tempo: POLITE,
      fetch: async (_url, init) => {
        sent.push(init?.method ?? "");
        return Response.json({});
      },
    });
    const all = ["POST", "POST", "GET", "GET"].map((method) => octokit.request(`${method} /labels/one`));
    // In steps: what a timer begins may want another one.
    for (let step = 0; step < 9; step += 1) await vi.advanceTimersByTimeAsync(100);
    const before = sent.toSorted();
    for (let step = 0; step < 9; step += 1) await vi.advanceTimersByTimeAsync(100);
    await Promise.all(all);

    expect(before).toEqual(["GET", "GET", "POST"]);
    expect(sent).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});
