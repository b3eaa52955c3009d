import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { branchInACategory, branchOfItsOwn } from "./branch-components.ts";

test("a branch gets components of its own, its translations come home to it, and they go when it goes", async () => {
  await using site = await embeddedSite();

  await branchOfItsOwn(site, site.service.adminToken);
});

test("a branch's components stand in a category of its own, which goes with them", async () => {
  await using site = await embeddedSite();

  await branchInACategory(site, site.service.adminToken);
});
