import * as fc from "fast-check";
import { expect, it } from "vitest";
import { changedLines } from "./planned-change.ts";

it.each([
  ["a line that changes", "a\nb\nc\n", "a\nB\nc\n", 2, ["b"], ["B"]],
  ["a line that is new at the end", "a\nb\n", "a\nb\nc\n", 3, [], ["c"]],
  ["a line that was the last without an end", "a\nb", "a\nb,\nc", 2, ["b"], ["b,", "c"]],
  ["a line that is gone", "a\nb\nb\nc\n", "a\nb\nc\n", 3, ["b"], []],
  ["ends of lines alone", "a\r\nb\r\n", "a\r\nb\n", 2, ["b"], ["b"]],
])("names %s", (_, old, fresh, line, removed, added) => {
  expect(changedLines(old, fresh)).toMatchObject({ line, removed, added });
});

it("says nothing where nothing changes, and cuts what is long", () => {
  expect(changedLines("a\n", "a\n")).toBeUndefined();
  expect(changedLines("", "x\n".repeat(100))?.added).toHaveLength(30);
  expect(changedLines("", "x\n".repeat(100))?.isCut).toBe(true);
});

it("gives the new text of the old one by its lines", () => {
  const lines = fc.array(fc.constantFrom("a", "b", ""), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [old, fresh] = [one, other].map((each) => each.map((line) => `${line}\n`).join(""));
      const change = changedLines(old ?? "", fresh ?? "");
      const { line = 1, removed = [], added = [] } = change ?? {};
      const kept = one.slice(line - 1 + removed.length);
      expect([...one.slice(0, line - 1), ...added, ...kept]).toEqual(other);
    }),
  );
});
