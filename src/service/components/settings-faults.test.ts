import { describe, expect, it } from "vitest";
import { languageFilter } from "../files/component-files.ts";
import { defaultComponentSettings } from "./component-settings.ts";
import { assertSettings } from "./settings-faults.ts";

const settings = { ...defaultComponentSettings, file_format: "po", filemask: "po/*.po", new_base: "po/a.pot" };

describe("regular expressions of a component", () => {
  it.each(["^(a+)+$", "(a|a)*b", "(x+x+)+y", "("])("refuses %j, which is none or could take forever", (expression) => {
    for (const attr of ["language_regex", "variant_regex"]) {
      const fault = expect.objectContaining({ errors: [expect.objectContaining({ field: attr, code: "invalid" })] });
      expect(() => assertSettings({ ...settings, [attr]: expression })).toThrow(fault);
    }
    expect(() => languageFilter(expression)).toThrow();
  });

  it.each(["", "^[^.]+$", "^(cs|zh(_(Hant|Hans))?)$", "^(?!en$)[a-z]{2}(?:_[A-Z]{2})?$"])("takes %j", (expression) => {
    expect(() => assertSettings({ ...settings, language_regex: expression })).not.toThrow();
    expect(languageFilter(expression)("cs")).toBe(true);
  });

  it("chooses languages by the expression", () => {
    const accepts = languageFilter("^(cs|de)$");
    expect(["cs", "fr", "cs_CZ"].map(accepts)).toEqual([true, false, false]);
  });
});
