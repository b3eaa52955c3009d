import { expect, test } from "vitest";
import { matchesRepository, mostExact } from "./repository-pattern.ts";

test.each([
  ["*", "acme/website", true],
  ["**", "acme/website", true],
  ["acme/*", "acme/website", true],
  ["acme/*", "other/website", false],
  ["acme/*", "acme-two/website", false],
  ["*/website", "acme/website", true],
  ["acme/{app,website}", "acme/website", true],
  ["acme/{app,website}", "acme/site", false],
  ["acme/web-?", "acme/web-1", true],
  ["Acme/Website", "acme/website", true],
  ["acme/.github", "acme/.github", true],
  ["acme/*", "acme/.github", true],
  ["acme/web.ite", "acme/website", false],
  ["!acme/website", "acme/other", false],
  ["acme/(website)", "acme/website", false],
])("%s and %s: %s", (pattern, repository, fits) => {
  expect(matchesRepository(pattern, repository)).toBe(fits);
});

test.each([
  [["*", "acme/*", "acme/website"], "acme/website"],
  [["acme/website", "acme/*", "*"], "acme/website"],
  [["*", "acme/*"], "acme/*"],
  [["acme/*", "acme/web*"], "acme/web*"],
  [["*/website", "acme/*"], "*/website"],
  [["acme/w*e", "acme/we*"], "acme/w*e"],
  [["acme/*e*", "acme/w*"], "acme/w*"],
  [["other/*"], undefined],
  [[], undefined],
])("of %j the most exact for acme/website is %s", (patterns, chosen) => {
  expect(mostExact(patterns, "acme/website", (pattern) => pattern)).toBe(chosen);
});
