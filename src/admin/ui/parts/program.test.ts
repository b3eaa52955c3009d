import { expect, it } from "vitest";
import { programOf } from "./program.ts";

const KIT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`${KIT} Chrome/156.0.0.0 Safari/537.36`, "Chromium or Chrome"],
  [`${KIT} HeadlessChrome/156.0.0.0 Safari/537.36`, "Chromium without a window"],
  [`${KIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, "Edge"],
  [`${KIT} Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera"],
  [`${KIT} CriOS/156.0 Mobile/15E148 Safari/604.1`, "Chromium or Chrome"],
  [`${KIT} Version/18.5 Safari/605.1.15`, "Safari"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox"],
  ["curl/8.5.0", "curl"],
  ["node", "A program"],
  ["", "A program"],
])("%s is called %s", (agent, name) => {
  expect(programOf(agent)).toBe(name);
});
