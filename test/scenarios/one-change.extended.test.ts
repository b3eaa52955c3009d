import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { callService } from "../support/service-api.ts";
import { createWorld, type World } from "../support/world.ts";
import { addParts, anHourAgo, sync } from "./one-change.ts";

async function callGitHub({ github }: World, path: string, body: unknown): Promise<void> {
  const { apiUrl, repository, token } = github;
  const answer = await fetch(`${apiUrl}/repos/${repository}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}

test("one string costs as many requests beside ten more components, with a new pull request and with an open one", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await addParts(world, 10);
  await sync(world);

  const runs: (readonly [number, number])[] = [];
  for (const text of ["Jiný nadpis", "Ještě jiný nadpis"]) {
    await world.translate(world.web, "cs", "title", text);
    const { service, github } = await sync(world);
    runs.push([service.length, github.length]);
  }

  expect(runs).toEqual([
    [5, 9],
    [5, 9],
  ]);
});

test("where somebody commented on the pull request, it is looked whether we did", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await sync(world);
  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  await sync(world);
  await callGitHub(world, "/issues/1/comments", { body: "Looks good." });
  await world.translate(world.web, "cs", "title", "Ještě jiný nadpis");

  const { github } = await sync(world);

  expect(github.at(-1)).toBe("GET /issues/1/comments");
});

test("what an earlier run listed is not trusted further than the list of changes goes", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await sync(world);
  const components = ["GET /api/components/acme/web/translations/", "GET /api/components/acme/server/translations/"];
  const lock = (locked: boolean) =>
    callService(site.service, "POST", "/api/components/acme/web/lock/", { body: { lock: locked } });
  const full = async (): Promise<readonly string[]> =>
    [...new Set((await sync(world)).service)].filter((line) => components.includes(line)).toSorted();
  const listed = components.toSorted();

  // An entry that is about no language.
  await lock(true);
  await lock(false);
  expect(await full()).toEqual(listed);

  // A record that somebody took away.
  await world.repository.remoteGit("update-ref", "-d", "refs/interlinear/agreement/main");
  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  expect(await full()).toEqual(listed);
});

test("a component whose newest entry is young is listed anew, as an add-on may still be at work", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await sync(world);
  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  await sync(world);

  const again = await sync(world);

  expect(again.service).toContain("GET /api/components/acme/web/translations/");
});
