import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pushed } from "../support/events.ts";
import type { GitHubOptions } from "../support/github/github.ts";
import { createWorld, writes } from "../support/world.ts";
import { expectNoSecrets } from "./round-trip.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = pair.privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const withApp: Partial<GitHubOptions> = {
  // What the workflow's own token may do: look.
  settings: { permissions: { contents: "read" } },
  app: {
    id: 123,
    clientId: "Iv23abc",
    slug: "acme-translations",
    publicKey: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
    permissions: { contents: "write", "pull-requests": "write" },
  },
};
const inputs = { "app-id": "123", "private-key": privateKey };

test("an App's token is made for the job, opens the pull request whose checks then run, and ends with the job", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { github: withApp });
  const { repository, github } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const trigger = await dispatched(repository, github.repository);

  const result = await world.run(trigger, { inputs, isProcess: true });

  expect(result.exitCode, result.log).toBe(0);
  expect(result.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  expect(github.world.pulls[0]?.body).not.toContain("wait for approval");
  const [token = ""] = github.world.app?.tokens.keys() ?? [];
  expect(token).not.toBe("");
  const shown = result.rawLog.split("\n").filter((line) => !line.startsWith("::add-mask::"));
  for (const line of [token, ...privateKey.trim().split("\n").slice(1, -1)]) {
    expect(result.masks).toContain(line);
    expect(shown.join("\n")).not.toContain(line);
  }
  expectNoSecrets(world, result);

  const end = await world.run(trigger, { inputs, isProcess: true, state: result.state });

  expect(end.exitCode, end.log).toBe(0);
  expect([...(github.world.app?.tokens.keys() ?? [])]).toEqual([]);
});

test("a pull request that the workflow's own token opens says that its checks wait, and how to mend it", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.pulls[0]?.body).toContain("Checks wait for approval");
  expect(result.log).toContain("app-id");
});

test("an App that was not granted what the job needs fails it with where to grant it, and nothing is written", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { ...withApp, app: { ...withApp.app!, permissions: { contents: "read" } } },
  });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  world.forgetRequests();

  const result = await world.run(await dispatched(world.repository, world.github.repository), { inputs });

  expect(result.exitCode).toBe(1);
  expect(result.log).toContain("contents: write");
  expect(writes(world)).toEqual({ service: [], github: [] });
});

test("the end of a job in which nothing was held does nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await pushed(world.repository, world.github.repository);
  const result = await world.run(trigger);
  world.forgetRequests();

  const end = await world.run(trigger, { state: result.state });

  expect(result.exitCode, result.log).toBe(0);
  expect(end).toMatchObject({ exitCode: 0, log: "", summary: "", outputs: {} });
  expect([...site.proxy.requests, ...world.github.proxy.requests]).toEqual([]);
});

test("locks of a run that did not live to give them back are given back in the end of the job", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await dispatched(world.repository, world.github.repository);
  world.forgetRequests();

  const locks = JSON.stringify({ service: site.proxy.url, names: [world.web] });
  const end = await world.run(trigger, { state: { started: "true", locks } });

  expect(end.exitCode, end.log).toBe(0);
  expect(site.proxy.requests.map(({ method, path }) => `${method} ${path}`)).toContainEqual(
    expect.stringContaining(`/api/components/${world.web}/`),
  );
  expectNoSecrets(world, end);
});

test("teams are asked with a token of their own that sees the organisation, masked, and ended with its one call", async () => {
  await using site = await embeddedSite();
  const permissions = { contents: "write", "pull-requests": "write", members: "read" } as const;
  const app = { ...withApp.app!, permissions };
  await using world = await createWorld(site, {
    github: { ...withApp, app, settings: { ...withApp.settings, teams: ["translators"] } },
    mapping: "pull-request:\n  team-reviewers: [translators]\n",
  });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await dispatched(world.repository, world.github.repository), { inputs });

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.pulls).toMatchObject([{ teams: ["translators"] }]);
  expect(world.github.world.app?.tokens.size).toBe(1);
  expect(result.masks.filter((mask) => mask.startsWith("ghs_installation"))).toHaveLength(2);
});

test("an App that may not see the organisation is told what to grant, and the pull request is there all the same", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, {
    github: { ...withApp, settings: { ...withApp.settings, teams: ["translators"] } },
    mapping: "pull-request:\n  team-reviewers: [translators]\n",
  });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await dispatched(world.repository, world.github.repository), { inputs });

  expect(result.exitCode, result.log).toBe(0);
  expect(world.github.world.pulls).toMatchObject([{ state: "open" }]);
  expect(result.log).toMatch(/did not ask the team translators .*members: read/);
});

test("a branch whose workflow files differ is written by an App that was granted workflows: write", async () => {
  await using site = await embeddedSite();
  const permissions = { contents: "write", "pull-requests": "write", workflows: "write" } as const;
  await using world = await createWorld(site, { github: { ...withApp, app: { ...withApp.app!, permissions } } });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await dispatched(world.repository, world.github.repository), { inputs });

  expect(result.exitCode, result.log).toBe(0);
  expect([...(world.github.world.app?.tokens.values() ?? [])]).toMatchObject([{ permissions: { workflows: "write" } }]);
});
