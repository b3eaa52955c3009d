import { test } from "vitest";
import { healSquash, keepWhatOnlyTheServiceHas } from "../scenarios/squash-merge.ts";
import { playOnRealSite } from "./real-site.ts";

test("a real service that cannot rebase onto a squash merge is reset, and nothing is lost", () =>
  playOnRealSite(healSquash));

test("a string that only the real service has keeps its clone from being reset until it is in git", () =>
  playOnRealSite(keepWhatOnlyTheServiceHas));
