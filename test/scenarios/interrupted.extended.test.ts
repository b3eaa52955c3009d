import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { createWorld, type World } from "../support/world.ts";

const COMMIT = "POST /api/projects/acme/repository/";
const DOWNLOAD = "GET /api/translations/acme/web/cs/file/";

/** Kills a run the moment it has sent `request`; the server still acts on it, and nobody hears the answer. */
async function dieAt(world: World, request: string): Promise<void> {
  let step: ChildProcess | undefined;
  let died = false;
  const proxies = [world.site.proxy, world.github.proxy];
  for (const proxy of proxies) {
    proxy.decide(({ method, path }) => {
      if (died) return "refuse";
      if (`${method} ${path}` !== request) return "pass";
      died = true;
      step?.kill("SIGKILL");
      return "lose";
    });
  }
  const result = await world.run(await dispatched(world.repository, world.github.repository), {
    onStart: (child) => {
      step = child;
    },
  });
  for (const proxy of proxies) proxy.decide(undefined);
  expect(died, `the run never sent ${request}:\n${result.log}`).toBe(true);
  expect(result.exitCode).not.toBe(0);
}

async function expectFinished(world: World, text: string): Promise<void> {
  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  await world.repository.remoteGit("fsck", "--strict");
  const file = await world.repository.remoteGit("show", "interlinear/main:locales/cs.json");
  expect(JSON.parse(file)).toMatchObject({ files: text });
  expect(await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/cs.json");
  expect(await world.repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  const [pullRequest, ...others] = await world.github.pullRequests();
  expect(others).toEqual([]);
  expect(pullRequest?.head.sha).toBe(await world.repository.remoteGit("rev-parse", "interlinear/main"));
  expect(pullRequest?.body).toContain(text.replaceAll(/[{}()]/g, "").slice(0, 6));
}

test("a run that is killed after any of its requests is finished by the next one, however often that happens", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const api = "/repos/acme/app";
  await world.translate(world.web, "cs", "files", "Soubory: {count}");

  for (const request of [
    COMMIT,
    DOWNLOAD,
    `POST ${api}/git/trees`,
    `POST ${api}/git/commits`,
    `POST ${api}/git/refs`,
    `POST ${api}/pulls`,
  ]) {
    await dieAt(world, request);
  }
  await expectFinished(world, "Soubory: {count}");

  await world.translate(world.web, "cs", "files", "Celkem {count}");
  for (const request of [COMMIT, `POST ${api}/git/trees`, `PATCH ${api}/git/refs/heads%2Finterlinear%2Fmain`]) {
    await dieAt(world, request);
  }
  await expectFinished(world, "Celkem {count}");
});

test("an answer that gets lost on its way is asked for again within the run", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "cs", "files", "Soubory: {count}");
  for (const proxy of [site.proxy, world.github.proxy]) {
    const lost = new Set<string>();
    proxy.decide(({ method, path }) => {
      if (method !== "GET" || lost.has(path)) return "pass";
      lost.add(path);
      return "lose";
    });
  }

  await expectFinished(world, "Soubory: {count}");
});
