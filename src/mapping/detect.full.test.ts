import { expect, test } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { detectLocales } from "./detect.ts";

test("a large repository is searched in seconds", () => {
  const files = [
    ...Array.from(
      { length: 50_000 },
      (_, index) => `packages/p${String(index % 300)}/src/some/file-${String(index)}.ts`,
    ),
    ...Array.from({ length: 300 }, (_, index) =>
      ["en", "de", "fr", "pt_BR"].map((language) => `packages/p${String(index)}/i18n/${language}.json`),
    ).flat(),
  ];
  expect(
    processorTime(() => {
      expect(detectLocales(files).families.map(({ component }) => component)).toEqual(["{package}"]);
    }),
  ).toBeLessThan(3_000);
});
