import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import { createWorld, downloads } from "../support/world.ts";

/** Forty languages of a real product: codes that the service knows. */
const LANGUAGES =
  "af ar be bg bn ca cy da el eo es et eu fa fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl pl pt ro ru sk sl uk".split(
    " ",
  );

test("the first run of forty languages asks for one archive and takes every file of it, later runs ask for single files", async () => {
  const serviceFiles = Object.fromEntries(
    LANGUAGES.map((language) => [
      `locales/${language}.json`,
      `{\n    "title": "Title in ${language}",\n    "button": {\n        "save": "Save in ${language}"\n    }\n}\n`,
    ]),
  );
  await using site = await embeddedSite();
  await using world = await createWorld(site, { serviceFiles });
  world.forgetRequests();

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(downloads(world)).toEqual([`GET /api/components/${world.web}/file/`]);
  const files = await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(files.split("\n")).toEqual(LANGUAGES.map((language) => `locales/${language}.json`));
  expect(await world.repository.remoteGit("show", "interlinear/main:locales/uk.json")).toContain("Title in uk");
  // Who translated, for the commit's Co-authored-by, the project's list of changes tells for all languages.
  expect(requestLines(site.proxy.requests).length).toBeLessThan(10);

  await world.repository.git("fetch", "--quiet", "origin");
  await world.repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
  await world.repository.git("push", "--quiet", "origin", "HEAD");
  await world.translate(world.web, "fi", "title", "Otsikko");
  world.forgetRequests();

  const second = await world.run(await dispatched(world.repository, world.github.repository));

  expect(second.exitCode, second.log).toBe(0);
  expect(downloads(world)).toEqual([`GET /api/translations/${world.web}/fi/file/`]);
});
