import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { playOnSite } from "./agreement-cases.ts";
import { caseOf, waysOfMerging } from "./any-way-of-merging.ts";

test.each(waysOfMerging.map((way) => [caseOf(way).name, caseOf(way)] as const))("%s", async (_, each) => {
  await using site = await embeddedSite();
  await playOnSite(each, site);
});
