import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPayload } from "../../../src/automation/event.ts";
import { configurationEnvironment } from "../../../src/git/configuration.ts";
import { output } from "../command.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../repository.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import { startGitHubHost, type GitHubHost } from "./host.ts";
import { MANIFEST_CODE } from "./manifest.ts";
import { changesBetween, type Snapshot } from "./snapshot.ts";

const SECRET = "a hook's secret";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

interface Stage extends AsyncDisposable {
  readonly host: GitHubHost;
  readonly receiver: WebhookReceiver;
  readonly site: TestRepository;
  readonly shop: TestRepository;
}

async function stage(events: readonly string[] = EVENTS): Promise<Stage> {
  await using resources = new AsyncDisposableStack();
  const site = resources.use(await createRepository({ "a.txt": "one\n" }));
  const shop = resources.use(await createRepository({ "a.txt": "two\n" }));
  const receiver = resources.use(await startWebhookReceiver());
  const host = resources.use(
    await startGitHubHost({
      app: {
        id: 77,
        clientId: "Iv1.77",
        slug: "interlinear",
        publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
        permissions: { contents: "write", "pull-requests": "write", checks: "write" },
      },
      repositories: [
        { repository: "acme/site", bareRepository: site.remotePath },
        { repository: "acme/shop", bareRepository: shop.remotePath },
      ],
      hook: { url: receiver.url, secret: SECRET, events },
    }),
  );
  const owned = resources.move();
  return { host, receiver, site, shop, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

const EVENTS = ["push", "pull_request", "issue_comment", "check_run", "delete", "repository"];

function appToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: now - 60, exp: now + 540, iss: "77" })}`;
  return `${text}.${createSign("sha256").update(text).sign(privateKey, "base64url")}`;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly link: string | null;
}

async function ask(host: GitHubHost, method: string, path: string, token: string, body?: object): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, "user-agent": "test", "content-type": "application/json" };
  const url = path.startsWith("http") ? path : `${host.apiUrl}${path}`;
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const parsed: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, body: parsed, link: response.headers.get("link") };
}

async function installationToken(host: GitHubHost, restriction?: object): Promise<string> {
  const { body } = await ask(host, "POST", "/app/installations/4711/access_tokens", appToken(), restriction);
  const { token }: { readonly token: string } = JSON.parse(JSON.stringify(body));
  return token;
}

/** `event action` of everything that came, in its order. */
function told({ received }: WebhookReceiver): readonly string[] {
  return received.map(({ headers, payload }) =>
    [headers["x-github-event"], payload["action"]].filter((part) => typeof part === "string").join(" "),
  );
}

describe("installations of GitHub's stand-in", () => {
  test("are listed, and reach several repositories with tokens for all or some of them", async () => {
    await using place = await stage();
    const { host } = place;

    const listed = await ask(host, "GET", "/app/installations", appToken());
    const all = await installationToken(host);
    const one = await installationToken(host, { repositories: ["site"], permissions: { contents: "read" } });

    expect(listed.body).toMatchObject([{ id: 4711, account: { login: "acme" }, suspended_at: null }]);
    expect((await ask(host, "GET", "/installation/repositories", all)).body).toMatchObject({
      total_count: 2,
      repositories: [{ full_name: "acme/site" }, { full_name: "acme/shop" }],
    });
    expect((await ask(host, "GET", "/repos/acme/shop", all)).status).toBe(200);
    expect((await ask(host, "GET", "/repos/acme/shop", one)).status).toBe(404);
    expect((await ask(host, "POST", "/repos/acme/site/git/refs", one, { ref: "refs/heads/x", sha: "0" })).status).toBe(
      403,
    );
    const beyond = await ask(host, "POST", "/app/installations/4711/access_tokens", appToken(), {
      repositories: ["other"],
    });
    expect(beyond.status).toBe(422);
  });

  test("give no token while suspended, and end those that are there", async () => {
    await using place = await stage();
    const { host } = place;
    const token = await installationToken(host);

    await host.owners.suspend("acme");

    expect((await ask(host, "GET", "/repos/acme/site", token)).status).toBe(401);
    expect((await ask(host, "POST", "/app/installations/4711/access_tokens", appToken())).status).toBe(403);
  });

  test("turn a manifest's code into an App, once", async () => {
    await using place = await stage();
    const path = `/app-manifests/${MANIFEST_CODE}/conversions`;

    const made = await ask(place.host, "POST", path, "nobody");

    expect(made).toMatchObject({ status: 201, body: { id: 77, pem: expect.stringContaining("PRIVATE KEY") } });
    // The former key signs nothing any more.
    expect((await ask(place.host, "GET", "/app", appToken())).status).toBe(401);
    expect((await ask(place.host, "POST", path, "nobody")).status).toBe(404);
  });
});

describe("git by HTTP at GitHub's stand-in", () => {
  async function fetchAt(place: Stage, repository: string, token: string): Promise<string> {
    await using folder = await temporaryDirectory();
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    const settings = [["http.extraHeader", `Authorization: Basic ${basic}`]] as const;
    const env = { ...gitEnvironment(), ...configurationEnvironment(settings, {}) };
    const target = join(folder.path, "clone.git");
    const address = `${place.host.serverUrl}/${repository}.git`;
    await output("git", ["clone", "--quiet", "--bare", "--filter=blob:none", address, target], { env });
    return await output("git", ["rev-list", "--objects", "--all", "--missing=print"], { cwd: target, env });
  }

  test("gives a partial clone to a living token of the installation, and to no other", async () => {
    await using place = await stage();
    const token = await installationToken(place.host, { repositories: ["site"] });

    expect(await fetchAt(place, "acme/site", token)).toContain("?");
    await expect(fetchAt(place, "acme/shop", token)).rejects.toThrow("not found");
    await expect(fetchAt(place, "acme/site", "ghs_nobody")).rejects.toThrow("could not read Username");
  });
});

describe("webhooks of GitHub's stand-in", () => {
  test("tell of pushes with GitHub's headers and signature, whether they came by git or went past it", async () => {
    await using place = await stage();
    const { host, receiver, site } = place;
    await site.write({ "a.txt": "changed\n" });
    const commit = await site.publish("Change");

    await host.notice("acme/site");
    await host.hook.sender.idle();

    const [hook] = receiver.received;
    expect(told(receiver)).toEqual(["push"]);
    expect(hook?.headers).toMatchObject({
      "user-agent": expect.stringContaining("GitHub-Hookshot/"),
      "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET)
        .update(hook?.body ?? "")
        .digest("hex")}`,
    });
    expect(hook?.payload).toMatchObject({
      ref: "refs/heads/main",
      after: commit,
      commits: [{ id: commit, modified: ["a.txt"] }],
      repository: { full_name: "acme/site" },
      installation: { id: 4711 },
    });
  });

  test("tell of pull requests, comments, checks and branches in the forms that are read", async () => {
    await using place = await stage();
    const { host, receiver, site } = place;
    await site.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    await host.notice("acme/site");
    await site.write({ "a.txt": "more\n" });
    await site.git("commit", "--quiet", "--all", "--message", "More");
    await site.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    await host.notice("acme/site");
    const number = await host.people.open("acme/site", { title: "More", head: "topic", base: "main" });
    await host.people.comment("acme/site", number, "/interlinear sync", "ana");
    await host.people.edit("acme/site", number, { title: "Even more" });
    await host.people.merge("acme/site", number);
    await host.people.deleteBranch("acme/site", "topic");
    await host.hook.sender.idle();

    expect(told(receiver).toSorted()).toEqual([
      "delete",
      "issue_comment created",
      "pull_request closed",
      "pull_request edited",
      "pull_request opened",
      "push",
      "push",
      "push",
      "push",
    ]);
    const comment = receiver.received.find(({ headers }) => headers["x-github-event"] === "issue_comment");
    expect(readPayload(comment?.payload)).toMatchObject({
      comment: { body: "/interlinear sync", author: { login: "ana", isBot: false } },
      issue: { number, isPullRequest: true },
    });
    const merged = receiver.received.find(({ payload }) => payload["action"] === "closed");
    expect(readPayload(merged?.payload)).toMatchObject({ pullRequest: { number, isMerged: true } });
    expect(await site.remoteGit("rev-parse", `refs/pull/${String(number)}/head`)).toMatch(/^[0-9a-f]{40}/);
  });

  test("are not repeated by themselves, are listed with what became of them, and go out again when asked", async () => {
    await using place = await stage();
    const { host, receiver, site } = place;
    receiver.status = 503;
    await site.write({ "a.txt": "changed\n" });
    await site.publish("Change");
    await host.notice("acme/site");
    await host.hook.sender.idle();

    const { body } = await ask(host, "GET", "/app/hook/deliveries?status=failure", appToken());
    expect(body).toMatchObject([{ event: "push", status: "Invalid HTTP Response: 503", redelivery: false }]);
    const id = String(host.hook.deliveries[0]?.id);
    receiver.status = 202;
    expect((await ask(host, "POST", `/app/hook/deliveries/${id}/attempts`, appToken())).status).toBe(202);
    await host.hook.sender.idle();

    expect(new Set(receiver.received.map(({ headers }) => headers["x-github-delivery"])).size).toBe(1);
    expect(host.hook.deliveries).toMatchObject([
      { statusCode: 503, isRedelivery: false },
      { statusCode: 202, isRedelivery: true },
    ]);
    const pages = await ask(host, "GET", "/app/hook/deliveries?per_page=1", appToken());
    expect(pages.link).toContain("cursor=v1_");
  });

  test("can be held, doubled and shuffled, and are not sent for what is not installed", async () => {
    await using place = await stage();
    const { host, receiver, site, shop } = place;
    const { sender } = host.hook;
    Object.assign(sender.manner, { duplicateEach: 2, shuffled: true });
    await host.owners.remove("acme/shop");
    await sender.idle();
    receiver.received.length = 0;
    sender.hold();
    for (const [name, repository] of [
      ["acme/site", site],
      ["acme/shop", shop],
    ] as const) {
      for (const text of ["1\n", "2\n", "3\n"]) {
        await repository.write({ "a.txt": text });
        await repository.publish("Change");
        await host.notice(name);
      }
    }

    expect([sender.held, receiver.received.length]).toEqual([3, 0]);
    sender.release();
    await sender.idle();

    const guids = receiver.received.map(({ headers }) => headers["x-github-delivery"]);
    expect(guids.length).toBeGreaterThan(new Set(guids).size);
    expect(new Set(guids).size).toBe(3);
  });

  test("tell where the App is installed and of new names, which the old ones lead on to", async () => {
    await using place = await stage();
    const { host, receiver } = place;
    await host.owners.remove("acme/shop");
    await host.owners.add("acme/shop");
    await host.owners.rename("acme/site", "web");
    await host.owners.uninstall("acme");
    await host.owners.install("acme", ["acme/web"]);
    await host.hook.sender.idle();

    expect(told(receiver).toSorted()).toEqual([
      "installation created",
      "installation deleted",
      "installation_repositories added",
      "installation_repositories removed",
      "repository renamed",
    ]);
    const { id } = host.app.installations[0] ?? {};
    const { body } = await ask(host, "POST", `/app/installations/${String(id)}/access_tokens`, appToken());
    const { token }: { readonly token: string } = JSON.parse(JSON.stringify(body));
    expect((await ask(host, "GET", "/repos/acme/site", token)).body).toMatchObject({ full_name: "acme/web" });
  });
});

