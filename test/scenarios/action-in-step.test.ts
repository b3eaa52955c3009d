import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { loadMeter } from "../support/loaded-by-node.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld } from "../support/world.ts";

test("an action that finds all in step loads half of its bundle, one HTTP stack, and starts git ten times", async () => {
  await using folder = await temporaryDirectory();
  const { NODE_OPTIONS, read } = await loadMeter(folder.path);
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const step = { ...(await scheduled(world.repository)), event: "schedule" } as const;
  await world.run(step);

  const { outputs, log } = await world.run(step, { isProcess: true, environment: { NODE_OPTIONS } });
  const { bytes, builtIn, started } = await read();

  expect(outputs["changed"], log).toBe("false");
  expect(bytes).toBeLessThan(1_218_500);
  expect(builtIn.filter((name) => /undici|http2|util\/diff|webstreams/.test(name))).toEqual([]);
  expect(started.length, started.join(", ")).toBeLessThanOrEqual(10);
});
