import { describe, expect, it } from "vitest";
import { bilingualKey, unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import { sourceChanges, sourcesOf } from "./source-changes.ts";

/** Texts of a template, with their contexts. */
function template(texts: readonly (readonly [string, string?])[]): Catalogue {
  const units = texts.map(([source, context = ""], index): Unit => ({
    key: bilingualKey(context, source),
    context,
    source: [source],
    target: [""],
    state: unitStates.untranslated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: index + 1,
  }));
  return { format: "po", units };
}

function changes(before: Parameters<typeof template>[0], after: Parameters<typeof template>[0]) {
  const found = sourceChanges(sourcesOf("bilingual", "en", { before: template(before), after: template(after) }));
  return found.map(({ kind, before: old, after: now }) => [kind, old?.[0], now?.[0]]);
}

describe("changes of texts that are their own keys", () => {
  it.each<[string, Parameters<typeof template>[0], Parameters<typeof template>[0], readonly unknown[]]>([
    ["nothing", [["Open"]], [["Open"]], []],
    ["a mended text", [["Open the file"]], [["Open this file"]], [["changed", "Open the file", "Open this file"]]],
    [
      "another text",
      [["Open the file"]],
      [["Goodbye"]],
      [
        ["added", undefined, "Goodbye"],
        ["removed", "Open the file", undefined],
      ],
    ],
    [
      "any text under the same context",
      [["Hi", "greeting"]],
      [["Good day", "greeting"]],
      [["changed", "Hi", "Good day"]],
    ],
    [
      "several texts under one context",
      [
        ["Hi", "menu"],
        ["No", "menu"],
      ],
      [
        ["Good day", "menu"],
        ["Never", "menu"],
      ],
      [
        ["added", undefined, "Good day"],
        ["added", undefined, "Never"],
        ["removed", "Hi", undefined],
        ["removed", "No", undefined],
      ],
    ],
    ["another context", [["Open", "menu"]], [["Open", "door"]], [["renamed", "Open", "Open"]]],
    [
      "one text that two are like",
      [["Save the file"]],
      [["Save the files"], ["Save this file"]],
      [
        ["changed", "Save the file", "Save the files"],
        ["added", undefined, "Save this file"],
      ],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});
