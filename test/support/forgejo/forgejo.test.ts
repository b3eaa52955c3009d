import { describe, expect, it } from "vitest";
import { createRepository } from "../repository.ts";
import { startForgejo, type Forgejo } from "./forgejo.ts";

/** A server with the branches `main`, `topic` (a commit more) and, protected, `release`. */
async function createServer(): Promise<Forgejo> {
  const repository = await createRepository({ "de.json": "old\n" });
  await repository.git("push", "--quiet", "origin", "HEAD:refs/heads/release");
  const forgejo = await startForgejo({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    protectedBranches: ["release"],
    labels: ["i18n"],
  });
  const tree = await repository.remoteGit("rev-parse", "main^{tree}");
  const topic = await repository.remoteGit("commit-tree", "-p", "main", "-m", "Topic", tree);
  await repository.remoteGit("update-ref", "refs/heads/topic", topic);
  return {
    ...forgejo,
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await forgejo[Symbol.asyncDispose]();
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly link: string | null;
}

async function ask(
  { apiUrl, token }: Forgejo,
  method: string,
  path: string,
  body?: object,
  authorization = `token ${token}`,
): Promise<Reply> {
  const response = await fetch(`${apiUrl}/repos/acme/site${path}`, {
    method,
    headers: { ...(authorization === "" ? {} : { authorization }), "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), link: response.headers.get("link") };
}

const PULL = { head: "topic", base: "main", title: "Topic" };

describe.concurrent("the Forgejo stand-in", () => {
  it("opens a pull request once", async () => {
    await using server = await createServer();

    expect(await ask(server, "POST", "/pulls", PULL)).toMatchObject({
      status: 201,
      body: { number: 1, html_url: `${server.url}/acme/site/pulls/1`, head: { label: "topic", ref: "topic" } },
    });
    expect(await ask(server, "POST", "/pulls", PULL)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/^pull request already exists for these targets \[id: \d+, issue_id: 1,/),
      },
    });
  });

  it.each([
    ["without changes", { ...PULL, head: "main" }, 422],
    ["of a branch that is not there", { ...PULL, head: "nowhere" }, 404],
    ["into a branch that is not there", { ...PULL, base: "nowhere" }, 404],
  ])("refuses a pull request %s", async (_, body, status) => {
    await using server = await createServer();

    expect(await ask(server, "POST", "/pulls", body)).toMatchObject({ status });
  });

  it("knows one token, by either name, and hides everything from nobody in particular", async () => {
    await using server = await createServer();
    const status = async (authorization: string): Promise<number> =>
      (await ask(server, "GET", "", undefined, authorization)).status;

    expect(await status(`token ${server.token}`)).toBe(200);
    expect(await status(`Bearer ${server.token}`)).toBe(200);
    expect(await status("token wrong")).toBe(401);
    expect(await status("")).toBe(404);
  });

  it("gives lists in pages, and no more at once than it likes", async () => {
    await using server = await createServer();
    server.settings.largestPage = 1;
    await ask(server, "POST", "/pulls", PULL);
    await ask(server, "POST", "/pulls", { ...PULL, base: "release" });

    const first = await ask(server, "GET", "/pulls?limit=50");

    expect(first.body).toMatchObject([{ number: 2 }]);
    expect(first.link).toContain('rel="next"');
    const second = await ask(server, "GET", "/pulls?limit=50&page=2");
    expect(second.body).toMatchObject([{ number: 1 }]);
    expect(second.link).not.toContain('rel="next"');
  });

  it("sets labels by name or id, and leaves out without a word what it does not know", async () => {
    await using server = await createServer();
    await ask(server, "POST", "/pulls", PULL);

    expect(await ask(server, "POST", "/issues/1/labels", { labels: ["unknown", "I18N"] })).toMatchObject({
      status: 200,
      body: [],
    });
    expect((await ask(server, "POST", "/issues/1/labels", { labels: ["i18n"] })).body).toMatchObject([
      { name: "i18n" },
    ]);
    expect(await ask(server, "POST", "/labels", { name: "new", color: "grey" })).toMatchObject({ status: 422 });
  });

  it.each([
    ["an unknown parameter", "GET", "/pulls?head=topic", undefined],
    ["an unknown member", "POST", "/pulls", { ...PULL, draft: true }],
    ["a wrong type", "POST", "/pulls", { ...PULL, title: 1 }],
    ["an operation that there is not", "POST", "/git/trees", {}],
    ["an operation that nothing here needs", "DELETE", "", undefined],
  ])("counts %s as a violation of the description", async (_, method, path, body) => {
    const server = await createServer();

    await ask(server, method, path, body);

    expect(server.violations).toHaveLength(1);
    await expect(server[Symbol.asyncDispose]()).rejects.toThrow("description is violated");
  });
});
