import { test } from "vitest";
import {
  bringTranslationsHome,
  sendChangedSources,
  tellTheServiceToFetch,
  updateThePullRequest,
} from "../scenarios/round-trip.ts";
import { createWorld, type WorldOptions, type World } from "../support/world.ts";
import { playOnRealSite } from "./real-site.ts";

/** Components of its own in the seeded project, for one scenario. */
function play(scenario: (world: World) => Promise<void>, options: WorldOptions = {}): Promise<void> {
  return playOnRealSite(async (site, prefix) => {
    await using world = await createWorld(site, { ...options, prefix });
    await scenario(world);
  });
}

test("a saved translation comes home in one pull request, and the next run writes nothing", () =>
  play(bringTranslationsHome));

test("later translations go into the open pull request, which stays the only one", () => play(updateThePullRequest));

test("changed source files are uploaded, each by the method that fits its component", () => play(sendChangedSources));

test("a component that reads this repository is told to fetch it, and nothing is uploaded", () =>
  play(tellTheServiceToFetch, { reads: "this repository" }));
