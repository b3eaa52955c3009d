import { test } from "vitest";
import { tellTranslatorsOnce } from "../scenarios/held-back-texts.ts";
import { playOnRealSite } from "./real-site.ts";

test("translators are told once, on the service, why a text was held back", () =>
  playOnRealSite(async (site, prefix) => {
    await using _scene = await tellTranslatorsOnce(site, prefix);
  }));
