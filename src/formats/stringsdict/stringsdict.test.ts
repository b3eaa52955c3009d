import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { FormatError } from "../format.ts";
import { stringsdict } from "./index.ts";

const RULE = "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>";
const TYPE = "<key>NSStringFormatValueTypeKey</key><string>d</string>";

function plist(content: string): string {
  return `<plist version="1.0"><dict>${content}</dict></plist>`;
}

/** An entry with one variable of these forms. */
function entry(key: string, forms: Readonly<Record<string, string>>, text = "%#@n@"): string {
  return `<key>${key}</key><dict>${format(text)}${variable("n", forms)}</dict>`;
}

function format(text: string): string {
  return `<key>NSStringLocalizedFormatKey</key><string>${text}</string>`;
}

function variable(name: string, forms: Readonly<Record<string, string>>): string {
  const written = Object.entries(forms).map(([form, text]) => `<key>${form}</key><string>${text}</string>`);
  return `<key>${name}</key><dict>${RULE}${TYPE}${written.join("")}</dict>`;
}

function read(text: string, language?: string): Record<string, readonly string[]> {
  const { units } = stringsdict.read(Buffer.from(text), language === undefined ? {} : { language });
  return Object.fromEntries(units.map(({ key, target }) => [key, target]));
}

function patched(text: string, changes: readonly UnitChange[], language?: string): string {
  const options = language === undefined ? {} : { language };
  return Buffer.from(stringsdict.patch(Buffer.from(text), changes, options)).toString();
}

function failure(text: string): FormatError {
  try {
    stringsdict.read(Buffer.from(text));
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("was read without an error");
}

function set(key: string, ...target: readonly string[]): UnitChange {
  return { kind: "set", key, target };
}

function add(key: string, target: readonly string[], after?: string): UnitChange {
  return { kind: "add", unit: aUnit({ key, target }), ...(after !== undefined && { after }) };
}

describe("reading .stringsdict", () => {
  it("gives the format by the entry's key and each variable's forms behind a colon", () => {
    const text = plist(entry("a:b", { one: "1", other: "2" }, "in %#@n@"));
    expect(read(text)).toEqual({ "a:b": ["in %#@n@"], "a:b:n": ["1", "2"] });
  });

  it.each(["%#@n@", "%1$#@n@"])("takes an entry whose format is %s for its variable", (text) => {
    expect(read(plist(entry("k", { one: "1", other: "2" }, text)))).toEqual({ "k:n": ["1", "2"] });
    expect(read(plist(`<key>k</key><dict>${format(text)}</dict>`))).toEqual({ "k:n": ["", ""] });
    expect(
      read(
        plist(
          entry("k", { other: "2" }, text).replace("</dict></dict>", `</dict>${variable("m", { other: "3" })}</dict>`),
        ),
      ),
    ).toEqual({
      k: [text],
      "k:n": ["", "2"],
      "k:m": ["", "3"],
    });
  });

  it.each([
    ["en", { one: "1", other: "2" }, ["1", "2"]],
    ["en", { zero: "0", one: "1", other: "2" }, ["0", "1", "2"]],
    ["en", { other: "2" }, ["", "2"]],
    ["cs", { other: "2", one: "1" }, ["1", "", "2"]],
    ["cs", { zero: "0", one: "1", few: "2", other: "5" }, ["0", "1", "2", "5"]],
    ["pl", { one: "1", few: "2", other: "5" }, ["1", "2", "5"]],
    ["ja", { other: "5" }, ["5"]],
    ["ar", { other: "5" }, ["", "", "", "", "", "5"]],
    [undefined, { one: "1", two: "2", other: "5" }, ["1", "2", "5"]],
  ])("in %s, %j are the forms %j", (language, forms, texts) => {
    expect(read(plist(entry("k", forms)), language)["k:n"]).toEqual(texts);
  });

  it("knows the language from the folder", () => {
    const bytes = Buffer.from(plist(entry("k", { other: "x" })));
    const languageAt = (path: string): string | undefined => stringsdict.read(bytes, { path }).language;
    expect(languageAt("App/pt-BR.lproj/Localizable.stringsdict")).toBe("pt_BR");
    expect(languageAt("zh-Hans.lproj/a.stringsdict")).toBe("zh_Hans");
    expect(languageAt("Base.lproj/a.stringsdict")).toBeUndefined();
    expect(languageAt("a.stringsdict")).toBeUndefined();
  });

  it("leaves rules of widths and devices alone", () => {
    const width = "<key>NSStringVariableWidthRuleType</key><dict><key>1</key><string>s</string></dict>";
    expect(read(plist(`<key>a</key><dict>${width}</dict><key>b</key><integer>1</integer>`))).toEqual({});
  });

  it("takes comments above an entry and a variable for notes", () => {
    const text = plist(
      `\n<!-- File -->\n\n<!-- Entry -->\n<key>k</key><dict>\n<key>NSStringLocalizedFormatKey</key><string>f</string>\n<!-- Variable -->\n${variable("n", { other: "x" })}</dict>`,
    );
    const { units } = stringsdict.read(Buffer.from(text));
    expect(units.map(({ key, note, line }) => [key, note, line])).toEqual([
      ["k", "Entry", 6],
      ["k:n", "Variable", 8],
    ]);
  });

  it.each([
    [plist("<string>a</string>"), /expected a <key>/, 1, 28],
    [plist("\n<key>a</key>"), /expected a value/, 2, 1],
    [plist("\n<key>a</key><key>b</key>"), /expected a value/, 2, 1],
    [plist("<key>a</key>\n <string><b/></string>"), /may not hold a tag/, 2, 10],
    ["<plist><array/></plist>", /expected one <dict>/, 1, 8],
    ["<plist></plist>", /expected a <dict>/, 1, 1],
    ["<dict/>", /expected <plist>/, 1, 1],
    ["bplist00", /expected <plist>/, 1, 1],
    [`<!DOCTYPE plist [<!ENTITY % a "b">]>\n${plist("")}`, /<!DOCTYPE>/, 1, 18],
  ])("says where %j is wrong", (text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ line, column });
  });
});

