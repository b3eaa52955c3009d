import { expect, test } from "vitest";
import { systemClock, type TimerClock } from "../../src/core/clock.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import { callService } from "../support/service-api.ts";
import { createWorld, type World } from "../support/world.ts";

/** A service that has been left alone for an hour: what its newest entries started is over. */
const anHourAgo: TimerClock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

async function sync(world: World) {
  world.forgetRequests();
  const { outputs, exitCode, log } = await world.run({ ...(await scheduled(world.repository)), event: "schedule" });
  expect(exitCode, log).toBe(0);
  const lines = (all: Parameters<typeof requestLines>[0]): readonly string[] =>
    requestLines(all).map((line) => line.replaceAll(/[0-9a-f]{40}/g, "…").replace("/repos/acme/app", ""));
  return { outputs, service: lines(world.site.proxy.requests), github: lines(world.github.proxy.requests) };
}

async function callGitHub({ github }: World, path: string, body: unknown): Promise<void> {
  const { apiUrl, repository, token } = github;
  const answer = await fetch(`${apiUrl}/repos/${repository}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}

const CHANGES = "GET /api/projects/acme/changes/";
const STRING_COMES = [
  CHANGES,
  "POST /api/projects/acme/repository/",
  "GET /api/translations/acme/web/cs/",
  "GET /api/translations/acme/web/cs/file/",
  "GET /api/users/jana/",
];

test("one string of a translator costs five requests to the service and nine to GitHub, with a new pull request and with an open one", async () => {
  await using site = await embeddedSite({ clock: anHourAgo });
  await using world = await createWorld(site);
  await sync(world);

  await world.translate(world.web, "cs", "title", "Jiný nadpis");
  const proposed = await sync(world);

  expect(proposed.service).toEqual(STRING_COMES);
  expect(proposed.github).toEqual([
    "GET /git/ref/heads%2Fmain",
    "GET /pulls",
    "POST /graphql",
    "GET /pulls",
    "GET /git/ref/heads%2Finterlinear%2Fmain",
    "POST /git/trees",
    "POST /git/commits",
    "POST /git/refs",
    "POST /pulls",
  ]);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Jiný nadpis");
  expect(await world.repository.remoteGit("log", "-1", "--format=%B", "interlinear/main")).toContain(
    "Co-authored-by: Jana",
  );

  const waiting = await sync(world);

  expect(waiting.service).toEqual([CHANGES, "GET /api/translations/acme/web/cs/"]);
  expect(waiting.github).toEqual(["GET /git/ref/heads%2Fmain", "GET /pulls", "GET /compare/…...…"]);

  await world.translate(world.web, "cs", "title", "Ještě jiný nadpis");
  const grown = await sync(world);

  expect(grown.service).toEqual(STRING_COMES);
  expect(grown.github).toEqual([
    "GET /git/ref/heads%2Fmain",
    "GET /pulls",
    "GET /compare/…...…",
    "POST /graphql",
    "POST /git/trees",
    "POST /git/commits",
    "GET /git/ref/heads%2Finterlinear%2Fmain",
    "PATCH /git/refs/heads%2Finterlinear%2Fmain",
    "PATCH /pulls/1",
  ]);
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Ještě jiný nadpis");
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
