import { expect, it } from "vitest";
import { fileMask } from "./file-mask.ts";

it.each([
  ["locales/*.json", "locales/cs.json", "cs"],
  ["locales/*.json", "locales/a/cs.json", undefined],
  ["locales/*.json", "locales/csXjson", undefined],
  ["locale/*/LC_MESSAGES/*.po", "locale/cs/LC_MESSAGES/cs.po", "cs"],
  ["locale/*/LC_MESSAGES/*.po", "locale/cs/LC_MESSAGES/de.po", undefined],
  ["a+(b)/*.po", "a+(b)/pt_BR.po", "pt_BR"],
])("the mask %s finds in %s the code %s", (mask, path, code) => {
  expect(fileMask(mask).codeIn(path)).toBe(code);
});

it("puts a code into every place of the mask, whatever it is", () => {
  expect(fileMask("locale/*/*.po").pathFor("$&")).toBe("locale/$&/$&.po");
});
