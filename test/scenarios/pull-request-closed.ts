import { expect } from "vitest";
import { scheduled } from "../support/events.ts";
import { openPullRequests } from "../support/pull-requests.ts";
import type { World } from "../support/world.ts";

export async function proposedOnce(world: World): Promise<void> {
  await world.translate(world.web, "de", "title", "Guten Tag");
  const result = await world.run(await scheduled(world.repository));
  expect(result.exitCode, result.log).toBe(0);
  expect(Object.keys(await openPullRequests(world))).toHaveLength(1);
}
