import { describe, expect, it } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { bilingualKey, unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { sourceChanges, sourcesOf } from "./source-changes.ts";

/** Texts of a template, with their contexts. */
function template(texts: readonly (readonly [string, string?])[]): Catalogue {
  const units = texts.map(([source, context = ""], index): Unit => ({
    key: bilingualKey(context, source),
    context,
    source: [source],
    target: [""],
    state: unitStates.untranslated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: index + 1,
  }));
  return { format: "po", units };
}

describe("changes of texts that are their own keys", () => {
  it("takes its time from nobody with long texts that are all alike", () => {
    const texts = (end: string) =>
      Array.from({ length: 200 }, (_, index): readonly [string] => [
        `${"long text ".repeat(2_000)}${String(index)}${end}`,
      ]);
    const files = { before: template(texts("a")), after: template(texts("b")) };

    expect(
      processorTime(() => {
        expect(sourceChanges(sourcesOf("bilingual", "en", files))[0]?.kind).toBe("changed");
      }),
    ).toBeLessThan(5_000);
  });
});
