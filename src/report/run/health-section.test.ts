import { expect, it } from "vitest";
import type { HealthFinding } from "../../sync/plan.ts";
import { healthLines, healthSection } from "./health-section.ts";

const SERVICE = "https://translate.example.org";
const failure: HealthFinding = {
  kind: "merge-failure",
  component: "acme/website",
  isBlocking: true,
  message: "the service could not merge its upstream repository",
  words: "CONFLICT (content): `locales/cs.json` @everyone",
  details: ["locales/cs.json (acme/website, cs): 1 string differs from the repository's"],
  remedies: ["To throw away what only the service has: `wlc reset acme/website`."],
  url: `${SERVICE}/projects/acme/website/`,
};
const swept: HealthFinding = {
  kind: "lock-swept",
  component: "acme/server",
  isBlocking: false,
  message: "it was still locked by ci",
  remedies: [],
};
const style = { width: 100, colour: false };

it("says nothing while all is well", () => {
  expect(healthSection([], SERVICE, 10)).toBe("");
  expect(healthLines([], style)).toEqual([]);
});

it("says that strings cannot move, why, and which command mends it", () => {
  const markdown = healthSection([failure, swept], SERVICE, 10);

  expect(markdown).toContain("**On the service, strings cannot move** until somebody mends this:");
  expect(markdown).toContain(`- **unmerged** [\`acme/website\`](${SERVICE}/projects/acme/website/): the service`);
  expect(markdown).toContain("  - → To throw away what only the service has: `wlc reset acme/website`.");
  expect(markdown).toContain("- unlocked `acme/server`: it was still locked by ci.");
});

it("says it in a terminal as well, command and all", () => {
  const text = healthLines([failure, swept], style).join("\n");

  expect(text).toMatch(/unmerged\s+acme\/website/);
  expect(text).toContain("wlc reset acme/website");
  expect(text).toContain("1 string differs");
});

it("repeats the service's words without waking anybody or leading elsewhere", () => {
  const markdown = healthSection([{ ...failure, url: "https://evil.example/x" }], SERVICE, 10);

  expect(markdown).not.toContain("@everyone");
  expect(markdown).not.toContain("evil.example");
});

it("says how many more there are than it shows", () => {
  const details = Array.from({ length: 12 }, (_, index) => `file ${String(index)} differs`);

  const markdown = healthSection([{ ...failure, details }, swept, swept], SERVICE, 1);

  expect(markdown).toContain("… and 2 more\n");
  expect(markdown).toContain("… and 2 more findings.");
});
