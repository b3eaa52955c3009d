import { expect, it } from "vitest";
import { aUnit } from "../format.contract.ts";
import { mokoResource } from "./index.ts";

it.each([
  ["shared/src/commonMain/moko-resources/cs/strings.xml", "cs"],
  ["src/commonMain/resources/MR/pt-rBR/strings.xml", "pt_BR"],
  ["src/commonMain/resources/MR/zh-CN/strings.xml", "zh_Hans"],
  ["moko-resources/base/strings.xml", undefined],
  ["values-cs/strings.xml", undefined],
])("knows the language of %s: %s", (path, language) => {
  expect(mokoResource.read(Buffer.from("<resources/>"), { path }).language).toBe(language);
});

it("writes plurals as the library names them, or as the file does", () => {
  const added = (text: string): string => {
    const unit = aUnit({ key: "p", target: ["1", "2"] });
    return Buffer.from(mokoResource.patch(Buffer.from(text), [{ kind: "add", unit }])).toString();
  };
  expect(added("<resources></resources>")).toContain('<plural name="p">');
  expect(added('<resources><plurals name="a"/></resources>')).toContain('</plurals><plurals name="a"/>');
});

it("leaves the files of Android's own folders alone", () => {
  const bytes = Buffer.from('<resources><string name="a">x</string></resources>');
  expect(mokoResource.detect("moko-resources/cs/strings.xml", bytes)).toBe(true);
  expect(mokoResource.detect("app/src/main/res/values-cs/strings.xml", bytes)).toBe(false);
});
