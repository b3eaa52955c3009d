import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { loadMeter } from "../support/loaded-by-node.ts";
import { actionFolder } from "../support/runner.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld } from "../support/world.ts";

test("an action for which nothing has moved starts git twice, and asks the service one question", async () => {
  await using folder = await temporaryDirectory();
  const { NODE_OPTIONS, read } = await loadMeter(folder.path);
  // Left alone for an hour: what the newest entries started is over.
  const clock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };
  await using site = await embeddedSite({ clock });
  await using world = await createWorld(site);
  const step = { ...(await scheduled(world.repository)), event: "schedule" } as const;
  await world.run(step);
  await world.run(step);
  world.forgetRequests();

  const { exitCode, log } = await world.run(step, {
    isProcess: true,
    program: join(actionFolder, "src/action/main.ts"),
    environment: { NODE_OPTIONS },
  });
  const { started } = await read();

  expect(exitCode, log).toBe(0);
  expect(started).toEqual(["rev-parse", "ls-remote"]);
  expect(site.proxy.requests.length).toBe(1);
  expect(world.github.proxy.requests.length).toBeLessThanOrEqual(3);
});
