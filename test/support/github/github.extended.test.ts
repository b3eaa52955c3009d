import type { GitHub } from "./server.ts";
import { request as send } from "node:http";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../repository.ts";
import { secondaryRateLimit } from "./faults.ts";
import { startGitHub, type GitHubOptions } from "./github.ts";

interface Stage extends AsyncDisposable {
  readonly github: GitHub;
  readonly repository: TestRepository;
  /** Sends a request as the token's owner. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /** The last commit of main. */
  head(): Promise<string>;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Members of the answers that the tests below look at. */
interface Body {
  readonly message?: string;
  readonly status?: string;
  readonly documentation_url?: string;
  readonly errors?: readonly { readonly message?: string; readonly code: string; readonly field?: string }[];
  readonly sha?: string;
  readonly number?: number;
  readonly id?: number;
  readonly length?: number;
  readonly [name: string]: unknown;
}

async function stage(options: Partial<GitHubOptions> = {}): Promise<Stage> {
  const repository = await createRepository({ "a.txt": "1\n", "dir/b.txt": "2\n" });
  const github = await startGitHub({ repository: "acme/site", bareRepository: repository.remotePath, ...options });
  return {
    github,
    repository,
    head: () => repository.remoteGit("rev-parse", "main"),
    call: async (method, path, body) => {
      const response = await fetch(`${github.apiUrl}${path.startsWith("/") ? path : `/repos/acme/site/${path}`}`, {
        method,
        headers: { authorization: `Bearer ${github.token}` },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer: Body = text === "" ? {} : JSON.parse(text);
      return { status: response.status, headers: response.headers, body: answer };
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

/** A branch with one commit on top of main. */
async function branch({ repository }: Stage, name: string): Promise<string> {
  const tree = await repository.remoteGit("mktree", "--missing");
  const commit = await repository.remoteGit("commit-tree", tree, "-p", "main", "-m", `On ${name}`);
  await repository.remoteGit("update-ref", `refs/heads/${name}`, commit);
  return commit;
}

function file(path: string, content = "x"): object {
  return { path, mode: "100644", type: "blob", content };
}

describe.concurrent("the stand-in for GitHub: the wire", () => {
  it("refuses what has no User-Agent, a wrong token, and hides what a token may not see", async () => {
    await using there = await stage();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = send(`${there.github.apiUrl}/repos/acme/site`, {
        headers: { authorization: `token ${there.github.token}` },
      });
      request.on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end();
    });
    const wrong = await fetch(`${there.github.apiUrl}/repos/acme/site`, {
      headers: { authorization: "token ghs_wrong" },
    });
    const nobody = await fetch(`${there.github.apiUrl}/repos/acme/site`);

    expect(status).toBe(403);
    expect(await wrong.json()).toMatchObject({ message: "Bad credentials", status: "401" });
    expect(nobody.status).toBe(404);
    expect(await there.call("GET", "/repos/acme/other")).toMatchObject({
      status: 404,
      body: { message: "Not Found", status: "404" },
    });
    expect(await there.call("GET", "/repos/acme/site")).toMatchObject({
      status: 200,
      body: { full_name: "acme/site", default_branch: "main" },
    });
  });

  it("tells bad JSON, other JSON than an object, and a trailing slash apart", async () => {
    await using there = await stage();

    expect(await there.call("POST", "git/refs", "{")).toMatchObject({
      status: 400,
      body: { message: "Problems parsing JSON" },
    });
    expect(await there.call("POST", "git/refs", "[]")).toMatchObject({
      status: 400,
      body: { message: "Body should be a JSON object" },
    });
    expect(await there.call("GET", "pulls/")).toMatchObject({ status: 404 });
  });

  it.each([
    ["an operation that does not exist", "GET", "stargazers", undefined],
    ["an operation the stand-in does not know", "POST", "dispatches", { event_type: "x" }],
    ["a body member that does not exist", "POST", "git/refs", { ref: "refs/heads/x", sha: "x", forse: true }],
    ["a missing member", "POST", "git/trees", { base_tree: "x" }],
    ["a wrong type", "POST", "git/trees", { tree: "x" }],
    [
      "a mode that git has not",
      "POST",
      "git/trees",
      { tree: [{ path: "a", mode: "100600", type: "blob", content: "" }] },
    ],
    ["a query parameter that does not exist", "GET", "pulls?branch=x", undefined],
    ["more than 100 items a page", "GET", "pulls?per_page=101", undefined],
  ])("fails the test at its end for %s", async (_, method, path, body) => {
    const there = await stage();

    expect((await there.call(method, path, body)).status).toBeGreaterThanOrEqual(404);

    expect(there.github.violations).not.toEqual([]);
    await expect(there[Symbol.asyncDispose]()).rejects.toThrow("description is violated");
  });

  it("names the permission that a token lacks", async () => {
    await using there = await stage({ settings: { permissions: { contents: "read" } } });
    await using personal = await stage({ settings: { permissions: {}, tokenKind: "personal" } });

    const reply = await there.call("POST", "git/refs", { ref: "refs/heads/x", sha: await there.head() });

    expect(reply).toMatchObject({ status: 403, body: { message: "Resource not accessible by integration" } });
    expect(reply.headers.get("x-accepted-github-permissions")).toBe("contents=write; contents=write,workflows=write");
    expect((await personal.call("GET", "git/ref/heads/main")).body.message).toBe(
      "Resource not accessible by personal access token",
    );
  });

  it("limits secondary rates with and without retry-after, once for each fault", async () => {
    const operation = "GET /repos/{owner}/{repo}/git/ref/{ref}";
    await using there = await stage({ faults: [secondaryRateLimit(operation, 3), secondaryRateLimit(operation)] });
    const replies = [];
    for (let times = 0; times < 3; times += 1) replies.push(await there.call("GET", "git/ref/heads/main"));

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(replies[0]?.body.message).toMatch(/\bsecondary rate\b/);
    expect(replies.map(({ headers }) => headers.get("retry-after"))).toEqual(["3", null, null]);
  });

  it("carries a request out and loses the answer", async () => {
    const operation = "POST /repos/{owner}/{repo}/git/refs";
    await using there = await stage({ faults: [{ operation, answer: "cut", applied: true }] });

    await expect(there.call("POST", "git/refs", { ref: "refs/heads/x", sha: await there.head() })).rejects.toThrow(
      "fetch failed",
    );

    expect(await there.repository.remoteGit("rev-parse", "x")).toBe(await there.head());
    expect(there.github.requests.at(-1)).toMatchObject({ operation, status: 0 });
  });

  it("answers 409 for an empty repository", async () => {
    await using there = await stage();
    await there.repository.remoteGit("update-ref", "-d", "refs/heads/main");

    expect(await there.call("GET", "git/ref/heads/main")).toMatchObject({
      status: 409,
      body: { message: "Git Repository is empty." },
    });
  });
});

describe.concurrent("the stand-in for GitHub: git data", () => {
  it("has the four refusals of refs, and checks for fast forward only without force", async () => {
    await using there = await stage();
    const main = await there.head();
    const newer = await branch(there, "newer");
    const unknown = "1".repeat(40);

    expect(await there.call("POST", "git/refs", { ref: "heads/x", sha: main })).toMatchObject({ status: 422 });
    expect((await there.call("POST", "git/refs", { ref: "refs/heads/newer", sha: main })).body.message).toBe(
      "Reference already exists",
    );
    expect((await there.call("POST", "git/refs", { ref: "refs/heads/x", sha: unknown })).body.message).toBe(
      "Object does not exist",
    );
    expect((await there.call("PATCH", "git/refs/heads/x", { sha: main })).body.message).toBe(
      "Reference does not exist",
    );
    expect(await there.call("PATCH", "git/refs/heads/newer", { sha: main })).toMatchObject({
      status: 422,
      body: { message: "Update is not a fast forward" },
    });
    expect(await there.call("PATCH", "git/refs/heads/newer", { sha: main, force: true })).toMatchObject({
      status: 200,
      body: { object: { sha: main } },
    });
    expect(await there.call("PATCH", "git/refs/heads/newer", { sha: newer })).toMatchObject({ status: 200 });
    expect(await there.call("DELETE", "git/refs/heads/newer")).toMatchObject({ status: 204 });
    expect((await there.call("DELETE", "git/refs/heads/newer")).body.message).toBe("Reference does not exist");
    expect(await there.call("DELETE", "git/refs/heads/main")).toMatchObject({ status: 422 });
  });

  it("finds one ref exactly and several by their beginning, with slashes as they are or encoded", async () => {
    await using there = await stage();
    await branch(there, "feat/a");
    await branch(there, "feat/b");

    expect(await there.call("GET", "git/ref/heads/feat")).toMatchObject({ status: 404 });
    expect(await there.call("GET", "git/ref/heads%2Ffeat%2Fa")).toMatchObject({
      status: 200,
      body: { ref: "refs/heads/feat/a" },
    });
    expect((await there.call("GET", "git/matching-refs/heads/fea")).body).toHaveLength(2);
  });

  it("takes either content or sha in a tree, and null only for what is in the base", async () => {
    await using there = await stage();
    const base_tree = await there.repository.remoteGit("rev-parse", "main^{tree}");
    const both = { ...file("x"), sha: base_tree };
    const neither = { path: "x", mode: "100644", type: "blob" };
    const gone = { ...neither, sha: null };
    const messageOf = async (body: object): Promise<string | undefined> =>
      (await there.call("POST", "git/trees", body)).body.message;

    expect(await messageOf({ tree: [both] })).toMatch(/^Must supply either tree.sha or tree.content/);
    expect(await messageOf({ tree: [neither] })).toMatch(/^Must supply either tree.sha or tree.content/);
    expect(await messageOf({ tree: [{ ...gone, path: "a.txt" }] })).toBe("GitRPC::BadObjectState");
    expect(await messageOf({ base_tree, tree: [gone] })).toBe("GitRPC::BadObjectState");
    expect(await messageOf({ base_tree: await there.head(), tree: [file("x")] })).toBe(
      "base_tree is not a valid tree oid",
    );
    expect(await messageOf({ tree: [file("../x")] })).toMatch("malformed path");
    expect(await messageOf({ tree: [{ ...neither, sha: "1".repeat(40) }] })).toMatch("not a valid object");
  });

  it("writes trees with and without a base, and deletes", async () => {
    await using there = await stage();
    const base_tree = await there.repository.remoteGit("rev-parse", "main^{tree}");
    const gone = { path: "dir/b.txt", mode: "100644", type: "blob", sha: null };
    const names = async (body: object): Promise<string> => {
      const { sha = "" } = (await there.call("POST", "git/trees", body)).body;
      return there.repository.remoteGit("ls-tree", "-r", "--name-only", sha);
    };

    expect(await names({ tree: [file("x")] })).toBe("x");
    expect(await names({ base_tree, tree: [file("x"), gone] })).toBe("a.txt\nx");
    expect(await names({ base_tree, tree: [{ ...gone, path: "dir" }] })).toBe("a.txt");
    expect(await names({ base_tree, tree: [{ path: "copy", mode: "040000", type: "tree", sha: base_tree }] })).toBe(
      "a.txt\ncopy/a.txt\ncopy/dir/b.txt\ndir/b.txt",
    );
  });

  it("refuses trees that are too large, and workflow files without their permission", async () => {
    await using there = await stage({ settings: { treeLimit: { entries: 2, bytes: 1_000 } } });
    await using personal = await stage({ settings: { tokenKind: "personal" } });
    const workflow = { tree: [file(".github/workflows/x.yml")] };

    expect((await there.call("POST", "git/trees", { tree: [file("1"), file("2"), file("3")] })).body.message).toMatch(
      /^Sorry, your request timed out/,
    );
    expect((await there.call("POST", "git/trees", { tree: [file("1", "x".repeat(1_000))] })).status).toBe(422);
    expect((await there.call("POST", "git/trees", workflow)).status).toBe(403);
    expect((await personal.call("POST", "git/trees", workflow)).status).toBe(404);
  });

  it("lists all folders of a tree for any value of recursive, and says when it cuts", async () => {
    await using there = await stage({ settings: { listingLimit: 2 } });
    const tree = (await there.repository.remoteGit("rev-parse", "main^{tree}")).trim();

    expect((await there.call("GET", `git/trees/${tree}`)).body).toMatchObject({
      truncated: false,
      tree: [{ path: "a.txt" }, { path: "dir" }],
    });
    expect((await there.call("GET", `git/trees/${tree}?recursive=0`)).body).toMatchObject({
      truncated: true,
      tree: { length: 2 },
    });
    expect((await there.call("GET", `git/trees/${"1".repeat(40)}`)).status).toBe(404);
  });

  it.each([
    ["actions", {}, true],
    ["app", {}, true],
    ["personal", {}, false],
    ["actions", { author: { name: "A", email: "a@example.org" } }, false],
    ["app", { committer: { name: "A", email: "a@example.org" } }, false],
  ] as const)("signs a commit of a token of kind %s with %j: %s", async (tokenKind, more, verified) => {
    await using there = await stage({ settings: { tokenKind } });
    const tree = (await there.repository.remoteGit("rev-parse", "main^{tree}")).trim();

    const { body } = await there.call("POST", "git/commits", {
      message: "M",
      tree,
      parents: [await there.head()],
      ...more,
    });

    expect(body).toMatchObject({ verification: { verified, reason: verified ? "valid" : "unsigned" } });
    expect((await there.call("GET", `git/commits/${body.sha ?? ""}`)).body).toMatchObject({
      message: "M",
      verification: { verified },
    });
  });

  it("refuses a commit of an unknown tree or parent", async () => {
    await using there = await stage();
    const tree = (await there.repository.remoteGit("rev-parse", "main^{tree}")).trim();

    expect((await there.call("POST", "git/commits", { message: "M", tree: "1".repeat(40) })).body.message).toBe(
      "Tree SHA does not exist",
    );
    expect((await there.call("POST", "git/commits", { message: "M", tree, parents: ["1".repeat(40)] })).status).toBe(
      422,
    );
  });

  it("stores binary blobs and gives them back", async () => {
    await using there = await stage();
    const content = Buffer.from([0, 255, 10]).toString("base64");

    const { body } = await there.call("POST", "git/blobs", { content, encoding: "base64" });

    expect((await there.call("GET", `git/blobs/${body.sha ?? ""}`)).body).toMatchObject({
      content,
      encoding: "base64",
      size: 3,
    });
  });

  it("compares from the merge base on", async () => {
    await using there = await stage();
    const newer = await branch(there, "newer");
    const main = await there.head();

    expect((await there.call("GET", `compare/${main}...${newer}`)).body).toMatchObject({
      status: "ahead",
      total_commits: 1,
      merge_base_commit: { sha: main },
      commits: [{ sha: newer, commit: { message: "On newer" } }],
      files: [{ filename: "a.txt", status: "removed" }, { filename: "dir/b.txt" }],
    });
    expect((await there.call("GET", `compare/${newer}...${main}`)).body).toMatchObject({
      status: "behind",
      total_commits: 0,
    });
    expect((await there.call("GET", `compare/${main}...${"1".repeat(40)}`)).status).toBe(404);
  });

  it("applies rules to branches, to commits that no other branch has, and says who may bypass them", async () => {
    const rules = [
      { branches: "signed/*", requires: "verified-signatures" },
      { branches: "main", requires: "pull-request" },
    ] as const;
    await using there = await stage({ settings: { rules } });
    const newer = await branch(there, "newer");
    const create = (): Promise<Reply> => there.call("POST", "git/refs", { ref: "refs/heads/signed/x", sha: newer });

    expect((await create()).status).toBe(201);
    for (const name of ["newer", "signed/x"]) await there.repository.remoteGit("branch", "-D", name);

    expect((await create()).body.message).toBe(
      "Repository rule violations found\n\nCommits must have verified signatures.\n\n",
    );
    expect((await there.call("PATCH", "git/refs/heads/main", { sha: newer })).body.message).toMatch(
      "must be made through a pull request",
    );
    expect((await there.call("GET", "rules/branches/signed%2Fx")).body).toMatchObject([
      { type: "required_signatures", ruleset_id: 42, ruleset_source: "acme/site" },
    ]);
    expect((await there.call("GET", "rulesets/42")).body).toMatchObject({
      name: "Guarded",
      current_user_can_bypass: "never",
    });
    expect((await there.call("GET", "rulesets/43")).status).toBe(404);
  });
});

describe.concurrent("the stand-in for GitHub: pull requests", () => {
  const create = (there: Stage, more: object = {}): Promise<Reply> =>
    there.call("POST", "pulls", { title: "T", head: "newer", base: "main", ...more });

  it("refuses duplicates, branches without commits or that do not exist, and texts that are too long", async () => {
    await using there = await stage();
    await branch(there, "newer");
    await there.repository.remoteGit("update-ref", "refs/heads/same", "main");

    expect((await create(there, { body: "x".repeat(65_537) })).body.errors).toMatchObject([
      { message: "body is too long (maximum is 65536 characters)" },
    ]);
    expect((await create(there, { title: "x".repeat(257) })).body.errors).toMatchObject([
      { message: "title is too long (maximum is 256 characters)" },
    ]);
    expect((await create(there)).status).toBe(201);
    expect((await create(there)).body.errors).toMatchObject([
      { message: "A pull request already exists for acme:newer." },
    ]);
    expect((await create(there, { head: "same" })).body.errors).toMatchObject([
      { message: "No commits between main and same" },
    ]);
    expect((await create(there, { head: "nowhere" })).body.errors).toMatchObject([{ field: "head", code: "invalid" }]);
    expect((await create(there, { base: "nowhere" })).body.errors).toMatchObject([{ field: "base", code: "invalid" }]);
  });

  it("does not let workflows open one where the settings say so, but lets an App", async () => {
    await using there = await stage({ settings: { actionsMayOpenPullRequests: false } });
    await branch(there, "newer");

    expect(await create(there)).toMatchObject({
      status: 403,
      body: { message: "GitHub Actions is not permitted to create or approve pull requests." },
    });
    there.github.settings.tokenKind = "app";
    expect(await create(there)).toMatchObject({ status: 201 });
  });

  it("filters by head only with its owner, and then lets branches on the same commit through", async () => {
    await using there = await stage();
    await branch(there, "newer");
    await branch(there, "other");
    await there.repository.remoteGit("update-ref", "refs/heads/copy", "newer");
    for (const head of ["newer", "other", "copy"]) await create(there, { head });
    const heads = async (query: string): Promise<unknown> => {
      const pulls: unknown = (await there.call("GET", `pulls?${query}`)).body;
      return Array.isArray(pulls) ? pulls.map((pull: { head: { ref: string } }) => pull.head.ref) : pulls;
    };

    expect(await heads("head=newer")).toEqual(["copy", "other", "newer"]);
    expect(await heads("head=acme:newer")).toEqual(["copy", "newer"]);
    expect(await heads("head=acme:other&base=nowhere")).toEqual([]);
  });

  it("knows whether one is mergeable only at the second look", async () => {
    await using there = await stage();
    await branch(there, "newer");

    expect((await create(there)).body).toMatchObject({ mergeable: null });
    expect((await there.call("GET", "pulls/1")).body).toMatchObject({ mergeable: true, commits: 1, changed_files: 2 });
  });

  it("closes one with its branch, and reopens only what descends from it", async () => {
    await using there = await stage();
    const tip = await branch(there, "newer");
    await create(there);
    await there.call("DELETE", "git/refs/heads/newer");
    const reopen = async (): Promise<string | undefined> =>
      (await there.call("PATCH", "pulls/1", { state: "open" })).body.errors?.[0]?.message;

    expect((await there.call("GET", "pulls/1")).body).toMatchObject({ state: "closed", head: { sha: tip } });
    expect(await reopen()).toBe("state cannot be changed. The newer branch has been deleted.");
    await there.repository.remoteGit("update-ref", "refs/heads/newer", "main");
    expect(await reopen()).toBe("state cannot be changed. The newer branch was force-pushed or recreated.");
    await there.repository.remoteGit("update-ref", "refs/heads/newer", tip);
    expect(await reopen()).toBeUndefined();
  });

  it("talks and labels by the target's permission alone, and makes new labels only with issues: write besides", async () => {
    await using there = await stage({ labels: ["known"] });
    await branch(there, "newer");
    await create(there);

    expect(await there.call("POST", "issues/1/labels", { labels: ["known"] })).toMatchObject({ status: 200 });
    const refused = await there.call("POST", "issues/1/labels", { labels: ["new"] });
    expect(refused.body.message).toMatch("permission to create labels");
    there.github.settings.permissions = { issues: "write" };
    for (const [path, body] of [
      ["issues/1/labels", { labels: ["known"] }],
      ["issues/1/comments", { body: "Hello" }],
      ["issues/1/assignees", { assignees: ["ana"] }],
    ] as const) {
      expect(await there.call("POST", path, body)).toMatchObject({ status: 403 });
    }
    there.github.settings.permissions = { issues: "write", "pull-requests": "write" };
    expect((await there.call("POST", "issues/1/labels", { labels: ["new"] })).body).toMatchObject([
      { name: "known" },
      { name: "new", color: "ededed", description: null },
    ]);
  });

  it("lists comments by id in pages of 30 with links, and refuses long ones", async () => {
    await using there = await stage();
    await branch(there, "newer");
    await create(there);
    for (let at = 1; at <= 31; at += 1)
      await there.call("POST", "issues/1/comments", { body: `Comment ${String(at)}` });

    const first = await there.call("GET", "issues/1/comments");
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "") ?? [];
    const second = await there.call("GET", next.slice(there.github.apiUrl.length));

    expect(first.body).toHaveLength(30);
    expect(second.body).toMatchObject([{ body: "Comment 31" }]);
    expect(second.headers.get("link")).not.toContain('rel="next"');
    const long = await there.call("POST", "issues/1/comments", { body: "x".repeat(65_537) });
    expect(long.body.errors).toMatchObject([{ message: "Body is too long (maximum is 65536 characters)" }]);
  });

  it("changes and deletes comments, and tells collaborators' permissions", async () => {
    await using there = await stage({ settings: { collaborators: { ana: "write" } } });
    await branch(there, "newer");
    await create(there);
    const { id = 0 } = (await there.call("POST", "issues/1/comments", { body: "One" })).body;

    expect((await there.call("PATCH", `issues/comments/${String(id)}`, { body: "Two" })).body).toMatchObject({
      body: "Two",
      user: { login: "github-actions[bot]" },
    });
    expect((await there.call("DELETE", `issues/comments/${String(id)}`)).status).toBe(204);
    expect((await there.call("GET", `issues/comments/${String(id)}`)).status).toBe(404);
    expect((await there.call("GET", "collaborators/ana/permission")).body).toMatchObject({ permission: "write" });
    expect((await there.call("GET", "collaborators/nobody/permission")).status).toBe(404);
  });

  it("gives files of the repository and the account's limits", async () => {
    await using there = await stage();

    expect((await there.call("GET", "contents/dir/b.txt")).body).toMatchObject({
      content: Buffer.from("2\n").toString("base64"),
    });
    expect((await there.call("GET", "contents/dir")).body).toMatchObject([{ name: "b.txt", type: "file" }]);
    expect((await there.call("GET", "contents/nowhere")).status).toBe(404);
    expect((await there.call("GET", "/rate_limit")).body).toMatchObject({ rate: { limit: 1_000 } });
    expect((await there.call("GET", "/user")).status).toBe(403);
  });
});
