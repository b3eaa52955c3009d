import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyTarget, anyText, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import { gwt } from "./gwt.ts";

const anyKey = fc.oneof(anyText, fc.constantFrom("cartItems", "a[=1]", "b[]"));

describeFormat({
  format: gwt,
  units: fc
    .array(
      fc
        .record({ key: anyKey, targets: fc.tuple(anyTarget, anyTarget, anyTarget), plural: fc.boolean() })
        .map(({ key, targets, plural }) => keyedUnit(key, ...(plural ? targets : targets.slice(0, 1)))),
      { maxLength: 6 },
    )
    .map(distinct),
  samples: {
    "with plurals":
      "# Cart\ncartItems=There are {0,number} items in your cart.\ncartItems[one]=There is {0,number} item in your cart.\n\ntitle = It''s \\u017Eluté\nempty=\n",
    "every form": "a[none]=none\na[one]=one\na[two]=two\na[few]=few\na[many]=many\na=other\nb[=1]=exactly\nb=x\n",
  },
});

describe("GWT's messages", () => {
  const set = (...target: readonly string[]): UnitChange => ({ kind: "set", key: "a", target });
  const patched = (text: string, language: string, change: UnitChange): string =>
    Buffer.from(gwt.patch(Buffer.from(text), [change], { language })).toString();

  it("have a form for each category of the language", () => {
    const read = (language?: string): readonly string[] | undefined =>
      gwt.read(Buffer.from("a=many\na[one]=one\n"), language === undefined ? {} : { language }).units[0]?.target;
    expect(read()).toEqual(["one", "many"]);
    expect(read("cs")).toEqual(["one", "", "many"]);
    expect(read("ja")).toEqual(["many"]);
    expect(gwt.read(Buffer.from("a=x\na[one]=y\n"), { path: "M_cs.properties" }).units[0]?.target).toHaveLength(3);
  });

  it.each([
    ["a=x\na[one]=y\nb=z\n", set("1", "2", "3"), "a=3\na[one]=1\na[few]=2\nb=z\n"],
    ["a=x\na[one]=y\nb=z\n", set("y", "", "x"), "a=x\na[one]=y\nb=z\n"],
    ["a=it's\n", set("it's"), "a=it's\n"],
    ["a=x\n", set("it's"), "a=it''s\n"],
    ["a=x\n", set("1", "2", "3"), "a=3\na[one]=1\na[few]=2\n"],
    ["a=x\na[one]=y\nb=z\n", { kind: "remove", key: "a" } as const, "b=z\n"],
    [
      "b=z\n",
      { kind: "add", unit: { ...keyedUnit("a", "1", "2", "3"), note: "n" }, after: "b" } as const,
      "b=z\n# n\na=3\na[one]=1\na[few]=2\n",
    ],
  ])("change %j", (before, change, after) => {
    expect(patched(before, "cs", change)).toBe(after);
  });

  it("set no unit that is not there", () => {
    expect(() => patched("b=x\n", "cs", set("x"))).toThrow(RangeError);
  });
});
