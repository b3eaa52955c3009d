import type { GitHub } from "../../../test/support/github/server.ts";
import type { AppOptions } from "../../../test/support/github/world.ts";
import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { badGateway } from "../../../test/support/github/faults.ts";
import { startGitHub, type GitHubOptions } from "../../../test/support/github/github.ts";
import { createRepository } from "../../../test/support/repository.ts";
import type { Clock } from "../../core/clock.ts";
import { silentLogger, type Logger } from "../../core/logger.ts";
import type { ForgeHost } from "../forge.contract.ts";
import { installationToken, KnownInstallation, type AppTokenOptions, type InstallationToken } from "./app-token.ts";
import { createGitHubForge } from "./github-forge.ts";

const PAIR = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PUBLIC_KEY = PAIR.publicKey.export({ type: "spki", format: "pem" }).toString();
const PKCS1 = PAIR.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const PKCS8 = PAIR.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const OTHER = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const OTHER_KEY = OTHER.export({ type: "pkcs1", format: "pem" }).toString();

const CLOCK: Clock = { now: () => new Date(), sleep: () => Promise.resolve() };
const ACCESS_TOKENS = "POST /app/installations/{installation_id}/access_tokens";

interface Host extends AsyncDisposable {
  readonly github: GitHub;
  readonly repository: ForgeHost["repository"];
  readonly log: readonly string[];
  readonly ask: (more?: Partial<AppTokenOptions>) => Promise<InstallationToken>;
  readonly rest: (token: string, path: string) => Promise<number>;
}

