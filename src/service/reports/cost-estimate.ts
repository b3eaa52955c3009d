import type { ReportParameters } from "../../contract/endpoints/reports.ts";
import { unitStates } from "../../catalog/unit.ts";

/** A string that waits to be translated. */
export interface Work {
  readonly language: string;
  readonly source: string;
  readonly words: number;
  readonly state: number;
  /** Quality of the best match in the translation memory, 0–100; 100: the very text. */
  readonly memory: number;
}

export type WorkClass = "tm_100" | "tm_fuzzy" | "repetition" | "needs_editing" | "new";
export const workClasses: readonly WorkClass[] = ["new", "needs_editing", "tm_100", "tm_fuzzy", "repetition"];

type Rates = Pick<
  ReportParameters,
  "base_rate" | "rate_new" | "rate_needs_editing" | "rate_tm_100" | "rate_tm_fuzzy" | "rate_repetition" | "tm_threshold"
>;

interface Sum {
  strings: number;
  words: number;
}

/** What translating the strings would cost, language by language: words by how much work they are, times their rates. */
export function costEstimate(work: readonly Work[], rates: Rates) {
  const percents: Readonly<Record<WorkClass, number>> = {
    new: Number(rates.rate_new),
    needs_editing: Number(rates.rate_needs_editing),
    tm_100: Number(rates.rate_tm_100),
    tm_fuzzy: Number(rates.rate_tm_fuzzy),
    repetition: Number(rates.rate_repetition),
  };
  const languages = [...Map.groupBy(work, ({ language }) => language)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const rows = languages.map(([language, own]) => {
    const classes = classified(own, rates.tm_threshold);
    const cost = workClasses.reduce(
      (sum, name) => sum + (classes[name].words * Number(rates.base_rate) * percents[name]) / 100,
      0,
    );
    return { language, classes, ...total(classes), cost: money(cost) };
  });
  return {
    languages: rows,
    strings: rows.reduce((sum, { strings }) => sum + strings, 0),
    words: rows.reduce((sum, { words }) => sum + words, 0),
    cost: money(rows.reduce((sum, { cost }) => sum + Number(cost), 0)),
  };
}

function money(amount: number): string {
  return amount.toFixed(2);
}

function classified(work: readonly Work[], threshold: number): Record<WorkClass, Sum> {
  const sum = (): Sum => ({ strings: 0, words: 0 });
  const classes = { new: sum(), needs_editing: sum(), tm_100: sum(), tm_fuzzy: sum(), repetition: sum() };
  const seen = new Set<string>();
  for (const one of work) {
    const own = classes[classOf(one, threshold, seen.has(one.source))];
    seen.add(one.source);
    own.strings += 1;
    own.words += one.words;
  }
  return classes;
}

function classOf({ state, memory }: Work, threshold: number, isRepetition: boolean): WorkClass {
  if (isRepetition) return "repetition";
  if (memory >= 100) return "tm_100";
  if (memory >= threshold) return "tm_fuzzy";
  return state >= unitStates.needsEditing ? "needs_editing" : "new";
}

function total(classes: Readonly<Record<WorkClass, Sum>>): Sum {
  return workClasses.reduce(
    (sum, name) => ({ strings: sum.strings + classes[name].strings, words: sum.words + classes[name].words }),
    { strings: 0, words: 0 },
  );
}
