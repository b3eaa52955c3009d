import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { agreementCases, playOnSite } from "./agreement-cases.ts";

test.each(agreementCases.map((each) => [each.name, each] as const))("%s", async (_, each) => {
  await using site = await embeddedSite();
  await playOnSite(each, site);
});
