import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { mergeAndGoOn, wordsOf, type WayOfMerging } from "./any-way-of-merging.ts";

/** The one that failed in most ways; all are in the full tier, each method in agreement.test.ts, and a mixture on a real service. */
const way: WayOfMerging = {
  method: "titled",
  conflicts: "repository",
  between: "a renamed key",
  reads: "this repository",
};

test(`any way of merging is safe: ${wordsOf(way)}`, async () => {
  await using site = await embeddedSite();
  await mergeAndGoOn(site, way);
});
