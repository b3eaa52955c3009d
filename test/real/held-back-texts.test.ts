import { test } from "vitest";
import { holdBackWhatBreaks } from "../scenarios/held-back-texts.ts";
import { playOnRealSite } from "./real-site.ts";

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", () =>
  playOnRealSite(holdBackWhatBreaks));
