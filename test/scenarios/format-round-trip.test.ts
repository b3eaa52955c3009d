import { test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { bringFormatsHome } from "./format-round-trip.ts";

test("in each format the service has the units that we read, and a saved text comes home without touching another", async () => {
  await using site = await embeddedSite();
  await bringFormatsHome(site);
});
