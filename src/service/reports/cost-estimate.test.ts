import { expect, it } from "vitest";
import { costEstimate, type Work } from "./cost-estimate.ts";

const rates = {
  base_rate: "0.5",
  tm_threshold: 80,
  rate_new: "100.00",
  rate_needs_editing: "50.00",
  rate_tm_100: "0.00",
  rate_tm_fuzzy: "25.00",
  rate_repetition: "10.00",
};

function work(source: string, words: number, more: Partial<Work> = {}): Work {
  return { language: "cs", source, words, state: 0, memory: 0, ...more };
}

it("a word costs by how much of the work is done already", () => {
  const { languages } = costEstimate(
    [
      work("new", 10),
      work("outdated", 10, { state: 10 }),
      work("known", 10, { memory: 100 }),
      work("alike", 10, { memory: 80 }),
      work("not alike enough", 10, { memory: 79 }),
      work("new", 10),
    ],
    rates,
  );

  expect(languages).toEqual([
    {
      language: "cs",
      classes: {
        new: { strings: 2, words: 20 },
        needs_editing: { strings: 1, words: 10 },
        tm_100: { strings: 1, words: 10 },
        tm_fuzzy: { strings: 1, words: 10 },
        repetition: { strings: 1, words: 10 },
      },
      strings: 6,
      words: 60,
      // 0.5 × (20 + 10 × 0.5 + 0 + 10 × 0.25 + 10 × 0.1)
      cost: "14.25",
    },
  ]);
});

it("a text is repeated within a language, not across", () => {
  const estimate = costEstimate([work("one", 2), work("one", 2, { language: "de" })], rates);
  expect(estimate).toMatchObject({ strings: 2, words: 4, cost: "2.00" });
  expect(estimate.languages.map(({ language }) => language)).toEqual(["cs", "de"]);
});

it("nothing to do costs nothing", () => {
  expect(costEstimate([], rates)).toEqual({ languages: [], strings: 0, words: 0, cost: "0.00" });
});
