import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { pushed } from "../support/events.ts";
import { serverSource, webSource } from "../support/sample-files.ts";
import { unitOf, uploadsIn } from "../support/service-api.ts";
import { createWorld, downloads, secretsOf, writes } from "../support/world.ts";

const changedWebSource = webSource
  .replace('"Save"', '"Save changes"')
  .replace('"title"', '"subtitle": "New here?",\n    "title"');
const changedServerSource = `${serverSource}\n#: src/menu.c:12\nmsgctxt "menu"\nmsgid "Close"\nmsgstr ""\n`;

test("changed source files are uploaded, each by the method that fits its component, with the reason in the plan", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.repository.write({ "locales/en.json": changedWebSource, "po/server.pot": changedServerSource });
  await world.repository.publish("Change strings");
  world.forgetRequests();

  const result = await world.run(await pushed(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  const uploads = uploadsIn(site.proxy.requests).toSorted((a, b) => a.path.localeCompare(b.path));
  expect(uploads).toMatchObject([
    { path: `/api/translations/${world.server}/en/file/`, fields: { method: "source" }, content: changedServerSource },
    { path: `/api/translations/${world.web}/en/file/`, fields: { method: "replace" }, content: changedWebSource },
  ]);
  expect(JSON.stringify(result.plan)).toMatch(/1 new, 1 changed \(replace:/);
  expect(JSON.stringify(result.plan)).toMatch(/1 new \(source:/);
  expect(await unitOf(site.service, world.web, "en", "subtitle")).toMatchObject({ target: ["New here?"] });
  expect(await unitOf(site.service, world.server, "cs", "Close")).toMatchObject({ target: [""] });
  expect(writes(world).github).toEqual([]);
  for (const secret of secretsOf(world)) expect(result.log + result.summary).not.toContain(secret);

  world.forgetRequests();
  const second = await world.run(await pushed(world.repository, world.github.repository));

  expect(second.exitCode, second.log).toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(downloads(world)).toEqual([]);
});

test("a component that reads this repository is told to fetch it, and nothing is uploaded", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { reads: "this repository" });
  await world.repository.write({ "locales/en.json": changedWebSource });
  await world.repository.publish("Change strings");
  world.forgetRequests();

  const result = await world.run(await pushed(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(writes(world)).toEqual({
    service: [`POST /api/components/${world.web}/repository/`],
    github: [],
  });
  expect(String(site.proxy.requests.find(({ method }) => method === "POST")?.requestBody)).toContain("pull");
  expect(await unitOf(site.service, world.web, "cs", "subtitle")).toMatchObject({ target: [""] });
});

test("a source file that does not parse is never sent, and the log names the place", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.repository.write({ "locales/en.json": webSource.replace('"Hello",', '"Hello"') });
  await world.repository.publish("Break a file");
  world.forgetRequests();

  const result = await world.run(await pushed(world.repository, world.github.repository));

  expect(result.exitCode, result.log).not.toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(result.rawLog).toMatch(/locales\/en\.json/);
  expect(result.rawLog).toMatch(/line[= ]3|:3:/);
});
