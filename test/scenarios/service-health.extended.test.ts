import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { requestLines } from "../support/proxy.ts";
import { createScene, webComponent, type Scene } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import { dispatched } from "../support/events.ts";
import { createWorld, type Site } from "../support/world.ts";

async function repositoryOf(scene: Scene, operation: string): Promise<void> {
  await callService(scene.site.service, "POST", "/api/components/acme/web/repository/", { body: { operation } });
}

async function lock({ service }: Site, token = service.adminToken): Promise<void> {
  await callService(service, "POST", "/api/components/acme/web/lock/", { body: { lock: true }, token });
}

/** A developer and a translator gave the same string different texts, and the service was told to pull. */
async function stuck(site: Site): Promise<Scene> {
  const scene = await createScene(site, { components: [webComponent], reads: "this repository" });
  await scene.translate("web", "cs", "title", "Nazdar");
  await repositoryOf(scene, "commit");
  const czech = await scene.repository.read("locales/cs.json");
  await scene.repository.write({ "locales/cs.json": czech.replace("Ahoj", "Dobrý den") });
  await scene.repository.publish("Greet politely");
  await repositoryOf(scene, "pull");
  return scene;
}

test("a merge failure that a person has to end is the first thing a run says, with the service's words, and fails it", async () => {
  await using site = await embeddedSite();
  await using scene = await stuck(site);
  await scene.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(1);
  expect(output).toMatch(/unmerged\s+acme\/web/);
  expect(output).toContain("its clone was left as it is");
  expect(output).toContain("the service says:");
  expect(output).toContain("wlc reset acme/web");
  // What the service has is brought home all the same.
  expect(await scene.proposed("locales/cs.json")).toContain("Nazdar");
});

test("a merge failure is mended by the run: both texts are seen, and nobody is locked out", async () => {
  await using site = await embeddedSite();
  await using scene = await stuck(site);

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/healed\s+acme\/web/);
  expect(await scene.textOf("web", "cs", "title")).toEqual(["Nazdar"]);
  expect(await scene.proposed("locales/cs.json")).toContain("Nazdar");
  const state = await callService<{ locked: boolean }>(site.service, "GET", "/api/components/acme/web/lock/");
  expect(state.locked).toBe(false);
});

test("a plan shows a merge failure and is still a good plan", async () => {
  await using site = await embeddedSite();
  await using scene = await stuck(site);

  const { exitCode, output } = await scene.plan();

  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/unmerged\s+acme\/web/);
});

test("a mended repository is not mentioned any more", async () => {
  await using site = await embeddedSite();
  await using scene = await stuck(site);
  await scene.sync();
  await repositoryOf(scene, "reset");

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(output).not.toContain("unmerged");
});

test("a locked component that takes no upload is blocked by somebody, and since when", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await lock(site, site.botToken);
  const source = await scene.repository.read("locales/en.json");
  await scene.repository.write({ "locales/en.json": source.replace('"Hello"', '"Hello there"') });
  await scene.repository.publish("Greet at length");

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(1);
  expect(output.replaceAll(/\s+/g, " ")).toMatch(/\(403\).*; locked by \S.* since \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(output).toMatch(/locked\s+acme\/web/);
});

test("a lock that is in nobody's way fails no run", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  await scene.translate("web", "cs", "title", "Nazdar");
  await lock(site);

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(await scene.proposed("locales/cs.json")).toContain("Nazdar");
});

test("while all is well, health costs a run that commits one request and others none", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent] });
  const asked = (): number =>
    requestLines(site.proxy.requests).filter((line) => line === "GET /api/projects/acme/repository/").length;
  await scene.translate("web", "cs", "title", "Nazdar");
  site.proxy.clear();
  await scene.sync();
  expect(asked()).toBe(2);

  site.proxy.clear();
  await scene.sync();

  expect(asked()).toBe(1);
  expect(requestLines(site.proxy.requests).filter((line) => /components\/.*\/(?:lock|changes)\//.test(line))).toEqual(
    [],
  );
});

test("the action's summary and its pull request begin with what is wrong on the service", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { reads: "this repository" });
  await world.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
  await world.translate(world.web, "cs", "title", "Nazdar");
  const address = `/api/components/${world.web}/repository/`;
  await callService(site.service, "POST", address, { body: { operation: "commit" } });
  const czech = await world.repository.read("locales/cs.json");
  await world.repository.write({ "locales/cs.json": czech.replace("Ahoj", "Dobrý den") });
  await world.repository.publish("Greet politely");
  await callService(site.service, "POST", address, { body: { operation: "pull" } });

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(1);
  expect(result.summary).toContain("**On the service, strings cannot move**");
  expect(result.summary.indexOf("On the service")).toBeLessThan(result.summary.indexOf("#### "));
  expect(result.commands.some(({ name, message }) => name === "error" && message.includes("wlc reset"))).toBe(true);
  const [pullRequest] = await world.github.pullRequests();
  expect(pullRequest?.body).toContain("**On the service, strings cannot move**");
});

test("what the service cannot commit keeps no run from what it committed before; the run fails, and a later one brings the rest", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], reads: "this repository" });
  await scene.sync();
  await scene.translate("web", "cs", "title", "Nazdar");
  await repositoryOf(scene, "commit");
  await scene.translate("web", "cs", "button.save", "Zapsat");
  const clones = join(site.service.data, "clones");
  const [clone = ""] = await readdir(clones);
  // As a full disk stops git from writing.
  const obstacle = join(clones, clone, ".git", "index.lock");
  await mkdir(join(obstacle, "full"), { recursive: true });

  const stopped = await scene.sync();

  expect(stopped.exitCode, stopped.output).toBe(1);
  expect(await scene.proposed("locales/cs.json")).toContain("Nazdar");
  expect(await scene.proposed("locales/cs.json")).not.toContain("Zapsat");
  await rm(obstacle, { recursive: true });

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(await scene.proposed("locales/cs.json")).toContain("Zapsat");
});
