import { expect, it } from "vitest";
import { becauseMissing } from "../support/download-cache.ts";
import { compareWithLabels, judgeReleased, MOST_WRONG } from "./false-alarms.ts";
import { releasedCorpus } from "./judged-texts.ts";
import { released } from "./released.ts";

const all = await Promise.all(released.map(releasedCorpus));
const corpora = all.filter(({ available }) => available.missing === undefined);
const lacking = all.find(({ available }) => available.missing !== undefined);

it.skipIf(corpora.length === 0)(
  `of all released translations at most 2 % of those called broken are not, and at most 2 % of slips are missed${becauseMissing(lacking?.available ?? { path: "" })}`,
  async () => {
    const { texts, findings, planted } = await judgeReleased(corpora, { errorsOfAKind: 10 });
    const { found, wrong, lost } = compareWithLabels(corpora, findings);
    const share = (count: number, of: number): string =>
      `${String(count)} of ${String(of)}, ${((100 * count) / of).toFixed(2)} %`;
    console.log(
      [
        `${String(texts)} texts of ${String(corpora.length)} packages: ${String(found)} are called broken`,
        `wrong: ${share(wrong.length, found)}; labelled as broken and not found: ${share(lost.length, found)}`,
        `slips missed: ${share(planted.missed.length, planted.tried)} of ${String(planted.kinds.size)} kinds in ${[...planted.formats].toSorted().join(", ")}`,
        ...planted.missed,
      ].join("\n"),
    );
    expect(wrong.length).toBeLessThanOrEqual(found * MOST_WRONG);
    expect(lost.length).toBeLessThanOrEqual(found * MOST_WRONG);
    expect(planted.tried).toBeGreaterThanOrEqual(200);
    expect(planted.missed.length).toBeLessThanOrEqual(planted.tried * MOST_WRONG);
  },
);
