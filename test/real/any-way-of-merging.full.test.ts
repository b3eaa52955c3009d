import { test } from "vitest";
import { mergeAndGoOn, mixedWays, wordsOf } from "../scenarios/any-way-of-merging.ts";
import { playOnRealSite } from "./real-site.ts";

test.each(mixedWays.map((way) => [wordsOf(way), way] as const))(
  "any way of merging is safe with a real service: %s",
  (_, way) => playOnRealSite((site, prefix) => mergeAndGoOn(site, way, { slug: `${prefix}web`, isReal: true })),
);
