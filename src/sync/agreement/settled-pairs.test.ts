import { expect, test } from "vitest";
import { aComponent, aTranslation, aTranslationObservation } from "../../../test/support/observations.ts";
import type { AgreedPair } from "./agreement.ts";
import { settledPairs } from "./settled-pairs.ts";

const SAME: AgreedPair = { blob: "same", service: "same", merged: false };
const OTHER: AgreedPair = { blob: "older", service: "older", merged: false, since: "a-commit" };

test.each<[string, readonly AgreedPair[] | undefined, number]>([
  ["nothing", undefined, 1],
  ["the same, settled at a commit", [{ ...SAME, at: "a-commit" }], 0],
  ["the same, proposed", [{ ...SAME, since: "a-commit" }], 1],
  ["the same beside a newer proposal", [OTHER, { ...SAME, at: "a-commit" }], 1],
  ["the same, and an older one that is to be forgotten", [{ ...SAME, at: "a-commit" }, OTHER], 1],
  ["another version", [OTHER], 1],
])("a file that is the same on both sides, and of which the record knows %s", async (_, known, news) => {
  const translation = aTranslation({ revision: "same" });
  const components = [aComponent({ translations: [aTranslationObservation({ translation, blob: "same" })] })];
  const pairs = new Map(known === undefined ? [] : [["locales/de.json", known]]);

  const settled = await settledPairs({ components }, [], { pairsOf: () => Promise.resolve(pairs) });

  expect(settled.map(({ path, pair, standing }) => ({ path, pair, standing }))).toEqual(
    Array.from({ length: news }, () => ({ path: "locales/de.json", pair: SAME, standing: "settled" })),
  );
});
