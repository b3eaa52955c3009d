import { describe, expect, it } from "vitest";
import { patternsOf, withAttributes, withoutAttributes } from "./attributes.ts";

const set = (source: string, translations: string) => ({ source, translations, languages: { aliases: {} } });

describe("the patterns that stand for translations", () => {
  it.each([
    [set("locales/en.json", "locales/{language}.json"), ["/locales/*.json"]],
    [set("po/shop.pot", "po/{language:posix}.po"), ["/po/*.po"]],
    [
      set("res/values/strings.xml", "res/values-{language:android}/strings.xml"),
      ["/res/values-*/strings.xml", "/res/values/strings.xml"],
    ],
    [set("[locale]/a*b/en.json", "[locale]/a*b/{language}.json"), [String.raw`/\[locale\]/a\*b/*.json`]],
    [set("en/app.json", "{language}/app.json"), ["/*/app.json"]],
  ])("of %j are %j", (locales, patterns) => {
    expect(patternsOf([locales], [])).toEqual(patterns);
  });

  it("are extensions as well, where nothing else has them and the repository does", () => {
    expect(patternsOf([], ["a/b.po", "a/b.json", "c.xcstrings"])).toEqual(["*.po", "*.xcstrings"]);
  });

  it("are extensions alone, where both stand for the same files", () => {
    const sets = [set("res/en.po", "res/{language}.po"), set("locales/en.json", "locales/{language}.json")];
    expect(patternsOf(sets, ["res/en.po", "locales/en.json"])).toEqual(["/locales/*.json", "*.po"]);
  });
});

describe("lines of .gitattributes", () => {
  it.each([
    ["", ["/a/*.json"], "/a/*.json merge=interlinear\n"],
    ["* text=auto", ["*.po"], "* text=auto\n*.po merge=interlinear\n"],
    ["* text=auto\r\n", ["*.po"], "* text=auto\r\n*.po merge=interlinear\r\n"],
    ["*.po merge=interlinear\n", ["*.po"], "*.po merge=interlinear\n"],
    ["", ["/my app/*.json"], '"/my app/*.json" merge=interlinear\n'],
    ["", ['/a"b \\[c/*.json'], '"/a\\"b \\\\[c/*.json" merge=interlinear\n'],
    ["", ["#x/*.json"], '"#x/*.json" merge=interlinear\n'],
  ])("%j with %j are %j", (text, patterns, expected) => {
    expect(withAttributes(text, patterns)).toBe(expected);
  });

  it("are taken back, and others stay as they are", () => {
    const others = "* text=auto\r\n# merge=interlinear is set below\r\n*.png binary";

    expect(withoutAttributes(`*.po merge=interlinear\r\n${others}`)).toBe(others);
  });
});
