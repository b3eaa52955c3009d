import { expect, it } from "vitest";
import { becauseMissing } from "../support/download-cache.ts";
import { compareWithLabels, judgeReleased, MOST_WRONG } from "./false-alarms.ts";
import { releasedCorpus } from "./judged-texts.ts";
import { labelledFindings, placeOf } from "./labelled-findings.ts";
import { released } from "./released.ts";

const sample = await Promise.all(released.filter(({ isSample }) => isSample).map(releasedCorpus));
const corpora = sample.filter(({ available }) => available.missing === undefined);
const lacking = sample.find(({ available }) => available.missing !== undefined);

it("at least 500 findings were labelled, each once and of a package that is looked at", () => {
  const labelled = labelledFindings();
  expect(labelled.length).toBeGreaterThanOrEqual(500);
  expect(new Set(labelled.map(placeOf)).size).toBe(labelled.length);
  const names = new Set(released.map(({ name }) => name));
  expect(labelled.filter((finding) => !names.has(finding.package))).toEqual([]);
});

it.skipIf(corpora.length === 0)(
  `of a sample of released translations few are called broken that are not, and few slips are missed${becauseMissing(lacking?.available ?? { path: "" })}`,
  async () => {
    const { texts, findings, planted } = await judgeReleased(corpora, { errorsOfAKind: 20 });
    const { found, wrong, lost } = compareWithLabels(corpora, findings);
    expect(texts).toBeGreaterThan(lacking === undefined ? 50_000 : 0);
    expect(wrong).toEqual([]);
    expect(lost).toEqual([]);
    // The sample's few real slips.
    expect(found / texts).toBeLessThan(0.001);
    expect(planted.missed.length, planted.missed.join("\n")).toBeLessThanOrEqual(planted.tried * MOST_WRONG);
  },
);
