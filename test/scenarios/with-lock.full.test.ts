import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { ageLocks, HOUR, isLocked, lock, sceneWithLocks, story } from "./with-lock.ts";

/** What `src/sync/health/*.test.ts` have as tables, with a service. */

test("a run with nothing to do locks nothing", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await scene.sync();
  site.proxy.clear();

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(story(site.proxy.requests)).toEqual([]);
});

test("the lock of a person stays, however old it is", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWithLocks(site);
  await lock(site, "web");
  ageLocks(site, 48 * HOUR);

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(await isLocked(site, "web")).toBe(true);
});
