import { expect, it } from "vitest";
import { browserFile } from "../../http-api/browser-file.ts";
import { editorFile, withoutComments } from "./page-files.ts";

it("a script comes without the lines that are comments, indents and empty lines, and with all else as it stands", () => {
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
  const kept = [script[3], script[7]?.trim(), "end();", ""];
  expect(withoutComments(`${script.join("\n")}\n`)).toBe(kept.join("\n"));

  const lines = browserFile("editor.js").split("\n");
  const code = lines.filter((line) => !/^\s*(?:\/\/|\/\*\*|\*)/.test(line));
  expect(editorFile.content.trimEnd().split("\n")).toEqual(
    code.map((line) => line.trim()).filter((line) => line !== ""),
  );
  // A text that goes over lines would lose what its lines begin with.
  expect(code.filter((line) => (line.match(/`/g) ?? []).length % 2 === 1)).toEqual([]);
});
