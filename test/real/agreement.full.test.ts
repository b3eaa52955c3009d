import { test } from "vitest";
import { agreementCases } from "../scenarios/agreement-cases.ts";
import { playOnRealSite } from "./real-site.ts";

test.each(agreementCases.map((each) => [each.name, each] as const))("with a real service, %s", (_, { play }) =>
  playOnRealSite((site, prefix) => play(site, { slug: `${prefix}web`, isReal: true })),
);
