import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { mergeAndGoOn, methods, mixedWays, wordsOf } from "./any-way-of-merging.ts";

/** One of each method and message; all of them are in the full tier, and on a real service in test/real/. */
const ways = methods.flatMap((method, at) => mixedWays.filter((way) => way.method === method)[(at * 2 + 1) % 3] ?? []);

test.each(ways.map((way) => [wordsOf(way), way] as const))("any way of merging is safe: %s", async (_, way) => {
  await using site = await embeddedSite();
  await mergeAndGoOn(site, way);
});