async function createHost(app: Partial<AppOptions> = {}, more: Partial<GitHubOptions> = {}): Promise<Host> {
  const repository = await createRepository({ "de.json": "old\n" });
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    app: {
      id: 123,
      clientId: "Iv23abc",
      slug: "acme-translations",
      publicKey: PUBLIC_KEY,
      permissions: { contents: "write", "pull-requests": "write", checks: "read", workflows: "write" },
      ...app,
    },
    ...more,
  });
  const log: string[] = [];
  const write = (message: string): unknown => log.push(message);
  const logger: Logger = { ...silentLogger, debug: write, info: write };
  const { apiUrl, serverUrl } = github;
  return {
    github,
    repository,
    log,
    ask: (options) =>
      installationToken({
        appId: "123",
        privateKey: PKCS1,
        repository: "acme/site",
        apiUrl,
        serverUrl,
        permissions: { contents: "write", pull_requests: "write" },
        logger,
        clock: CLOCK,
        tempo: { spaced: false, second: 1 },
        ...options,
      }),
    rest: async (token, path) => {
      const headers = { authorization: `Bearer ${token}`, "user-agent": "test" };
      return (await fetch(`${apiUrl}${path}`, { headers })).status;
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

function askedFor({ github }: Host): unknown {
  return github.requests.find(({ operation }) => operation === ACCESS_TOKENS)?.body;
}

describe.concurrent("an App's token", () => {
  it("is for this repository, with what was asked for and nothing else", async () => {
    await using host = await createHost();

    const { token, ...told } = await host.ask();

    expect(askedFor(host)).toEqual({
      repositories: ["site"],
      permissions: { contents: "write", pull_requests: "write", metadata: "read" },
    });
    expect(told).toMatchObject({
      slug: "acme-translations",
      login: "acme-translations[bot]",
      permissions: { contents: "write", pull_requests: "write" },
    });
    expect(await host.rest(token, "/repos/acme/site")).toBe(200);
  });

  it("has of what is optional no more than the App was granted", async () => {
    await using host = await createHost();

    const { permissions } = await host.ask({ optional: { checks: "write", issues: "write", contents: "read" } });

    expect(permissions).toEqual({ contents: "write", pull_requests: "write", checks: "read" });
  });

  it.each([
    ["short", false],
    ["as long as newer servers give them", true],
  ])("makes signed commits and pull requests of the App's: %s", async (_, longTokens) => {
    await using host = await createHost({ longTokens });
    const { token, login } = await host.ask();
    const { apiUrl, serverUrl } = host.github;
    const tempo = { spaced: false, second: 1 };
    const forge = createGitHubForge({ repository: "acme/site", apiUrl, serverUrl, token, logger: silentLogger, tempo });
    const { repository } = host;
    const base = { branch: "main", commit: await repository.remoteGit("rev-parse", "main") };
    const files = [{ path: "de.json", content: Buffer.from("new\n"), mode: "100644" as const }];

    const { commit = "" } = await forge.propose({
      base,
      branch: "interlinear/main",
      files,
      commit: { headline: "Update", body: "", trailers: [], signOff: true },
      pullRequest: { title: "Update", body: "Text", labels: [] },
    });

    expect(token.length > 40).toBe(longTokens);
    expect(host.github.world.verifications.get(commit)?.verified).toBe(true);
    expect(host.github.world.pulls.map(({ user }) => user)).toEqual([login]);
    expect(await repository.remoteGit("log", "-1", "--format=%(trailers:key=Signed-off-by,valueonly)", commit)).toMatch(
      /^acme-translations\[bot\] <\d+\+acme-translations\[bot\]@users\.noreply\.github\.com>$/,
    );
  });

  it("ends when it is revoked, and only it", async () => {
    await using host = await createHost();
    const [one, other] = [await host.ask(), await host.ask()];

    await one.revoke();

    expect(await host.rest(one.token, "/repos/acme/site")).toBe(401);
    expect(await host.rest(other.token, "/repos/acme/site")).toBe(200);
    await one.revoke();
    expect(host.log.at(-1)).toBe("the App's token was not ended: 401");
  });

  it("is asked for by the client id too, and once more after an outage", async () => {
    await using host = await createHost({}, { faults: [badGateway(ACCESS_TOKENS)] });

    expect((await host.ask({ appId: " Iv23abc\n" })).login).toBe("acme-translations[bot]");
  });

  it("works below an Enterprise server's address", async () => {
    await using host = await createHost({}, { basePath: "/api/v3", serverUrl: "https://github.example.org" });

    await host.ask();

    expect(host.github.requests.every(({ path }) => path.startsWith("/api/v3/"))).toBe(true);
  });
});

describe.concurrent("an installation that is known", () => {
  it.each([
    ["is asked for again where it was made anew", 404, 2],
    ["is the same after a refusal that says nothing of it", 403, 1],
  ])("%s", async (_, status, asked) => {
    await using host = await createHost();
    const known = new KnownInstallation();
    await host.ask({ known });
    host.github.faults.push({ operation: ACCESS_TOKENS, answer: { status, message: "No." } });

    await host.ask({ known }).catch(() => undefined);
    await host.ask({ known });

    expect(host.github.requests.filter(({ path }) => path.endsWith("/installation"))).toHaveLength(asked);
  });
});

describe.concurrent("the clock of an App's key", () => {
  it.each([-3_600, -120, 0, 30, 3_600])("may be %i seconds beside GitHub's", async (ahead) => {
    await using host = await createHost({ ahead });

    expect((await host.ask()).slug).toBe("acme-translations");
    const asked = host.github.requests.filter(({ path }) => path.endsWith("/installation"));
    expect(asked).toHaveLength(Math.abs(ahead) > 60 ? 2 : 1);
  });
});

describe.concurrent("the key of an App", () => {
  it.each([
    ["PKCS#1, as GitHub gives it", PKCS1],
    ["PKCS#8", PKCS8],
    ["with \\n for line ends", PKCS1.replaceAll("\n", "\\n")],
    ["with spaces for line ends", PKCS8.trim().replaceAll("\n", " ")],
    ["with Windows line ends", PKCS1.replaceAll("\n", "\r\n")],
    ["in base64", Buffer.from(PKCS1).toString("base64")],
    ["with empty lines around it", `\n\n${PKCS1}\n`],
  ])("is read %s", async (_, privateKey) => {
    await using host = await createHost();

    expect((await host.ask({ privateKey })).slug).toBe("acme-translations");
  });

  it.each([
    ["cut", PKCS1.slice(0, 400)],
    ["empty", ""],
    ["a public one", PUBLIC_KEY],
    ["of another kind", generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()],
  ])("is refused %s, and nothing of it is shown", async (_, privateKey) => {
    await using host = await createHost();

    const error: unknown = await host.ask({ privateKey }).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: "IL-F11", message: "`private-key` is no private key of a GitHub App" });
    if (privateKey !== "") expect(inspect(error, { depth: 9 })).not.toContain(privateKey.slice(40, 80));
    expect(host.github.requests).toEqual([]);
  });

  it.each([
    ["another App's key", { privateKey: OTHER_KEY }],
    ["an id that is none", { appId: "999" }],
  ])("is explained when GitHub does not know it: %s", async (_, more) => {
    await using host = await createHost();

    const error: unknown = await host.ask(more).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({
      code: "IL-F11",
      hint: expect.stringContaining("belong to the same App of https://github.com"),
    });
    expect(inspect(error, { depth: 9 })).not.toMatch(/eyJ|PRIVATE/);
  });
});

describe.concurrent("an App without what it needs", () => {
  it("that is not installed is told where to install it", async () => {
    await using host = await createHost({ installed: "no" });

    await expect(host.ask()).rejects.toMatchObject({
      code: "IL-F12",
      message: "the App acme-translations is not installed in acme/site",
      hint: "Install it, and choose this repository: https://github.com/apps/acme-translations/installations/new",
    });
  });

  it("that is suspended is told who can change that", async () => {
    await using host = await createHost({ installed: "suspended" });

    await expect(host.ask()).rejects.toMatchObject({ code: "IL-F12", message: expect.stringContaining("suspended") });
    expect(askedFor(host)).toBeUndefined();
  });

  it("lists the permissions that were not granted, and where to grant them", async () => {
    await using host = await createHost({ permissions: { contents: "read" } });

    await expect(host.ask()).rejects.toMatchObject({
      code: "IL-F02",
      message: "the App acme-translations was not granted contents: write, pull-requests: write in acme/site",
      hint: expect.stringContaining("https://github.com/organizations/acme/settings/installations/4711"),
    });
    expect(askedFor(host)).toBeUndefined();
  });
});
