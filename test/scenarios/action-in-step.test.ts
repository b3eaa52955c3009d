import { expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import { loadMeter } from "../support/loaded-by-node.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld } from "../support/world.ts";

test("an action that finds all in step loads two fifths of its bundle, one HTTP stack, and starts git ten times", async () => {
  await using folder = await temporaryDirectory();
  const { NODE_OPTIONS, read } = await loadMeter(folder.path);
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const step = { ...(await scheduled(world.repository)), event: "schedule" } as const;
  await world.run(step);

  const { outputs, log } = await world.run(step, { isProcess: true, environment: { NODE_OPTIONS } });
  const { bytes, builtIn, started } = await read();

  expect(outputs["changed"], log).toBe("false");
  expect(bytes).toBeLessThan(775_700);
  expect(builtIn.filter((name) => /undici|http2|util\/diff|webstreams/.test(name))).toEqual([]);
  expect(started.length, started.join(", ")).toBeLessThanOrEqual(10);
});

test("one for which nothing moved loads less, asks the service once, and starts git twice", async () => {
  const anHourAgo = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };
  await using folder = await temporaryDirectory();
  const { NODE_OPTIONS, read } = await loadMeter(folder.path);
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  const step = { ...(await scheduled(world.repository)), event: "schedule" } as const;
  await world.run(step);
  await world.run(step, { inputs: { full: "true" } });
  world.forgetRequests();

  const { outputs, log } = await world.run(step, { isProcess: true, environment: { NODE_OPTIONS } });
  const { bytes, builtIn, started } = await read();

  expect(outputs["changed"], log).toBe("false");
  expect(requestLines(site.proxy.requests)).toEqual(["GET /api/projects/acme/changes/"]);
  expect(bytes).toBeLessThan(626_300);
  expect(builtIn.filter((name) => /undici|http2|util\/diff|webstreams/.test(name))).toEqual([]);
  expect(started).toEqual(["rev-parse", "ls-remote"]);
});
