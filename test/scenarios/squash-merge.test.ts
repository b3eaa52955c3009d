import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { healSquash } from "./squash-merge.ts";

test("after a squash merge that the service cannot rebase onto, its clone is reset and nothing is lost", async () => {
  await using site = await embeddedSite();
  await healSquash(site);
});
