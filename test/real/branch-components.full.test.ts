import { test } from "vitest";
import { branchInACategory, branchOfItsOwn } from "../scenarios/branch-components.ts";
import { playOnRealSite } from "./real-site.ts";

test("a branch gets components of its own, its translations come home to it, and they go when it goes", () =>
  playOnRealSite((site, prefix) => branchOfItsOwn(site, site.service.adminToken, prefix)));

test("a branch's components stand in a category of its own, which goes with them", () =>
  playOnRealSite((site, prefix) => branchInACategory(site, site.service.adminToken, prefix)));
