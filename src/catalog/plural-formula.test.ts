import { describe, expect, it } from "vitest";
import { allLanguages } from "./languages.ts";
import { formOf } from "./plural-formula.ts";

const forms = (formula: string, numbers: readonly number[]) => numbers.map((n) => formOf(formula, n));

describe("formOf", () => {
  it.each([
    ["n != 1", [1, 0, 1]],
    ["0", [0, 0, 0]],
    ["n > 1", [0, 0, 1]],
    ["(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", [2, 0, 1]],
    ["n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2", [2, 0, 1]],
    ["!(n*2-n+3/2 == 2)", [1, 0, 1]],
  ])("computes %s for 0, 1, 2", (formula, expected) => {
    expect(forms(formula, [0, 1, 2])).toEqual(expected);
  });

  it.each(["", "n ?", "n ? 1", "m == 1", "n == 1 1", "(n", "n; system(1)", "(".repeat(10_000)])(
    "knows %s is no formula",
    (formula) => {
      expect(formOf(formula, 1)).toBeUndefined();
    },
  );

  it("computes the formula of every language within its number of forms", () => {
    for (const { code, plural } of allLanguages()) {
      for (let n = 0; n < 120; n += 1) {
        const form = formOf(plural.formula, n);
        expect(form, `${code} ${String(n)}`).toBeGreaterThanOrEqual(0);
        expect(form, `${code} ${String(n)}`).toBeLessThan(plural.number);
      }
    }
  });
});
