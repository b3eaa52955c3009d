import type { ChildProcess } from "node:child_process";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import type { RecordingProxy } from "../support/proxy.ts";
import { createWorld, type World } from "../support/world.ts";

/** Lets `last` requests through, counted over both sides, and kills the step as the last one is under way: the server still acts on it. */
function killAfter(
  proxies: readonly RecordingProxy[],
  last: number,
  step: () => ChildProcess | undefined,
): () => number {
  let count = 0;
  for (const proxy of proxies) {
    proxy.decide(() => {
      count += 1;
      if (count < last) return "pass";
      step()?.kill("SIGKILL");
      return count === last ? "lose" : "refuse";
    });
  }
  return () => count;
}

async function expectConsistent(world: World, text: string): Promise<void> {
  await world.repository.remoteGit("fsck", "--strict");
  const file = await world.repository.remoteGit("show", "interlinear/main:locales/cs.json");
  expect(JSON.parse(file)).toMatchObject({ files: text });
  expect(await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/cs.json");
  expect(await world.github.pullRequests()).toHaveLength(1);
}

test("a run that is killed after any of its requests is finished by the next one, with one pull request and nothing half-written", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await dispatched(world.repository, world.github.repository);
  const proxies = [site.proxy, world.github.proxy];
  let survived = false;

  for (let last = 1; !survived; last += 1) {
    const text = `Soubory: {count} (${String(last)})`;
    await world.translate(world.web, "cs", "files", text);
    let step: ChildProcess | undefined;
    const count = killAfter(proxies, last, () => step);
    const killed = await world.run(trigger, {
      onStart: (child) => {
        step = child;
      },
    });
    survived = count() < last;
    if (!survived) expect(killed.exitCode, killed.log).not.toBe(0);
    for (const proxy of proxies) proxy.decide(undefined);

    const next = await world.run(trigger);

    expect(next.exitCode, `after a death at request ${String(last)}:\n${next.log}`).toBe(0);
    await expectConsistent(world, text);
    expect(last).toBeLessThan(60);
  }
});

test("an answer that gets lost after the service or the forge acted does not make a run do it twice", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const trigger = await dispatched(world.repository, world.github.repository);
  await world.translate(world.web, "cs", "files", "Soubory: {count}");
  for (const proxy of [site.proxy, world.github.proxy]) {
    const lost = new Set<string>();
    // Every address loses its first answer, the second one arrives.
    proxy.decide(({ method, path }) => {
      const request = `${method} ${path}`;
      if (lost.has(request)) return "pass";
      lost.add(request);
      return method === "GET" ? "lose" : "pass";
    });
  }

  const result = await world.run(trigger);

  expect(result.exitCode, result.log).toBe(0);
  await expectConsistent(world, "Soubory: {count}");
});
