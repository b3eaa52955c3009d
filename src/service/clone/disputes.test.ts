import { expect, it } from "vitest";
import { disputedString, isDisputed, settledIn, withSettled } from "./disputes.ts";

const details = {
  error: "CONFLICT (content)\nBoth sides have changed de.json: title\nBoth sides have changed de.json: a.title",
};
const title = disputedString("de.json", "title");

it.each([
  [details, title, true],
  [details, undefined, true],
  [details, disputedString("de.json", "a"), false],
  [{ error: "CONFLICT (content)" }, undefined, false],
  [{}, title, false],
])("of %j tells whether %s is in dispute", (said, string, isIt) => {
  expect(isDisputed(said, string)).toBe(isIt);
});

it("a string that somebody settled is in dispute no more, with the text of git that they saw", () => {
  const one = withSettled(details, title, ["Servus"]);
  expect([isDisputed(one, title), isDisputed(one), settledIn(one)]).toEqual([false, true, { [title]: ["Servus"] }]);
  const both = withSettled(one, disputedString("de.json", "a.title"), ["x", "y"]);
  expect([isDisputed(both), settledIn(both)]).toEqual([false, { [title]: ["Servus"], "de.json: a.title": ["x", "y"] }]);
  expect(settledIn({ settled: "title" })).toEqual({});
});
