import { expect, it } from "vitest";
import { mentionedNames } from "./mentions.ts";

it.each([
  ["@ann see this", ["ann", "ann"]],
  ["ask @ann.", ["ann.", "ann"]],
  ["@ann.b and (@jan)", ["ann.b", "ann.b", "jan", "jan"]],
  ["write to ann@example.org", []],
])("names whom a comment mentions: %s", (comment, names) => {
  expect(mentionedNames({ comment })).toEqual(names);
});
