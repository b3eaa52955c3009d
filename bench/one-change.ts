import { systemClock } from "../src/core/clock.ts";
import { embeddedSite } from "../test/support/embedded-site.ts";
import { scheduled } from "../test/support/events.ts";
import { requestLines } from "../test/support/proxy.ts";
import { createWorld } from "../test/support/world.ts";
import type { Measurement } from "./row.ts";

/** For an hour: what its newest entries started is over. */
const LEFT_ALONE = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

/** A translator saved one string: what it costs to propose it, to find it proposed, and to propose the next one beside it. */
export async function oneChange(): Promise<readonly Measurement[]> {
  await using site = await embeddedSite({ clock: LEFT_ALONE });
  await using world = await createWorld(site);
  const run = async () => {
    world.forgetRequests();
    const step = { ...(await scheduled(world.repository)), event: "schedule" } as const;
    const { exitCode, log } = await world.run(step);
    if (exitCode !== 0) throw new Error(log);
    const [service, github] = [site.proxy.requests, world.github.proxy.requests].map(requestLines);
    if (process.env.BENCH_DEBUG !== undefined) console.error([...(service ?? []), ...(github ?? [])].join("\n"), "\n");
    return { service: service?.length ?? 0, github: github?.length ?? 0 };
  };
  await run();
  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  const proposed = await run();
  const waiting = await run();
  await world.translate(world.web, "cs", "title", "Ještě jiný nadpis");
  const updated = await run();
  const unit = "requests";
  return [
    ["a new pull request", proposed],
    ["nothing new beside an open one", waiting],
    ["an open pull request that grows", updated],
  ].flatMap(([name, cost]) => {
    if (typeof cost !== "object" || typeof name !== "string") return [];
    return [
      { name: `${name}: to the service, 2 components`, unit, ours: cost.service, peer: undefined, goal: { atMost: 5 } },
      { name: `${name}: to GitHub`, unit, ours: cost.github, peer: undefined, goal: { atMost: 9 } },
    ];
  });
}
