import { expect, it } from "vitest";
import { browserFile } from "../../http-api/browser-file.ts";
import { editorFile, withoutComments } from "./page-files.ts";

it("a script comes without the lines that are comments, and with every other line as it stands", () => {
  const script = [
    "// @ts-check",
    "",
    "/** One. */",
    "const address = 'https://example.org'; // kept",
    "  /**",
    "   * Two. @param {string} text",
    "   */",
    "  /** @type {const} */ (['a']).forEach(run);",
    "/* Three */",
    "end();",
  ];
  const kept = ["", script[3], script[7], "end();", ""];
  expect(withoutComments(`${script.join("\n")}\n`)).toBe(kept.join("\n"));

  const lines = browserFile("editor.js").split("\n");
  const code = lines.filter((line) => !/^\s*(?:\/\/|\/\*\*|\*)/.test(line));
  expect(editorFile.content.split("\n")).toEqual(code);
});
