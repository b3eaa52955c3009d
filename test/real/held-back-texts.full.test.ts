import { test } from "vitest";
import { bringMendedTextsHome, holdBackWhatBreaks } from "../scenarios/held-back-texts.ts";
import { playOnRealSite } from "./real-site.ts";

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", () =>
  playOnRealSite(async (site, prefix) => {
    await using scene = await holdBackWhatBreaks(site, prefix);
    await bringMendedTextsHome(scene);
  }));
