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
  expect(look && plain(readLook(printLook(look)))).toEqual(plain(look));
});

test("the figures of a row are told one by one as well as all together", () => {
  const row = someStatistics({ isSource: true });
  const read = readLook(printLook({ inStep: 1, findings: [], statistics: [row] }))?.statistics[0] ?? {};

  for (const [name, figure] of Object.entries(row)) expect(Reflect.get(read, name), name).toEqual(figure);
});

test("of thousands of rows, which are written in several lines, each is read as it was", () => {
  const statistics = Array.from({ length: 2_345 }, (_, row) =>
    someStatistics({
      language: `l${String(row)}`,
      url: `https://service.test/${String(row)}/`,
      path: row % 7 === 0 ? undefined : `locales/${String(row)}.json`,
      isSource: row % 500 === 3,
      total: row,
    }),
  );
  const look = { inStep: 1, findings: [], statistics };

  expect(plain(readLook(printLook(look)))).toEqual(plain(look));
});

/** As it is printed. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

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
  '{"inStep":1,"findings":[],"names":[]}',
  wholeLook().replace('"names":[[', '"names":[[1],['),
  wholeLook().replace(",[0]]]", ",[0,0]]]"),
])("%j, which none of us wrote, says nothing", (text) => {
  expect(readLook(new TextEncoder().encode(text))).toBeUndefined();
});

test.each([
  "nothing",
  '{"pathless":[0],"sources":[],"numbers":[[1],[1]]}',
  '{"url":["","",["a","b"]],"path":["","",[]],"pathless":[0],"sources":[],"numbers":[[1],[1],[1],[1],[1],[1],[1]]}',
  '{"url":["","",["a"]],"path":["","",[]],"pathless":[],"sources":[],"numbers":[[1],[1],[1],[1],[1],[1],[1]]}',
])("of figures like %j, which none of us wrote, nothing is told", (figures) => {
  const [first = ""] = wholeLook().split("\n");
  const text = `${first}\n${figures}\n`;

  const [row] = readLook(new TextEncoder().encode(text))?.statistics ?? [];

  expect(row).toMatchObject({ component: someStatistics().component, total: 0, url: "", path: undefined });
});

function wholeLook(): string {
  const look = printLook({ inStep: 1, findings: [], statistics: [someStatistics()] });
  return Buffer.from(look).toString("utf8");
}

function withFinding(kind: "refused" | "blocked") {
  return aRun({ plan: { steps: [], findings: [aFinding({ kind })], inStep: 0 } });
}
