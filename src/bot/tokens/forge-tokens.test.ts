import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startGitHubHost, type GitHubHost } from "../../../test/support/github/host.ts";
import { createRepository } from "../../../test/support/repository.ts";
import type { Clock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import type { ForgejoSettings, GitHubSettings } from "../../records/settings/settings.ts";
import { ForgeTokens, type TokenRequest } from "./forge-tokens.ts";

const PAIR = generateKeyPairSync("rsa", { modulusLength: 2048 });
const MINUTE = 60_000;

interface Scene extends AsyncDisposable {
  readonly host: GitHubHost;
  readonly tokens: ForgeTokens;
  readonly forge: GitHubSettings;
  /** Moves our clock, and GitHub's where that is told so. */
  readonly later: (minutes: number) => void;
  readonly ask: (repository: string, more?: Partial<TokenRequest>) => Promise<string>;
  readonly forget: (repository: string) => void;
}

async function createScene(installed: "yes" | "suspended" = "yes", isOnTime = false): Promise<Scene> {
  await using resources = new AsyncDisposableStack();
  const repositories = [];
  for (const repository of ["acme/app", "acme/site", "other/app"]) {
    const { remotePath } = resources.use(await createRepository({ "a.txt": "a" }));
    repositories.push({ repository, bareRepository: remotePath });
  }
  const publicKey = PAIR.publicKey.export({ type: "spki", format: "pem" }).toString();
  const permissions = { contents: "write", "pull-requests": "write", issues: "read" } as const;
  let ahead = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead), sleep: () => Promise.resolve() };
  const known = { id: 7, clientId: "Iv1.7", slug: "interlinear", publicKey, permissions, installed };
  const app = isOnTime ? { ...known, clock } : known;
  const host = resources.use(await startGitHubHost({ app, repositories }));
  const forge: GitHubSettings = {
    kind: "github",
    serverUrl: host.serverUrl,
    apiUrl: host.apiUrl,
    appId: "7",
    privateKey: PAIR.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    webhookSecret: "",
  };
  const tokens = new ForgeTokens({ clock, tempo: { spaced: false, second: 1 } });
  const owned = resources.move();
  return {
    host,
    tokens,
    forge,
    later: (minutes) => {
      ahead += minutes * MINUTE;
    },
    ask: (repository, more = {}) =>
      tokens.tokenFor({ forge, repository, number: 1, minutes: 30, logger: silentLogger, ...more }),
    forget: (repository) => {
      tokens.forget({ forge, repository, number: 1 });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function made({ host }: Scene): number {
  return host.requests.filter(({ operation }) => operation.endsWith("/access_tokens")).length;
}

/** How often GitHub was asked where the App is installed. */
function looked({ host }: Scene): number {
  return host.requests.filter(({ operation }) => operation === "GET /repos/{owner}/{repo}/installation").length;
}

describe("tokens of a GitHub App", () => {
  it("are made once for all who ask meanwhile, and again for a run that would outlive one", async () => {
    await using scene = await createScene();
    const { ask, later } = scene;

    const [one, other] = await Promise.all([ask("acme/app"), ask("ACME/app")]);
    expect(other).toBe(one);
    later(29);
    expect(await ask("acme/app")).toBe(one);
    later(2);
    expect(await ask("acme/app", { minutes: 5 })).toBe(one);
    const next = await Promise.all([ask("acme/app"), ask("acme/app")]);

    expect(new Set([one, ...next]).size).toBe(2);
    expect(made(scene)).toBe(2);
  });

  it("are used until ten minutes before their end, however short a run", async () => {
    await using scene = await createScene();
    await scene.ask("acme/app", { minutes: 1 });
    scene.later(49);
    await scene.ask("acme/app", { minutes: 1 });
    expect(made(scene)).toBe(1);
    scene.later(2);
    await scene.ask("acme/app", { minutes: 1 });
    expect(made(scene)).toBe(2);
  });

  it("are for one repository alone, also of the same owner, of the same name, and after another took its name", async () => {
    await using scene = await createScene();
    const { ask, host } = scene;

    const tokens = [
      await ask("acme/app"),
      await ask("acme/site"),
      await ask("other/app"),
      await ask("acme/app", { number: 2 }),
    ];

    expect(new Set(tokens).size).toBe(4);
    const worlds = ["acme/app", "acme/site", "other/app", "acme/app"].map((name) => [host.worldOf(name).id]);
    expect(tokens.map((token) => [...(host.app.tokens.get(token)?.repositories ?? [])])).toEqual(worlds);
    expect(looked(scene)).toBe(2);
  });

  it("come of an installation that is looked up once an owner, again after ten minutes, and where it is another one now", async () => {
    await using scene = await createScene("yes", true);
    const { ask, host, later, forget } = scene;
    await ask("acme/app");
    later(9);
    await ask("acme/site");
    expect(looked(scene)).toBe(1);

    later(2);
    await ask("acme/app", { number: 3 });
    expect(looked(scene)).toBe(2);
    await host.owners.uninstall("acme");
    await host.owners.install("acme", ["acme/app", "acme/site"]);
    await ask("acme/app", { number: 4 });
    expect(looked(scene)).toBe(3);
    forget("acme/site");
    await ask("acme/site");
    expect(looked(scene)).toBe(4);
    await host.owners.uninstall("acme");
    await expect(ask("acme/site", { number: 5 })).rejects.toMatchObject({ code: "IL-F12" });
  });

  it("have the least that runs need, and what else the App was granted of it", async () => {
    await using scene = await createScene();

    await scene.ask("acme/app");

    const request = scene.host.requests.find(({ operation }) => operation.endsWith("/access_tokens"));
    expect(request?.body?.permissions).toEqual({
      contents: "write",
      pull_requests: "write",
      issues: "read",
      metadata: "read",
    });
  });

  it("are not kept where GitHub gave none, nor after they were not taken", async () => {
    await using scene = await createScene("suspended");
    const { ask, forget, host } = scene;

    await expect(ask("acme/app")).rejects.toMatchObject({ code: "IL-F12" });
    for (const installation of host.app.installations) installation.suspendedAt = null;
    await ask("acme/app");
    forget("acme/app");
    await ask("acme/app");

    expect(made(scene)).toBe(2);
  });
});

describe("the token that asks teams", () => {
  const members = { contents: "write", "pull-requests": "write", members: "read" } as const;
  const request = ({ host, forge }: Scene, onSecret: (secret: string) => void): TokenRequest => {
    const observed = { onSecret, logger: silentLogger };
    for (const installation of host.app.installations) installation.permissions = members;
    return { forge, repository: "acme/app", number: 1, minutes: 30, ...observed };
  };

  it("sees members, is for no repository alone, is masked before it is used, and ends with its call", async () => {
    await using scene = await createScene();
    const { host, tokens } = scene;
    const secrets: string[] = [];

    const { token, revoke } = (await tokens.teamTokenFor(request(scene, (secret) => secrets.push(secret)))?.()) ?? {};

    const asked = host.requests.find(({ operation }) => operation.endsWith("/access_tokens"));
    expect(asked?.body).toEqual({ permissions: { members: "read", pull_requests: "write", metadata: "read" } });
    expect(host.app.tokens.get(token ?? "")).toMatchObject({ isNarrowed: false });
    expect(secrets).toEqual([token]);

    await revoke?.();
    expect(host.app.tokens.size).toBe(0);
  });

  it("is refused with what to grant where the App may not see members, and Forgejo needs none", async () => {
    await using scene = await createScene();
    const { host, tokens, forge } = scene;
    const asked = request(scene, () => undefined);
    for (const installation of host.app.installations) installation.permissions = { "pull-requests": "write" };

    await expect(tokens.teamTokenFor(asked)?.()).rejects.toMatchObject({
      code: "IL-F02",
      message: expect.stringContaining("members: read"),
      hint: expect.stringContaining("Organization permissions"),
    });
    const { serverUrl, webhookSecret } = forge;
    const other = { kind: "forgejo", serverUrl, webhookSecret, token: "s3cret", repositories: [] } as const;
    expect(tokens.teamTokenFor({ ...asked, forge: other })).toBeUndefined();
  });
});

describe("the token of Forgejo", () => {
  const forge: ForgejoSettings = {
    kind: "forgejo",
    serverUrl: "https://codeberg.org",
    token: "s3cret",
    webhookSecret: "",
    repositories: ["acme/*", "other/site"],
  };
  const ask = (repository: string): Promise<string> =>
    new ForgeTokens().tokenFor({ forge, repository, minutes: 30, logger: silentLogger });

  it.each(["acme/app", "Acme/App", "other/site"])("is for %s, which the settings name", async (repository) => {
    expect(await ask(repository)).toBe("s3cret");
  });

  it.each(["other/app", "acme-evil/app", "eve/acme"])("is not for %s, which they do not", async (repository) => {
    await expect(ask(repository)).rejects.toMatchObject({ code: "IL-B22", hint: expect.stringContaining(repository) });
  });
});
