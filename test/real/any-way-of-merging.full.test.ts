import { test } from "vitest";
import { playOnSite } from "../scenarios/agreement-cases.ts";
import { caseOf, mixedWays } from "../scenarios/any-way-of-merging.ts";
import { playOnRealSite } from "./real-site.ts";

test.each(mixedWays.map((way) => [caseOf(way).name, caseOf(way)] as const))("with a real service, %s", (_, each) =>
  playOnRealSite((site, prefix) => playOnSite(each, site, { slug: `${prefix}web`, isReal: true })),
);
