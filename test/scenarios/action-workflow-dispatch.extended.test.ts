import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { createWorld } from "../support/world.ts";
import { bringTranslationsHome, expectNothingDone } from "./round-trip.ts";

test("a saved translation comes home in one pull request, and the next run writes nothing", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);

  await bringTranslationsHome(world);
});

test("a dry run says what it would do and writes nothing on either side", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.server, "de", "Welcome", "Willkommen");
  world.forgetRequests();

  const result = await world.run(await dispatched(world.repository, world.github.repository), {
    inputs: { "dry-run": "true" },
  });

  expect(result.exitCode, result.log).toBe(0);
  expectNothingDone(world);
  expect(result.outputs).toMatchObject({ changed: "false", "pull-request-number": "" });
  expect(JSON.stringify(result.plan)).toContain('"kind":"commit"');
});
