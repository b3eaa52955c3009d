import { expect, test } from "vitest";
import { commitOnBranch } from "../../src/forge/forge.contract.ts";
import { runCli } from "../support/cli.ts";
import type { CommandResult } from "../support/command.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createForgejoWorld, type ForgejoWorld } from "../support/forgejo-world.ts";

const PUSH = "POST /acme/app.git/git-receive-pack";
const CREATE_PULL = "POST /repos/{owner}/{repo}/pulls";

function sync(
  { world, forgejo }: ForgejoWorld,
  environment?: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return runCli(["sync", "--forge", "forgejo", "--json"], {
    cwd: world.repository.path,
    environment: { INTERLINEAR_TOKEN: world.site.botToken, ...(environment ?? { FORGEJO_TOKEN: forgejo.token }) },
  });
}

function expectNoSecrets({ secrets, forgejo }: ForgejoWorld, ...results: readonly CommandResult[]): void {
  const text = [...results.map(({ output }) => output), ...forgejo.requests.map(({ path }) => path)].join("\n");
  for (const secret of secrets) expect(text).not.toContain(secret);
}

test("a sync from a terminal finds the server by its remote, and brings translations home as one pull request", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  host.forgetRequests();

  const refused = await sync(host, {});
  const first = await sync(host);

  expect(refused.exitCode).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: { code: "IL-C04", message: expect.stringContaining("FORGEJO_TOKEN") },
  });
  expect(first.exitCode, first.output).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({
    delivery: {
      outcome: "created",
      branch: "interlinear/main",
      pullRequest: { number: 1, url: `${forgejo.url}/acme/app/pulls/1` },
    },
  });
  expect(host.writes().forgejo).toEqual([PUSH, CREATE_PULL]);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Zrušit");
  expect(await world.repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  const commit = await world.repository.remoteGit("rev-parse", "interlinear/main");
  expect(forgejo.world.pulls[0]?.body).toContain(`${forgejo.url}/acme/app/src/commit/${commit}/locales/cs.json`);

  host.forgetRequests();
  const second = await sync(host, { GITEA_TOKEN: forgejo.token });

  expect(second.exitCode, second.output).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ delivery: { outcome: "unchanged", pullRequest: { number: 1 } } });
  expect(host.writes()).toEqual({ service: [], forgejo: [] });
  expectNoSecrets(host, refused, first, second);
});

test("a branch with somebody's commit is left alone, and a refused push is told with its remedy", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site, { protectedBranches: ["interlinear/release"] });
  const { world } = host;
  const { repository } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await sync(host);
  const theirs = await commitOnBranch(world, "Fix a typo", { "locales/cs.json": "{}\n" });
  await world.translate(world.web, "cs", "button.cancel", "Storno");
  host.forgetRequests();

  const leftAlone = await sync(host);

  expect(JSON.parse(leftAlone.stdout)).toMatchObject({
    delivery: {
      outcome: "left-alone",
      commit: theirs,
      pullRequest: { number: 1 },
      notes: [expect.stringContaining("Fix a typo")],
    },
  });
  expect(host.writes().forgejo).toEqual([]);
  expect(await repository.remoteGit("rev-parse", "interlinear/main")).toBe(theirs);

  await repository.git("checkout", "--quiet", "-b", "release");
  await repository.git("push", "--quiet", "origin", "release");
  const refused = await sync(host);

  expect(refused.exitCode, refused.output).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: {
      code: "IL-F04",
      message: expect.stringContaining("Not allowed to push to protected branch interlinear/release"),
      hint: expect.stringContaining("Settings → Branches"),
    },
  });
  expectNoSecrets(host, leftAlone, refused);
});

test("a server that is no Forgejo is never shown the token", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  await world.repository.git("remote", "set-url", "forgejo", `${site.proxy.url}/acme/app.git`);
  host.forgetRequests();

  const refused = await sync(host);

  expect(refused.exitCode, refused.output).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: { code: "IL-C04", hint: expect.stringContaining("FORGEJO_SERVER_URL") },
  });
  const asked = site.proxy.requests.filter(({ path }) => path === "/api/v1/version");
  expect(asked.map(({ headers }) => headers["authorization"])).toEqual([undefined]);
  expect(JSON.stringify(site.proxy.requests)).not.toContain(forgejo.token);

  const named = await sync(host, {
    FORGEJO_TOKEN: forgejo.token,
    FORGEJO_SERVER_URL: forgejo.url,
    FORGEJO_REPOSITORY: forgejo.repository,
  });

  expect(named.exitCode, named.output).toBe(0);
});

test("a plan says what waits in the open pull request already, where a token lets it look, and that it could not where it could not", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const plan = (environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<CommandResult> =>
    runCli(["plan", ...words], {
      cwd: world.repository.path,
      environment: { INTERLINEAR_TOKEN: site.botToken, ...environment },
    });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  expect((await sync(host)).exitCode).toBe(0);
  host.forgetRequests();

  const known = await plan({ FORGEJO_TOKEN: forgejo.token });
  const wrong = await plan({ FORGEJO_TOKEN: "c0ffee" });
  const none = await plan({ GITHUB_TOKEN: "for another repository" });
  const insisting = await plan({}, "--forge", "forgejo");

  expect(known.exitCode, known.output).toBe(0);
  expect(known.stdout).toContain("1 file waits in the open pull request already");
  expect(known.stdout).not.toContain("download");
  expect(wrong.exitCode, wrong.output).toBe(0);
  expect(wrong.output).toContain("What waits in a pull request already is not known");
  expect(wrong.stdout).toContain("download");
  expect(none.exitCode, none.output).toBe(0);
  expect(none.stdout).toContain("download");
  expect(insisting.output).toContain("IL-C04");
  expect(insisting.exitCode).toBe(2);
  expect(host.writes()).toEqual({ service: [], forgejo: [] });

  await world.translate(world.web, "cs", "button.cancel", "Storno");
  expect((await plan({ FORGEJO_TOKEN: forgejo.token })).stdout).toContain("download");
});
