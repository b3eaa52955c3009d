import { expect, test } from "vitest";
import { replaceSection, sectionNames } from "./marked-section.ts";

const document = "# Title\n\n<!-- generated:inputs -->\nold\n<!-- /generated:inputs -->\n\nEnd\n";

test("only what stands between the markers is replaced", () => {
  expect(replaceSection(document, "inputs", "| a |\n| b |\n")).toBe(
    "# Title\n\n<!-- generated:inputs -->\n\n| a |\n| b |\n\n<!-- /generated:inputs -->\n\nEnd\n",
  );
});

test("replacing twice is replacing once", () => {
  const once = replaceSection(document, "inputs", "new");

  expect(replaceSection(once, "inputs", "new")).toBe(once);
});

test("the text's line ends are kept", () => {
  const replaced = replaceSection(document.replaceAll("\n", "\r\n"), "inputs", "a\nb");

  expect(replaced).toContain("\r\n\r\na\r\nb\r\n\r\n");
  expect(replaced.replaceAll("\r\n", "")).not.toContain("\n");
});

test("text with dollar signs arrives as it is", () => {
  expect(replaceSection(document, "inputs", "$& $1 ${{ github.token }}")).toContain("\n$& $1 ${{ github.token }}\n");
});

test.for([
  ["a missing section", "# Title\n", "There is no <!-- generated:inputs -->."],
  ["a section that does not end", "<!-- generated:inputs -->\n", "There is no <!-- /generated:inputs -->."],
  ["a section that stands twice", document + document, "<!-- generated:inputs --> stands there more than once."],
  [
    "markers the wrong way round",
    "<!-- /generated:inputs --><!-- generated:inputs -->",
    "<!-- /generated:inputs --> stands before <!-- generated:inputs -->.",
  ],
])("%s is refused", ([, text = "", message]) => {
  expect(() => replaceSection(text, "inputs", "new")).toThrow(message);
});

test("the sections of a text are found", () => {
  expect(sectionNames(`${document}<!-- generated:error-codes -->`)).toEqual(["inputs", "error-codes"]);
});
