import { describe, expect, it } from "vitest";
import { aLanguage } from "../../../test/support/a-review.ts";
import { gateOf, recallFailing, rememberFailing } from "./review-gate.ts";

const settings = { failBelow: 90, passAbove: 95, languages: {} };
const german = (before: number | undefined, after: number | undefined) =>
  aLanguage({
    language: "de",
    before: before === undefined ? undefined : { translated: before * 10, total: 1_000 },
    after: after === undefined ? undefined : { translated: after * 10, total: 1_000 },
  });

describe("the gate", () => {
  it.each<[string, number | undefined, number | undefined, readonly string[], string | undefined, readonly string[]]>([
    // before, after, failed before → why it fails, languages in failure now
    ["a language that stays above", 99, 96, [], undefined, []],
    ["a language between both limits that did not fail before", 93, 91, [], undefined, []],
    ["a language at the limit", 95, 90, [], undefined, []],
    ["a language that falls below", 95, 89.9, [], "fell", ["de"]],
    ["a language that was below and falls further", 80, 79, [], "further", ["de"]],
    ["a language that was below and stays", 80, 80, [], undefined, ["de"]],
    ["a language that was below and rises", 80, 85, [], undefined, ["de"]],
    ["a language that failed and is not out of it", 95, 92, ["de"], "again", ["de"]],
    ["a language that failed and is just below the upper limit", 96, 94.9, ["de"], "again", ["de"]],
    ["a language that failed and is out of it", 96, 95, ["de"], undefined, []],
    ["a language that failed, in a change that betters it", 91, 93, ["de"], undefined, ["de"]],
    ["a language that failed, in a change that leaves it", 91, 91, ["de"], undefined, ["de"]],
    ["a new language", undefined, 5, [], undefined, []],
    ["a language that goes", 95, undefined, ["de"], undefined, []],
  ])("%s: %s % → %s %, failed before: %j", (_, before, after, failed, why, failing) => {
    const gate = gateOf([german(before, after)], settings, failed);

    expect(gate.failures.map((failure) => failure.why)).toEqual(why === undefined ? [] : [why]);
    expect(gate.failing).toEqual(failing);
  });

  it("says what is wanted: the lower limit of what is below it, the upper one of what failed before", () => {
    expect(gateOf([german(95, 85)], settings, []).failures).toEqual([
      { language: "de", before: 95, after: 85, wanted: 90, why: "fell" },
    ]);
    expect(gateOf([german(95, 92)], settings, ["de"]).failures).toMatchObject([{ wanted: 95, why: "again" }]);
  });

  it("has limits for single languages, as people write their codes; 0 never fails", () => {
    const own = { ...settings, languages: { de: 50, "pt-BR": 0 } };
    const brazil = aLanguage({
      language: "pt_BR",
      before: { translated: 9, total: 10 },
      after: { translated: 0, total: 10 },
    });

    expect(gateOf([german(80, 51), brazil], own, ["pt_BR"])).toEqual({ failing: [], failures: [] });
    expect(gateOf([german(80, 49)], own, []).failures).toMatchObject([{ wanted: 50 }]);
    // The upper limit is as far above it as everywhere.
    expect(gateOf([german(80, 54)], own, ["de"]).failures).toMatchObject([{ wanted: 55, why: "again" }]);
    expect(gateOf([german(80, 10)], { ...settings, failBelow: 0, passAbove: 0 }, ["de"]).failures).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, number>>, string]>([
    ["zh_Hans", { "zh-CN": 95 }, "as a country"],
    ["sr_Latn", { "b+sr+Latn": 95 }, "as Android's folders have it"],
    ["pt_BR", { "pt-rBR": 95 }, "as Android's folders have it"],
    ["zh_Hans", { zh_CN: 10, zh_Hans: 95 }, "by the service's code first"],
  ])("finds the limit of %s in %j: %s", (language, languages) => {
    const only = { failBelow: 0, passAbove: 0, languages };
    expect(gateOf([{ ...german(95, 94), language }], only, []).failures).toMatchObject([{ language, wanted: 95 }]);
  });

  it("keeps languages in mind that the change does not touch", () => {
    expect(gateOf([german(99, 98)], settings, ["fr"]).failing).toEqual(["fr"]);
  });

  it("remembers failing languages in one word of at most 200 characters, and takes nothing else for one", () => {
    expect(rememberFailing(["de", "pt_BR", "ca@valencia"])).toBe("failing:de,pt_BR,ca@valencia");
    expect(recallFailing(rememberFailing(["de", "pt_BR", "ca@valencia"]))).toEqual(["de", "pt_BR", "ca@valencia"]);
    expect(recallFailing(rememberFailing([]))).toEqual([]);
    const many = Array.from({ length: 100 }, (_, index) => `l${String(index)}`);
    expect(rememberFailing(many).length).toBeLessThanOrEqual(200);
    expect(recallFailing(rememberFailing(many)).length).toBeGreaterThan(40);
    expect(many.slice(0, 40)).toEqual(recallFailing(rememberFailing(many)).slice(0, 40));
    expect(recallFailing("<script>")).toEqual([]);
    expect(recallFailing(undefined)).toEqual([]);
  });
});
