import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createWorld } from "../support/world.ts";
import { anHourAgo, sync } from "./one-change.ts";

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
