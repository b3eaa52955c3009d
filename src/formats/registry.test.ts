import { describe, expect, it } from "vitest";
import { detectFormat, formatFor } from "./registry.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the registry of formats", () => {
  it("knows formats by the service's ids, and no others", () => {
    const ids = [
      "po",
      "po-mono",
      "json",
      "json-nested",
      "properties",
      "aresource",
      "strings",
      "stringsdict",
      "i18next",
      "i18nextv4",
      "webextension",
      "formatjs",
      "arb",
      "yaml",
      "ruby-yaml",
      "php",
      "laravel",
      "resx",
      "flatxml",
      "resourcedictionary",
      "xliff",
      "xliff2",
      "apple-xliff",
      "poxliff",
      "ts",
      "go-i18n-json",
      "go-i18n-json-v2",
      "gotext",
    ];
    expect(ids.map((id) => formatFor(id)?.id)).toEqual(ids);
    expect(formatFor("odf")).toBeUndefined();
  });

  it.each([
    ["locale/cs.po", "", "po"],
    ["locale/shop.POT", "", "po"],
    ["en.json", '{"a": "x"}', "json"],
    ["en.json", '{"a": {"b": "x"}}', "json-nested"],
    ["en.json", '["x"]', undefined],
    ["res/values/strings.xml", '<resources><string name="a">x</string></resources>', "aresource"],
    ["res/values/strings.xml", "<resources/>", "aresource"],
    ["res/values/colors.xml", '<resources><color name="a">#fff</color></resources>', undefined],
    ["AndroidManifest.xml", "<manifest/>", undefined],
    ["messages_cs.properties", "a=x", "properties"],
    ["cs.lproj/InfoPlist.strings", 'CFBundleName = "x";', "strings"],
    ["cs.lproj/InfoPlist.strings", '<?xml version="1.0"?><plist/>', undefined],
    ["cs.lproj/Localizable.stringsdict", "<plist><dict/></plist>", "stringsdict"],
    [
      "en.json",
      '{"a_one": "x", "a_other": "y", "b_one": "x", "b_other": "y", "c_one": "x", "c_other": "y"}',
      "i18nextv4",
    ],
    ["en.json", '{"g": {"a": "", "a_plural": "", "b": "", "b_plural": "", "c": "", "c_plural": ""}}', "i18next"],
    ["en.json", '{"step_one": "x", "step_two": "y", "sex_other": "z", "end_one": "x", "end_other": "y"}', "json"],
    ["_locales/cs/messages.json", '{"a": {"message": "x"}} // end', "webextension"],
    ["_locales/cs/messages.json", '{"a": "x"}', "json"],
    ["en.json", '{"a": {"message": "x"}}', "json-nested"],
    ["lang/en.json", '{"a": {"defaultMessage": "x"}}', "formatjs"],
    ["lib/l10n/app_en.arb", '{"a": "x", "@a": {}}', "arb"],
    ["lib/l10n/app_en.arb", "[]", undefined],
    ["config/locales/cs.yml", "cs:\n  a: x\n", "ruby-yaml"],
    ["en.yaml", "pt-BR:\n  a: x\n", "ruby-yaml"],
    ["en.yaml", "title:\n  a: x\n", "yaml"],
    ["en.yml", "a: x", "yaml"],
    ["en.yml", "- x", undefined],
    ["en.yml", "a: [", undefined],
    ["lang/cs/auth.php", "<?php return ['a' => 'x'];", "laravel"],
    ["locale/cs.php", "<?php return ['a' => 'x'];", "php"],
    ["lang/cs.php", "<?php $a = 'x';", "php"],
    ["index.php", "<?php echo 1;", undefined],
    ["cs.xlf", '<xliff version="1.2">', "xliff"],
    ["cs.xliff", '<xliff version="2.1">', "xliff2"],
    ["cs.xliff", '<xliff version="1.2"><file><header><tool tool-id="com.apple.dt.xcode"/>', "apple-xliff"],
    ["cs.xlf", '<xliff version="1.1"><file datatype="po">', "poxliff"],
    ["cs.xlf", "<resources/>", undefined],
    ["app_cs.ts", "<!DOCTYPE TS><TS/>", "ts"],
    ["index.ts", "const a = <TS>b;", undefined],
    ["i18n/en-us.all.json", '[{"id": "a", "translation": "x"}]', "go-i18n-json"],
    ["active.cs.json", '{"a": "x", "b": {"one": "1", "other": "n"}}', "go-i18n-json-v2"],
    ["cs.json", '{"a": {"hash": "sha1-x", "other": "n"}}', "go-i18n-json-v2"],
    ["cs.json", '{"a": {"one": "1", "other": "n"}}', "json-nested"],
    ["locales/cs/messages.gotext.json", '{"language": "cs", "messages": []}', "gotext"],
  ])("detects %s with %s as %s", (path, text, id) => {
    expect(detectFormat(path, bytes(text))?.id).toBe(id);
  });
});
