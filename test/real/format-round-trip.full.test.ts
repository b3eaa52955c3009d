import { test } from "vitest";
import { bringFormatsHome } from "../scenarios/format-round-trip.ts";
import { playOnRealSite } from "./real-site.ts";

test("in each format the service has the units that we read, and a saved text comes home without touching another", () =>
  playOnRealSite(bringFormatsHome));
