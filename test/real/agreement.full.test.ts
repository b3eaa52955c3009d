import { test } from "vitest";
import { agreementCases, playOnSite } from "../scenarios/agreement-cases.ts";
import { playOnRealSite } from "./real-site.ts";

test.each(agreementCases.map((each) => [each.name, each] as const))("with a real service, %s", (_, each) =>
  playOnRealSite((site, prefix) => playOnSite(each, site, { slug: `${prefix}web`, isReal: true })),
);
