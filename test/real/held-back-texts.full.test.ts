import { test } from "vitest";
import { sendBesideHeldBack } from "../scenarios/changes-beside-held-texts.ts";
import { bringMendedTextsHome, holdBackWhatBreaks } from "../scenarios/held-back-texts.ts";
import { playOnRealSite } from "./real-site.ts";

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", () =>
  playOnRealSite(async (site, prefix) => {
    await using scene = await holdBackWhatBreaks(site, prefix);
    await bringMendedTextsHome(scene);
  }));

test("what git changes is sent alone, in JSON and gettext, and a text that was held back stays with the translator", () =>
  playOnRealSite(sendBesideHeldBack));
