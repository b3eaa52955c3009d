import { describe, expect, it } from "vitest";
import { pluralLabels } from "../editor/plural-labels.ts";
import { bracketMasks } from "./masks.ts";
import { finishedForm, plannedForms } from "./planned-forms.ts";

const czech = pluralLabels("n==1 ? 0 : n>=2 && n<=4 ? 1 : 2", 3, "cs");

function parts(text: string) {
  return Array.from(text.matchAll(/%\w+|<\/?\w+>|\{\w+\}/g), ({ index, 0: part }) => ({
    from: index,
    to: index + part.length,
  }));
}

function sent(source: readonly string[], labels: Parameters<typeof plannedForms>[1] = czech): readonly string[] {
  return plannedForms(source, labels, parts, bracketMasks).map(({ text }) => text.sent);
}

describe("what is asked of a machine for plural forms", () => {
  it.each([
    ["each with a number of its own", ["%d file", "%d files"], ["1 file", "2 files", "5 files"]],
    [
      "with other placeholders beside it",
      ["{count} file in <b>%s</b>", "{count} files in <b>%s</b>"],
      ["1 file in [X0X][X1X][X2X]", "2 files in [X0X][X1X][X2X]", "5 files in [X0X][X1X][X2X]"],
    ],
    ["where the singular names no number", ["One file", "%d files"], ["One file", "2 files", "5 files"]],
    [
      "with a mask where two could be the number",
      ["%d of %u", "%d files of %u"],
      ["[X0X] of [X1X]", "[X0X] files of [X1X]", "[X0X] files of [X1X]"],
    ],
    [
      "with a mask where the number stands there already",
      ["%d in 2 files", "%d in 2 files"],
      ["1 in 2 files", "[X0X] in 2 files", "5 in 2 files"],
    ],
  ])("is %s", (_what, source, texts) => {
    expect(sent(source)).toEqual(texts);
  });

  it("is a mask in a string of one form", () => {
    expect(sent(["%d files"], [{ numbers: "", example: undefined }])).toEqual(["[X0X] files"]);
  });
});

describe("what a machine answered for a form", () => {
  const [, few] = plannedForms(["%d file in %s", "%d files in %s"], czech, parts, bracketMasks);

  it.each([
    ["the number in place", "2 soubory v [X0X]", { text: "%d soubory v %s", broken: [] }],
    ["the number elsewhere", "v [X0X] jsou 2 soubory", { text: "v %s jsou %d soubory", broken: [] }],
    ["without the other placeholder", "2 soubory", { text: "%d soubory", broken: ["%s"] }],
    ["the number in words", "dva soubory v [X0X]", undefined],
    ["the number twice", "2 soubory v [X0X] (2)", undefined],
    ["another number with the same digit", "12 souborů v [X0X]", undefined],
  ])("is read: %s", (_what, answer, finished) => {
    expect(few === undefined ? "none" : finishedForm(answer, few, bracketMasks)).toEqual(finished);
  });
});