describe("what happened between two looks at a repository", () => {
  const nothing: Snapshot = { branches: new Map(), pulls: new Map(), comments: new Map(), checks: new Map() };
  const pull = { title: "A", body: null, base: "main", state: "open", commit: "1" } as const;

  test.each([
    ["a new branch", {}, { branches: new Map([["x", "1"]]) }, ["create x", "push x"]],
    ["a branch that moved", { branches: new Map([["x", "1"]]) }, { branches: new Map([["x", "2"]]) }, ["push x"]],
    ["a branch that is gone", { branches: new Map([["x", "1"]]) }, {}, ["delete x", "push x"]],
    ["a pull request", {}, { pulls: new Map([[1, pull]]) }, ["opened"]],
    [
      "new commits in it",
      { pulls: new Map([[1, pull]]) },
      { pulls: new Map([[1, { ...pull, commit: "2" }]]) },
      ["synchronize"],
    ],
    ["its end", { pulls: new Map([[1, pull]]) }, { pulls: new Map([[1, { ...pull, state: "closed" }]]) }, ["closed"]],
    ["another base", { pulls: new Map([[1, pull]]) }, { pulls: new Map([[1, { ...pull, base: "next" }]]) }, ["edited"]],
    ["a comment that changed", { comments: new Map([[1, "a"]]) }, { comments: new Map([[1, "b"]]) }, ["edited"]],
    ["a check that ended at once", {}, { checks: new Map([[1, "completed"]]) }, ["created", "completed"]],
    ["nothing", { comments: new Map([[1, "a"]]) }, { comments: new Map([[1, "a"]]) }, []],
  ] satisfies readonly (readonly [string, Partial<Snapshot>, Partial<Snapshot>, readonly string[]])[])(
    "%s",
    (_, before, after, words) => {
      const changes = changesBetween({ ...nothing, ...before }, { ...nothing, ...after });
      expect(changes.map((change) => ("action" in change ? change.action : `${change.kind} ${change.branch}`))).toEqual(
        words,
      );
    },
  );
});
