import { describe, expect, test } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { MappingError } from "./errors.ts";
import { loadMapping } from "./load.ts";
import { resolveMapping } from "./resolve.ts";

const head = "version: 1\nservice: https://translate.example.org\nproject: acme\n";

describe("globs and captures", () => {
  test("50,000 paths and 20 entries take less than a second", () => {
    const many = Array.from(
      { length: 50_000 },
      (_, index) => `packages/p${String(index % 500)}/src/${String(index)}.ts`,
    );
    const sources = Array.from({ length: 500 }, (_, index) => `packages/p${String(index)}/i18n/en.json`);
    const entries = Array.from({ length: 20 }, (_, index) => {
      const glob = index % 2 === 0 ? "packages" : "**/packages";
      return `  - { component: "c${String(index)}-{p}", source: "${glob}/{p}/i18n/en${index === 0 ? "" : String(index)}.json", translations: "t${String(index)}/{p}/{language}.json" }`;
    });
    const more = entries.map((_, index) => `packages/q/i18n/en${String(index)}.json`);
    const mapping = loadMapping(`${head}components:\n${entries.join("\n")}\n`, "interlinear.yml");
    expect(
      processorTime(() => {
        expect(resolveMapping(mapping, [...many, ...sources, ...more]).bindings).toHaveLength(519);
      }),
    ).toBeLessThan(1_000);
  });
});

test("a pattern that would take forever to match is ended after a few seconds, and told", () => {
  const source = `${"*a".repeat(6)}*b*.json`;
  const text = `${head}components:\n  - { component: one, source: "${source}", translations: "{language}.json" }\n`;
  const mapping = loadMapping(text, "interlinear.yml");

  expect(
    processorTime(() => {
      expect(() => resolveMapping(mapping, [`${"a".repeat(200)}.json`])).toThrow(MappingError);
    }),
  ).toBeLessThan(15_000);
});
