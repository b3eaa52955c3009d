import { expect, it } from "vitest";
import { decisionsIn, disputedString, disputesIn, undecided, withDecision } from "./disputes.ts";

const title = disputedString("de.json", "title");
const broken = disputedString("de.po", 'a\n"b"\\');
const details = {
  error: `CONFLICT (content)\nBoth sides have changed ${title}`,
  disputed: [
    { string: title, git: ["Servus"] },
    { string: broken, git: ["x", "y"] },
  ],
};

it.each([
  [details, [title, broken]],
  [
    { error: "CONFLICT (content)\nBoth sides have changed de.json: title\nBoth sides have changed de.json: a" },
    [title, "de.json: a"],
  ],
  [{ error: "CONFLICT (content)" }, []],
  [{}, []],
])("of %j both sides changed %j", (said, strings) => {
  expect(disputesIn(said).map(({ string }) => string)).toEqual(strings);
});

it("a string is settled by who saw the text of git that the merge found", () => {
  const one = withDecision(details, broken, { chosen: ["z"], seen: ["x", "y"], unit: 7 });
  const both = withDecision(one, title, { chosen: ["Hallo"], seen: ["Hi"], unit: 8 });
  const left = undecided(disputesIn(both), decisionsIn(both));
  expect(left.map(({ string }) => string)).toEqual([title]);
  expect(both["error"]).toBe(details.error);
});

it("a string of which an older version noted the name alone is settled by nobody", () => {
  const old = withDecision({ error: details.error }, title, { chosen: ["x"], seen: [], unit: 1 });
  expect(undecided(disputesIn(old), decisionsIn(old))).toHaveLength(1);
});

it.each([[{ settled: "title" }], [{ settled: { [title]: ["Servus"] } }]])("reads no decision in %j", (said) => {
  expect(decisionsIn(said)).toEqual({});
});
