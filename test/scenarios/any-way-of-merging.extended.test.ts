import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { playInMemory, playOnSite } from "./agreement-cases.ts";
import { caseOf, mixedWays } from "./any-way-of-merging.ts";

test.each(mixedWays.map((way) => [caseOf(way).name, caseOf(way)] as const))("in memory, %s", (_, each) =>
  playInMemory(each),
);

/** The one that failed in most ways; all are in the full tier, and a mixture on a real service. */
const withGit = caseOf({
  method: "titled",
  conflicts: "repository",
  between: "a renamed key",
  reads: "this repository",
});

test(withGit.name, async () => {
  await using site = await embeddedSite();
  await playOnSite(withGit, site);
});
