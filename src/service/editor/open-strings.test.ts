import { describe, expect, it } from "vitest";
import { OpenStrings } from "./open-strings.ts";

const at = (seconds: number): Date => new Date(seconds * 1000);
const string = (id: number, translation = 1) => ({ unit: { id, translation_id: translation } });

describe("who has a string open", () => {
  it("is told to others for 90 seconds, and to nobody of themselves", () => {
    const open = new OpenStrings();
    expect(open.open(string(7), "max", at(0))).toEqual([]);
    expect(open.open(string(7), "max", at(1))).toEqual([]);
    expect(open.open(string(7), "jana", at(80))).toEqual(["max"]);
    expect(open.open(string(7), "max", at(85))).toEqual(["jana"]);
    expect(open.open(string(7), "jana", at(174))).toEqual(["max"]);
    expect(open.open(string(7), "max", at(265))).toEqual([]);
  });

  it("has the last one of a translation open, and that of another one beside it", () => {
    const open = new OpenStrings();
    open.open(string(7), "max", at(0));
    open.open(string(8, 2), "max", at(1));
    expect([...open.ofOthers(1, "jana", at(2))]).toEqual([7]);
    open.open(string(9), "max", at(3));
    expect([...open.ofOthers(1, "jana", at(4))]).toEqual([9]);
    expect([...open.ofOthers(2, "jana", at(4))]).toEqual([8]);
    expect([...open.ofOthers(1, "max", at(4))]).toEqual([]);
    expect([...open.ofOthers(1, undefined, at(92))]).toEqual([9]);
    expect(open.open(string(7), "jana", at(5))).toEqual([]);
  });
});
