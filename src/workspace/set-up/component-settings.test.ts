import { expect, test } from "vitest";
import { formatFor } from "../../formats/registry.ts";
import { componentShape } from "../../mapping/component-shape.ts";
import { encodingOf, newComponentSettings, settingsByAge } from "./component-settings.ts";

const utf16 = Buffer.from("\uFEFFkey=text\n", "utf16le");

test.each([
  ["strings", [Buffer.from('"key" = "text";')], "utf-8"],
  ["strings", [utf16], "utf-16"],
  ["properties", [Buffer.from("key=text"), Buffer.from("key=T\\u00e4xt")], undefined],
  ["properties", [Buffer.from("key=text"), Buffer.from("key=T\u00E4xt", "latin1")], undefined],
  ["properties", [Buffer.from("key=text"), Buffer.from("key=T\u00E4xt")], "utf-8"],
  ["properties", [utf16], "utf-16"],
  ["json", [Buffer.from("{}")], undefined],
])("the encoding that a service has to be told of %s, %#", (id, files, encoding) => {
  const format = formatFor(id);
  expect(format && encodingOf(format, files)).toBe(encoding);
});

test("an encoding is part of the format's name before 2026, and a parameter since", () => {
  const settings = { file_format: "strings", filemask: "*.lproj/A.strings" };

  expect(settingsByAge(settings, "utf-8")).toEqual([
    { ...settings, file_format: "strings-utf8" },
    { ...settings, file_format_params: '{"strings_encoding":"utf-8"}' },
    settings,
  ]);
  expect(settingsByAge(settings, undefined)).toEqual([settings]);
});

test("Android's folders for devices are no languages to the service", () => {
  const binding = {
    source: "res/values/strings.xml",
    translations: "res/values-{language:android}/strings.xml",
    languages: { aliases: {}, except: [], request: [] },
  };
  const settings = newComponentSettings(componentShape(binding, { id: "aresource", kind: "monolingual" }));
  const filter = new RegExp(String(settings["language_regex"]));

  const codes = [
    "cs",
    "fil",
    "pt-rBR",
    "b+sr+Latn",
    "v29",
    "land",
    "car",
    "sw600dp",
    "cs-rCZ-v29",
    "cs-land",
    "mcc310-en",
  ];
  expect(codes.filter((code) => filter.test(code))).toEqual(["cs", "fil", "pt-rBR", "b+sr+Latn"]);
});
