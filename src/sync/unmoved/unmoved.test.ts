import { expect, test } from "vitest";
import { aComponent, anObservation, aTranslation } from "../../../test/support/observations.ts";
import { isEqualById } from "./unmoved.ts";

const translation = aTranslation({ isSource: true, revision: "served" });

test.each([
  ["the same id on both sides", { path: "po/web.pot", blob: "served", translation }, true],
  ["another id", { path: "po/web.pot", blob: "git", translation }, false],
  ["git's template with its charset in it", { path: "po/web.pot", blob: "git", translation, isAsSent: true }, true],
] as const)("a source is the same on both sides by its id: %s", (_, source, expected) => {
  const components = [aComponent({ source, translations: [] })];

  expect(isEqualById(anObservation({ components }))).toBe(expected);
});
