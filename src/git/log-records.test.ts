import { expect, it } from "vitest";
import { logRecords, recordOptions } from "./log-records.ts";

/** As git prints it: after the fields a NUL that ends the record, and a line feed before the files. */
function printed(message: string, files: readonly string[]): string {
  return `\0Jana\0${message}\n\0\0${files.length === 0 ? "" : `\n${files.join("\0")}\0`}`;
}

it("parts commits by places, whatever characters their messages have", () => {
  const message = "Update\u0002 translations\u001e\u001f\n\nCo-authored-by: Petr <petr@example.org>\n:100644 a\n";
  const output = [printed(message, ["locales/de.json", "\nodd"]), printed("Merge", []), printed("First", ["a"])].join(
    "",
  );

  expect(logRecords(output, 2)).toEqual([
    { fields: ["Jana", `${message}\n`], files: ["locales/de.json", "\nodd"] },
    { fields: ["Jana", "Merge\n"], files: [] },
    { fields: ["Jana", "First\n"], files: ["a"] },
  ]);
  expect(logRecords(printed("Merge", []), 2)).toEqual([{ fields: ["Jana", "Merge\n"], files: [] }]);
  expect(logRecords("", 2)).toEqual([]);
});

it("takes an author without a name for no end", () => {
  expect(logRecords("\0\0First\n\0\0\na\0", 2)).toEqual([{ fields: ["", "First\n"], files: ["a"] }]);
});

it("asks git for the fields", () => {
  expect(recordOptions(["%an", "%B"])).toContain("--format=%x00%an%x00%B%x00");
});
