import { cp, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock, type TimerClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import { callService, serviceFile } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, type World } from "../support/world.ts";

/** A service that has been left alone for an hour: what its newest entries started is over. */
const anHourAgo: TimerClock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

const ONE_QUESTION = ["GET /api/projects/acme/changes/"];

async function sync(world: World, inputs: Readonly<Record<string, string>> = {}) {
  world.forgetRequests();
  const { outputs, exitCode, log } = await world.run(
    { ...(await scheduled(world.repository)), event: "schedule" },
    { inputs },
  );
  expect(exitCode, log).toBe(0);
  const { requests } = world.site.proxy;
  const bytes = requests.reduce((sum, { responseBytes }) => sum + responseBytes, 0);
  const isUnmoved = log.includes("nothing has changed on either side");
  return { outputs, asked: requestLines(requests), bytes, forge: world.github.proxy.requests.length, isUnmoved };
}

function proofs(world: World): Promise<string> {
  return world.repository.remoteGit("for-each-ref", "--format=%(refname)", "refs/interlinear/in-step");
}

test("a run after one that had nothing to do asks the service one question, and says what that one saw, until something moves", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await sync(world);
  const full = await sync(world, { full: "true" });

  const unmoved = await sync(world);

  expect(full.asked.length).toBeGreaterThan(2);
  expect(unmoved.asked).toEqual(ONE_QUESTION);
  expect(unmoved.bytes).toBeLessThan(1_000);
  expect({ ...unmoved.outputs, plan: "" }).toEqual({ ...full.outputs, plan: "" });

  // As in a runner that checks out anew: what was seen is fetched.
  await world.repository.git("prune", "--expire=now");
  expect((await sync(world)).asked).toEqual(ONE_QUESTION);

  await world.repository.write({ "src/main.ts": "export {};\n" });
  await world.repository.publish("Code that is bound to nothing");
  expect((await sync(world)).asked).toEqual(ONE_QUESTION);

  await world.repository.write({ "locales/en.json": '{\n    "title": "Another title"\n}\n' });
  await world.repository.publish("A source that is bound");
  expect((await sync(world, { "allow-removals": "true" })).asked.length).toBeGreaterThan(5);

  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  const saved = await sync(world, { "allow-removals": "true" });
  expect(saved.outputs["changed"]).toBe("true");
});

test("of the looks that had nothing to do the newest alone is kept, and none while the service may still be at something", async () => {
  await using site = await embeddedSite();
  await using busy = await createWorld(site);
  await sync(busy);
  await sync(busy);
  expect(await proofs(busy)).toBe("");

  await using calmSite = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(calmSite);
  await sync(world);
  await sync(world);
  const first = await proofs(world);
  await world.repository.write({ "locales/en.json": `${await world.repository.read("locales/en.json")}\n` });
  await world.repository.publish("Bytes that say the same");
  await sync(world);
  await sync(world);
  await sync(world);
  const second = await proofs(world);

  expect(first).toMatch(/^refs\/interlinear\/in-step\/main\/[0-9a-f]{40}$/);
  expect(second).toMatch(/^refs\/interlinear\/in-step\/main\/[0-9a-f]{40}$/);
  expect(second).not.toBe(first);
});

test("on a service that was restored from a backup, what was seen before does not count, also where its list of changes is as long again", async () => {
  await using folder = await temporaryDirectory();
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  const { service } = site;
  const backup = join(folder.path, "backup");
  const commit = async (text: string): Promise<unknown> => {
    await world.translate(world.web, "cs", "title", text);
    const file = await serviceFile(service, world.web, "cs");
    await world.repository.write(text === "Nadpis" ? { "locales/cs.json": file } : {});
    const [newest] = (await changes()).results;
    return [newest?.id, (await changes()).count];
  };
  const changes = () =>
    callService<{ readonly count: number; readonly results: readonly { readonly id: number }[] }>(
      service,
      "GET",
      "/api/projects/acme/changes/",
    );
  await service.while(() => cp(service.data, backup, { recursive: true }));
  const before = await commit("Nadpis");
  await world.repository.publish("Take the title");
  await sync(world);
  expect((await sync(world)).isUnmoved).toBe(true);

  await service.while(async () => {
    await rm(service.data, { recursive: true });
    await cp(backup, service.data, { recursive: true });
  });
  expect(await commit("Jiný nadpis")).toEqual(before);

  const restored = await sync(world);
  expect(restored.isUnmoved).toBe(false);
  expect(restored.outputs["changed"]).toBe("true");
});

test("a proof that cannot be read costs a look at what was listed before, one that cannot be written a full look, and nothing else", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await sync(world);
  await sync(world);
  const [ref = ""] = (await proofs(world)).split("\n");
  const other = await world.repository.remoteGit("rev-parse", "main");
  await world.repository.remoteGit("update-ref", ref, other);

  const distrusted = await sync(world);

  expect(distrusted.asked).toEqual(ONE_QUESTION);
  await world.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
  await world.repository.remoteGit("update-ref", "-d", ref);
  await world.repository.remoteGit("update-ref", "-d", "refs/interlinear/agreement/main");
  const refused = await sync(world);
  expect(refused.asked.length).toBeGreaterThan(2);
  expect((await sync(world)).asked.length).toBeGreaterThan(2);
});

test("in a clone that keeps what its mapping came to be, whatever that or a bound file differs in is looked at", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  const { repository } = world;
  const mapping = await repository.read(".github/interlinear.yml");
  await sync(world);
  await sync(world);
  expect((await sync(world)).isUnmoved).toBe(true);

  const looks = async (files: Readonly<Record<string, string>>): Promise<void> => {
    await repository.write(files);
    await repository.publish("Something is otherwise");
    expect((await sync(world)).isUnmoved).toBe(false);
  };
  await looks({ ".github/interlinear.yml": `${mapping}tell-translators: true\n` });
  await looks({ ".github/interlinear.yml": `${mapping}removal-limit: 7\n` });
  await looks({ "locales/fr.json": '{\n    "title": "Titre"\n}\n' });
  await repository.git("rm", "locales/fr.json");
  await looks({});
  await repository.git("rm", "locales/cs.json");
  await symlink("en.json", join(repository.path, "locales/cs.json"));
  await repository.publish("A link in the place of a file");
  const { log } = await world.run({ ...(await scheduled(repository)), event: "schedule" });
  expect(log).toContain("IL-P06: locales/cs.json is a symbolic link");
});
