import { expect } from "vitest";
import { systemClock, type TimerClock } from "../../src/core/clock.ts";
import { scheduled } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import type { World } from "../support/world.ts";

/** A service that has been left alone for an hour: what its newest entries started is over. */
export const anHourAgo: TimerClock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

/** A run, with what it asked of the service and of GitHub. */
export async function sync(world: World) {
  world.forgetRequests();
  const { outputs, exitCode, log } = await world.run({ ...(await scheduled(world.repository)), event: "schedule" });
  expect(exitCode, log).toBe(0);
  const lines = (all: Parameters<typeof requestLines>[0]): readonly string[] =>
    requestLines(all).map((line) => line.replaceAll(/[0-9a-f]{40}/g, "…").replace("/repos/acme/app", ""));
  return { outputs, service: lines(world.site.proxy.requests), github: lines(world.github.proxy.requests) };
}
