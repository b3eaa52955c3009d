import { expect, test } from "vitest";
import { detectLocales } from "./detect.ts";
import { unknownCodes } from "./unusable-files.ts";

test.each([
  [
    "res/values/strings.xml res/values-cs/strings.xml res/values-de/strings.xml",
    "res/values-sr-rSP/strings.xml",
    "sr-rSP",
    "sr",
  ],
  ["locales/en.json locales/de.json", "locales/pt-XX.json", "pt-XX", "pt"],
  ["po/app.pot po/cs.po po/de.po", "po/zh_Hanx.po", "zh_Hanx", "zh"],
  ["A/en.lproj/A.strings A/de.lproj/A.strings", "A/zh_CN.lproj/A.strings", "zh_CN", "zh_Hans"],
])("beside %s the file %s is named, since its code says no language", (others, path, text, language) => {
  const files = [...others.split(" "), path];
  const [found, ...more] = unknownCodes(files, detectLocales(files).families);

  expect(found).toMatchObject({ path, count: 1 });
  expect(found?.why).toContain(`${text} is no language`);
  expect(found?.why).toContain(`{ ${language}: ${text} }`);
  expect(more).toEqual([]);
});

test.each(["locales/index.json", "locales/all.json", "locales/de-old.json", "locales/README-DE.json"])(
  "%s beside languages is a name, not a code",
  (path) => {
    const files = ["locales/en.json", "locales/de.json", path];
    expect(unknownCodes(files, detectLocales(files).families)).toEqual([]);
  },
);
