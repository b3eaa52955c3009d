import { expect, test } from "vitest";
import { HttpTranslationService } from "../../src/service-client/index.ts";
import { releaseLocks } from "../../src/sync/health/service-lock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { requestLines } from "../support/proxy.ts";
import { ageLocks, HOUR, isLocked, lock, lockWhileReading, sceneWithLocks, story } from "./with-lock.ts";

test("a run locks what it reads, after its uploads and before the commit, and unlocks it when it has it", async () => {
  await using site = await embeddedSite();
  await lockWhileReading(site);
});

test("a lock that somebody else holds is neither taken nor given back", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await scene.translate("web", "cs", "files", "Soubory: {count}");
  await lock(site, "web");
  site.proxy.clear();

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(story(site.proxy.requests).filter((word) => word.includes("lock"))).toEqual([]);
  expect(await isLocked(site, "web")).toBe(true);
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).toMatchObject({ files: "Soubory: {count}" });
});

test("a run that fails half-way unlocks all the same", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await scene.translate("web", "cs", "files", "Soubory: {count}");
  site.proxy.decide(({ path }) => (path.endsWith("/file/") ? "refuse" : "pass"));

  const { exitCode } = await scene.sync();
  site.proxy.decide(undefined);

  expect(exitCode).toBe(1);
  expect(requestLines(site.proxy.requests)).toContain("POST /api/components/acme/web/lock/");
  expect(await isLocked(site, "web")).toBe(false);
});

test("a lock that a killed run left behind is taken back by the next run once its lease is over, and not before", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await scene.translate("web", "cs", "files", "Soubory: {count}");
  {
    await using run = scene.startSync();
    await new Promise<void>((resolve) => {
      site.proxy.decide(({ method, path }) => {
        if (method !== "POST" || !path.endsWith("/repository/")) return "pass";
        resolve();
        return "refuse";
      });
    });
    await run.stop("SIGKILL");
  }
  site.proxy.decide(undefined);
  expect(await isLocked(site, "web")).toBe(true);

  const soon = await scene.sync();
  expect(soon.exitCode, soon.output).toBe(0);
  expect(soon.output).not.toContain("unlocked");
  expect(await isLocked(site, "web")).toBe(true);

  ageLocks(site, HOUR + 60_000);
  const later = await scene.sync();
  expect(later.exitCode, later.output).toBe(0);
  expect(later.output).toMatch(/unlocked\s+acme\/web/);
  expect(later.output).toContain("by a run that died");
  expect(await isLocked(site, "web")).toBe(false);
});

test("what a cancelled run had locked is released by name, and nobody else's lock with it", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await lock(site, "web", site.botToken);
  await lock(site, "server");
  const service = new HttpTranslationService({
    url: site.proxy.url,
    token: site.botToken,
    version: "0.0.0",
    environment: {},
  });

  try {
    expect(await releaseLocks(service, ["acme/web", "acme/server"])).toEqual([]);
    expect(await releaseLocks(service, ["acme/web", "acme/gone"])).toEqual([]);
  } finally {
    await service.close();
  }

  expect(await isLocked(site, "web")).toBe(false);
  expect(await isLocked(site, "server")).toBe(true);
  expect(scene.repository.branch).toBe("main");
});
