import { generateKeyPairSync } from "node:crypto";
import { readdir } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { createFork, type Fork } from "../../../test/support/fork.ts";
import { gitCommandsOf } from "../../../test/support/started-git-commands.ts";
import { startGitHubHost, type GitHubHost } from "../../../test/support/github/host.ts";
import { createRepository, type TestRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { blobId } from "../../git/blob-id.ts";
import { runGit } from "../../git/run.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import { defaultSettings, type GitHubSettings, type Settings } from "../../records/settings/settings.ts";
import { Clones } from "../clones/clones.ts";
import { ForgeTokens } from "../tokens/forge-tokens.ts";
import { performJob, jobContext, type JobContextRequest } from "./perform-job.ts";

const PAIR = generateKeyPairSync("rsa", { modulusLength: 2048 });
const MAPPING = `version: 1
service: https://translate.example.org
components:
  - component: acme/website
    translations: locales/{language}.json
    source: locales/en.json
`;
const FILES = {
  ".github/interlinear.yml": MAPPING,
  "locales/en.json": '{\n    "title": "Hello"\n}\n',
  "locales/de.json": '{\n    "title": "Hallo"\n}\n',
  "README.md": "Nobody reads this here.\n",
};
const SOURCE = '{\n    "title": "Hello",\n    "cart": "Your cart"\n}\n';
const ATTRIBUTES = "* filter=evil\n";
const RUN = { kind: "run", command: "sync", hasBase: true } as const;

interface Scene extends AsyncDisposable {
  readonly host: GitHubHost;
  readonly tokens: ForgeTokens;
  readonly seen: readonly SeenRequest[];
  readonly app: TestRepository;
  readonly fork: Fork;
  readonly clones: Clones;
  readonly github: GitHubSettings;
  readonly settings: Settings;
  readonly request: (name: string, more?: Partial<JobContextRequest>) => JobContextRequest;
}

async function createScene(): Promise<Scene> {
  await using resources = new AsyncDisposableStack();
  const app = resources.use(await createRepository(FILES));
  const other = resources.use(await createRepository({ "README.md": "No mapping here.\n" }));
  const fork = resources.use(await createFork(app));
  const folder = resources.use(await temporaryDirectory());
  const host = resources.use(
    await startGitHubHost({
      basePath: "/api/v3",
      app: {
        id: 7,
        clientId: "Iv1.7",
        slug: "interlinear",
        publicKey: PAIR.publicKey.export({ type: "spki", format: "pem" }).toString(),
        permissions: { contents: "write", "pull-requests": "write", checks: "write" },
      },
      repositories: [
        {
          repository: "acme/app",
          bareRepository: app.remotePath,
          fork: { repository: "eve/app", bareRepository: fork.remotePath },
        },
        { repository: "other/site", bareRepository: other.remotePath },
      ],
    }),
  );
  const github: GitHubSettings = {
    kind: "github",
    serverUrl: host.serverUrl,
    apiUrl: host.apiUrl,
    appId: "7",
    privateKey: PAIR.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    webhookSecret: "",
  };
  const settings: Settings = { ...defaultSettings, forges: { github } };
  const seen: SeenRequest[] = [];
  const clones = new Clones({ folder: folder.path, clock: systemClock, logger: silentLogger });
  const owned = resources.move();
  const tempo = { spaced: false, second: 1 };
  return {
    host,
    tokens: new ForgeTokens({ tempo }),
    seen,
    app,
    fork,
    clones,
    github,
    settings,
    request: (name, more = {}) => {
      const { id: number } = host.worldOf(name);
      const repository = { forge: "github", name, number, defaultBranch: "main" };
      const onRequest = (request: SeenRequest): void => void seen.push(request);
      return { settings, repository, clone: clones.rootOf(number), logger: silentLogger, tempo, onRequest, ...more };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** On a clone that is up to date, as a run has it. */
async function contextOf(scene: Scene, name: string, more: Partial<JobContextRequest> = {}) {
  const made = await jobContext(scene.tokens, scene.request(name, more));
  await scene.clones.upToDate(scene.host.worldOf(name).id, made.remote);
  return made;
}

async function pullRequestOfFork({ fork, host }: Scene) {
  const files = { "locales/en.json": SOURCE, ".gitattributes": ATTRIBUTES };
  const commit = await fork.publish(files, "A change", ["refs/heads/topic"]);
  const number = await host.people.open("acme/app", { title: "A change", head: "eve:topic", base: "main", by: "eve" });
  const base = { branch: "main", commit: (await fork.tip("main")) ?? "" };
  const head = { branch: "topic", commit, repository: "eve/app" };
  return { number, body: "", isMerged: false, base, head };
}

function review(pullRequest: Awaited<ReturnType<typeof pullRequestOfFork>>) {
  return { kind: "review", pullRequest, access: "full" } as const;
}

/** What the clone has, without fetching more. */
async function objectsIn(clone: string): Promise<string> {
  const { stdout } = await runGit(["cat-file", "--batch-all-objects", "--batch-check"], { cwd: clone });
  return stdout.toString("utf8");
}

describe("the bot", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
    return () => scene[Symbol.asyncDispose]();
  });

  it("reviews a fork from objects alone, without a token of the service, and leaves nothing behind", async () => {
    const { host, request } = scene;
    const pullRequest = await pullRequestOfFork(scene);

    const outcome = await performJob(await contextOf(scene, "acme/app"), review(pullRequest));

    expect(outcome).toMatchObject({ kind: "reviewed", reviews: [{ number: pullRequest.number, isReported: true }] });
    const [comment] = host.worldOf("acme/app").comments;
    expect(comment).toMatchObject({ body: expect.stringContaining("1 string added") });
    const { clone } = request("acme/app");
    const objects = await objectsIn(clone);
    expect(objects).toContain(blobId(Buffer.from(SOURCE)));
    for (const unread of [FILES["README.md"], ATTRIBUTES]) {
      expect(objects).not.toContain(blobId(Buffer.from(unread)));
    }
  });

  it("says it again where somebody wants the check again, by the commit alone", async () => {
    const [pull] = scene.host.worldOf("acme/app").pulls;
    const commit = (await scene.fork.tip("topic")) ?? "";
    const job = { kind: "review-of-head", commit, repository: undefined } as const;

    const outcome = await performJob(await contextOf(scene, "acme/app"), job);

    expect(outcome).toMatchObject({ kind: "reviewed", reviews: [{ number: pull?.number }] });
    expect(scene.host.worldOf("acme/app").comments).toHaveLength(1);
  });

  it("puts a review into the words of a template, and says where it cannot", async () => {
    const commit = (await scene.fork.tip("topic")) ?? "";
    const job = { kind: "review-of-head", commit, repository: "eve/app" } as const;
    const { comments } = scene.host.worldOf("acme/app");

    await performJob(await contextOf(scene, "acme/app", { templates: { reviewComment: "Added: {{ added }}" } }), job);
    expect(comments[0]?.body).toMatch(/Added: 1$/);

    const broken = await contextOf(scene, "acme/app", { templates: { reviewComment: "{{ nobody }}" } });
    const outcome = await performJob(broken, job);
    expect(outcome).toMatchObject({ reviews: [{ notices: [expect.stringContaining("could not be filled in")] }] });
    expect(comments[0]?.body).toContain("### Translations:");
  });

  it("does nothing quietly where there is no mapping, or no branch", async () => {
    expect(await performJob(await contextOf(scene, "other/site"), RUN)).toMatchObject({
      kind: "said",
      isQuiet: true,
      isUnmapped: true,
    });
    const gone = await performJob(await contextOf(scene, "acme/app", { branch: "gone" }), RUN);
    expect(gone).toMatchObject({ kind: "said", isQuiet: true });
    expect(gone).not.toHaveProperty("isUnmapped");
  });

  it("sends no token to a service that the settings do not name, and says what to do", async () => {
    await expect(performJob(await contextOf(scene, "acme/app"), RUN)).rejects.toMatchObject({ code: "IL-B21" });
  });

  it("asks about a repository with a token that is for it alone, and tells of requests without values", async () => {
    const { host, seen } = scene;
    for (const { path, headers, status } of host.requests) {
      const token = /^(?:token|Bearer) (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
      const [, name = ""] = /^\/api\/v3\/repos\/([^/]+\/[^/]+)/.exec(path) ?? [];
      const owned = host.app.tokens.get(token);
      if (name === "" || owned === undefined) continue;
      expect([...owned.repositories], `${path} ${String(status)}`).toEqual([host.worldOf(name).id]);
    }
    const endpoints = [...new Set(seen.map(({ endpoint }) => endpoint))];
    expect(endpoints).toContain("/repos/{owner}/{repo}/issues/{issue_number}/comments");
    expect(JSON.stringify(seen)).not.toMatch(/acme|ghs_|eve\b/);
    const asked = host.requests.filter(({ operation }) => operation.endsWith("/access_tokens"));
    expect(asked.map(({ body }) => body)).toEqual([
      {
        repositories: ["app"],
        permissions: { contents: "write", pull_requests: "write", checks: "write", metadata: "read" },
      },
      expect.objectContaining({ repositories: ["site"] }),
    ]);
  });

  it("gets a new token after the forge did not take one, and with every key of its own", async () => {
    const { host, settings, tokens, request } = scene;
    for (const token of host.app.tokens.values()) token.expires = 0;
    const job = { kind: "review-of-head", commit: "d".repeat(40), repository: undefined } as const;
    const old = await jobContext(tokens, request("acme/app"));
    await expect(performJob(old, job)).rejects.toMatchObject({ code: "IL-F01" });
    expect(await performJob(await jobContext(tokens, request("acme/app")), job)).toMatchObject({ kind: "said" });

    const elsewhere = { ...settings, forges: { github: { ...scene.github, appId: "Iv1.7" } } };
    const before = host.app.tokens.size;
    await jobContext(tokens, request("acme/app", { settings: elsewhere }));
    expect(host.app.tokens.size).toBe(before + 1);
  });

  it("refuses a forge that the settings do not have", async () => {
    const settings = { ...scene.settings, forges: {} };
    const request = scene.request("acme/app", { settings });
    await expect(jobContext(scene.tokens, request)).rejects.toMatchObject({ code: "IL-B20" });
  });
});

describe("a bare partial clone", () => {
  it("is read at a commit, and what is read of them comes over HTTP with the token, and no more", async () => {
    await using scene = await createScene();
    const made = await contextOf(scene, "acme/app");
    const { clone } = scene.request("acme/app");
    const before = await readdir(clone);
    expect(await objectsIn(clone)).not.toContain("blob");
    const commit = await scene.app.git("rev-parse", "HEAD");

    let opened: Awaited<ReturnType<typeof made.openWorkspace>> | undefined;
    const commands = await gitCommandsOf(async () => {
      opened = await made.openWorkspace({ commit, anonymous: true });
      await opened.git.ownRefs();
    });
    if (opened === undefined) throw new Error("It was not opened.");
    await using workspace = opened;

    expect(commands).toEqual(["cat-file"]);
    expect(workspace.isAnonymous).toBe(true);
    expect(await workspace.git.head()).toBe(commit);
    expect((await workspace.git.index()).map(({ path }) => path)).toEqual(Object.keys(FILES).toSorted());
    expect(workspace.mapping.bindings.map(({ component }) => component.component)).toEqual(["website"]);
    expect(await readdir(clone)).toEqual(before);
    expect((await objectsIn(clone)).match(/ blob /g)).toHaveLength(1);
  });
});
