import { describe, expect, it } from "vitest";
import { languageFilter } from "../files/component-files.ts";
import { defaultComponentSettings } from "./component-settings.ts";
import { assertSettings } from "./settings-faults.ts";

const settings = { ...defaultComponentSettings, file_format: "po", filemask: "po/*.po", new_base: "po/a.pot" };

describe("the address of a file in the browser", () => {
  it.each(["{{ component }}", "{{ filename|reversed }}", "{{}}", "%(component)s"])(
    "refuses %s, which is not known",
    (part) => {
      const detail = expect.stringContaining(part.replace(/^\{\{ (?:filename\|)?|[{} ]|%\(|\)s/g, ""));
      const fault = expect.objectContaining({ errors: [expect.objectContaining({ field: "repoweb", detail })] });
      expect(() => assertSettings({ ...settings, repoweb: `https://g.example/${part}/{{filename}}` })).toThrow(fault);
    },
  );

  it("hinders nobody who changes something else, where it is from before that was refused", () => {
    const before = { ...settings, repoweb: "https://g.example/{{ component }}" };
    expect(() => assertSettings({ ...before, push_on_commit: false }, before)).not.toThrow();
  });

  it.each([
    "https://g.example/{{ filename|dirname }}/{{branch|stripext}}",
    'https://g.example/{{filename|replace:"|src|lib"}}#L{{line}}',
    "https://g.example/%(branch)s/%(file)s#%(line)s",
  ])("takes %s", (repoweb) => {
    expect(() => assertSettings({ ...settings, repoweb })).not.toThrow();
  });
});

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

describe("flags of a component", () => {
  it.each([
    ["max-lenght:20", 'Invalid translation flag: "max-lenght"'],
    ['regex:"^(a+)+$"', 'Invalid translation flag: "regex", whose expression is not taken: it could take forever'],
    [
      `placeholders:a:r"${"(a|a)".repeat(40)}"`,
      'Invalid translation flag: "placeholders", whose expression is not taken: it could take forever',
    ],
  ])("are refused as %s", (flags, detail) => {
    const fault = expect.objectContaining({ errors: [{ field: "check_flags", detail, code: "invalid" }] });
    expect(() => assertSettings({ ...settings, check_flags: flags })).toThrow(fault);
  });

  it("that were taken once hinder nobody who changes something else", () => {
    const before = { ...settings, check_flags: "regex:(a+)+", language_regex: "(a+)+" };
    expect(() => assertSettings({ ...before, priority: 80 }, before)).not.toThrow();
  });

  it.each(["", 'regex:"^[A-Z].*"', String.raw`placeholders:r"%\w+%":"{name}", max-length:20`])(
    "are taken as %j",
    (flags) => {
      expect(() => assertSettings({ ...settings, check_flags: flags })).not.toThrow();
    },
  );
});
