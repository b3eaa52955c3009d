import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { mergeAndGoOn, waysOfMerging, wordsOf } from "./any-way-of-merging.ts";

test.each(waysOfMerging.map((way) => [wordsOf(way), way] as const))(
  "any way of merging is safe: %s",
  async (_, way) => {
    await using site = await embeddedSite();
    await mergeAndGoOn(site, way);
  },
);
