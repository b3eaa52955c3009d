import { expect, test } from "vitest";
import { aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import { keptLook, printLook, readLook } from "./kept-look.ts";

const NOTHING_TO_DO = aRun({
  plan: { steps: [], findings: [aFinding({ kind: "skipped", remedy: "Wait." })], inStep: 3 },
  statistics: [someStatistics(), someStatistics({ language: "fr", path: undefined, isSource: true })],
});

test("what a look found that had nothing to do is read as it was written", () => {
  const look = keptLook(NOTHING_TO_DO);

  expect(look).toEqual({ inStep: 3, findings: NOTHING_TO_DO.plan.findings, statistics: NOTHING_TO_DO.statistics });
  expect(look && readLook(printLook(look))).toEqual(look);
});

test.each([
  ["brought a file", aRun({ files: [aFile()] })],
  ["was refused something, which somebody may allow without anything moving", withFinding("refused")],
  ["saw a language that the service is still reading", withFinding("blocked")],
])("a run that %s is not kept", (_, result) => {
  expect(keptLook(result)).toBeUndefined();
});

test.each([
  "",
  "[]",
  "{}",
  '{"inStep":1}',
  '{"inStep":1,"findings":[{}],"statistics":[]}',
  '{"inStep":1,"findings":[],"statistics":[[1]]}',
  '{"inStep":1,"findings":[],"statistics":{}}',
  looking({ numbers: [[1], [1]] }),
  looking({ url: ["", "", ["a", "b"]] }),
  looking({ path: ["", "", []] }),
  looking({
    names: [
      [["acme/web"], [1]],
      [["de"], [0]],
      [["German"], [0]],
    ],
  }),
])("%j, which none of us wrote, says nothing", (text) => {
  expect(readLook(new TextEncoder().encode(text))).toBeUndefined();
});

/** A look at one language, with something else in it. */
function looking(other: object): string {
  const whole = printLook({ inStep: 1, findings: [], statistics: [someStatistics()] });
  const said = JSON.parse(Buffer.from(whole).toString("utf8"));
  return JSON.stringify({ ...said, statistics: { ...said.statistics, ...other } });
}

function withFinding(kind: "refused" | "blocked") {
  return aRun({ plan: { steps: [], findings: [aFinding({ kind })], inStep: 0 } });
}
