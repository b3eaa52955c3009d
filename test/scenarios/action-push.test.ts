import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { pushed } from "../support/events.ts";
import { webSource } from "../support/sample-files.ts";
import { createWorld, writes } from "../support/world.ts";
import { sendChangedSources, tellTheServiceToFetch } from "./round-trip.ts";

test("changed source files are uploaded, each by the method that fits its component, with the reason in the plan", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  await sendChangedSources(world);
});

test("a component that reads this repository is told to fetch it, and nothing is uploaded", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site, { reads: "this repository" });

  await tellTheServiceToFetch(world);
});

test("a source file that does not parse is never sent, and the log names the place", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.repository.write({ "locales/en.json": webSource.replace('"Hello",', '"Hello"') });
  await world.repository.publish("Break a file");
  world.forgetRequests();

  const result = await world.run(await pushed(world.repository, world.github.repository), { isProcess: true });

  expect(result.exitCode, result.log).not.toBe(0);
  expect(writes(world)).toEqual({ service: [], github: [] });
  expect(result.rawLog).toContain("locales/en.json");
});

test("a component that the mapping does not have is refused by name, instead of a run in which all is well", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  const result = await world.run(await pushed(world.repository, world.github.repository), {
    inputs: { components: "wbe" },
  });

  expect(result.exitCode).toBe(1);
  expect(result.log).toMatch(/IL-W02.*"wbe".*did you mean "web"/);
});