describe("writing .stringsdict", () => {
  it.each([
    ["cs", { one: "1", other: "5" }, ["1", "2", "6"], { one: "1", few: "2", other: "6" }],
    ["cs", { other: "5" }, ["1", "", "5"], { one: "1", other: "5" }],
    ["en", { one: "1", other: "2" }, ["0", "1", "2"], { zero: "0", one: "1", other: "2" }],
    ["en", { one: "1", other: "2" }, ["", "1", "3"], { one: "1", other: "3" }],
    ["en", { zero: "0", one: "1", other: "2" }, ["3", "4"], { zero: "0", one: "3", other: "4" }],
    [
      "pl",
      { one: "1", few: "2", many: "5", other: "5" },
      ["1", "2", "6"],
      { one: "1", few: "2", many: "6", other: "6" },
    ],
    [
      "pl",
      { one: "1", few: "2", many: "5", other: "½" },
      ["1", "2", "6"],
      { one: "1", few: "2", many: "6", other: "½" },
    ],
  ])("in %s, %j with the texts %j becomes %j", (language, before, target, after) => {
    expect(patched(plist(entry("k", before)), [set("k:n", ...target)], language)).toBe(plist(entry("k", after)));
  });

  it("gives a new variable its rule, the type its texts format, and other in every language", () => {
    const created = stringsdict.create(
      {
        format: "stringsdict",
        units: [aUnit({ key: "k", target: ["%#@n@"] }), aUnit({ key: "k:n", target: ["%1$lld", "", "%@ 5"] })],
      },
      { language: "pl" },
    );
    expect(Buffer.from(created).toString()).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>k</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@n@</string>
		<key>n</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>lld</string>
			<key>one</key>
			<string>%1$lld</string>
			<key>many</key>
			<string>%@ 5</string>
			<key>other</key>
			<string>%@ 5</string>
		</dict>
	</dict>
</dict>
</plist>
`);
  });

  it("takes the type of a new variable from the file it is made like", () => {
    const like = Buffer.from(plist(entry("k", { other: "x" }).replace(">d<", ">lu<")));
    const units = [aUnit({ key: "k:n", target: ["%d"] })];
    const created = Buffer.from(stringsdict.create({ format: "stringsdict", units }, { language: "ja" }, like));
    expect(created.toString()).toContain("<key>NSStringFormatValueTypeKey</key><string>lu</string><key>other</key>");
  });

  it("puts variables of one entry together, wherever they are to follow", () => {
    const text = plist(entry("a", { other: "2" }, "x %#@n@") + entry("b", { other: "2" }, "y %#@n@"));
    const after = patched(text, [add("a:m", ["3", "4"], "b:n"), add("c:x", ["5"], "a"), add("c", ["6"], "c:x")]);
    expect(Object.keys(read(after))).toEqual(["a", "a:n", "a:m", "c:x", "c", "b", "b:n"]);
  });

  it("keeps or gives an entry the format that Apple asks for", () => {
    const folded = plist(entry("k", { one: "1", other: "2" }));
    expect(patched(plist(entry("k", { one: "1", other: "2" }, "in %#@n@")), [{ kind: "remove", key: "k" }])).toBe(
      folded,
    );
    expect(patched(plist(""), [add("k:n", ["1", "2"])])).toContain("<string>%#@n@</string>");
    expect(patched(folded, [add("k", ["in %#@n@"])])).toBe(folded.replace("%#@n@", "in %#@n@"));
    expect(patched(folded, [add("k", [""])])).toBe(folded);
    expect(patched(folded, [{ kind: "remove", key: "k:n" }])).toBe(plist(""));
  });

  it("leaves no format behind when what it speaks of is gone", () => {
    const other = "<key>m</key><dict><key>NSStringFormatSpecTypeKey</key><string>Other</string></dict>";
    const text = plist(`<key>k</key><dict>${format("%#@n@ %#@m@")}${variable("n", { other: "1" })}${other}</dict>`);
    const removals = ["k", "k:n"].map((key): UnitChange => ({ kind: "remove", key }));
    expect(patched(text, removals)).toBe(plist(`<key>k</key><dict>${other}</dict>`));
  });

  it("gives a variable that only the format names its forms", () => {
    const text = plist(`<key>k</key><dict>${format("%#@n@")}</dict>`);
    expect(patched(text, [set("k:n", "", "")])).toBe(text);
    expect(read(patched(text, [set("k:n", "1", "2")]))).toEqual({ "k:n": ["1", "2"] });
    expect(patched(text, [{ kind: "remove", key: "k:n" }])).toBe(plist(""));
    expect(() => patched(text, [set("k:m", "1")])).toThrow(RangeError);
  });

  it("removes an entry with its last string, and keeps what is no string", () => {
    const width = "<key>NSStringVariableWidthRuleType</key><dict><key>1</key><string>s</string></dict>";
    const text = plist(
      entry("a", { other: "1" }, "x %#@n@") + `<key>b</key><dict>${width}${variable("n", { other: "2" })}</dict>`,
    );
    const remove = (key: string): UnitChange => ({ kind: "remove", key });
    expect(patched(text, [remove("a"), remove("a:n"), remove("b:n")])).toBe(plist(`<key>b</key><dict>${width}</dict>`));
    expect(patched(text, [remove("a:n")])).toContain("<string>x %#@n@</string></dict><key>b</key>");
  });

  it("gives a format another name together with its variables, and with no other entry", () => {
    const two = `${entry("k", { other: "1" }, "x %#@n@")}${entry("k:l", { other: "2" })}`;
    const text = plist(two);
    const renamed = patched(text, [{ kind: "rename", key: "k", to: "m" }]);
    expect(renamed).toBe(text.replace("<key>k</key>", "<key>m</key>"));
    expect(patched(renamed, [{ kind: "rename", key: "m", to: "k" }])).toBe(text);
  });

  it("refuses a text that XML cannot hold", () => {
    const text = plist(entry("k", { other: "1" }));
    expect(() => patched(text, [set("k:n", "\u0007")])).toThrow(FormatError);
    expect(() => patched(text, [add("\u0000", ["x"])])).toThrow(/XML does not allow/);
  });
});

describe("detecting .stringsdict", () => {
  it.each([
    ["cs.lproj/Localizable.stringsdict", plist(""), true],
    ["cs.lproj/Localizable.stringsdict", "bplist00", false],
    ["cs.lproj/Localizable.strings", plist(""), false],
  ])("%s with %j: %s", (path, text, expected) => {
    expect(stringsdict.detect(path, Buffer.from(text))).toBe(expected);
  });
});
