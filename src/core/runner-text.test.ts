import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runnerSafe } from "./runner-text.ts";

/** What a runner would obey: `::` at the start of a line after any white space, `##[` anywhere. */
function isCommand(text: string): boolean {
  return /(^|[\r\n])[\s\u0085]*::/.test(text) || text.includes("##[");
}

test("no text can command a runner", () => {
  const pieces = [
    "::error::x",
    "##[error]x",
    ":",
    "#",
    "[",
    "\n",
    "\r",
    " ",
    "\t",
    "\u0085",
    "\u00a0",
    "\u001b[2K",
    "\u200b",
    "a",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      expect(isCommand(runnerSafe(parts.join("")))).toBe(false);
    }),
  );
});

test("a person reads the same: only invisible characters are added", () => {
  for (const text of ["::error::x", "a\n  ::set-output name=x::y", "see ##[group] here", "std::string", "5 ## [x]"]) {
    expect(runnerSafe(text).replaceAll("\u200b", "")).toBe(text);
  }
});

test("harmless text stays as it is", () => {
  for (const text of ["std::string", "a ::b", "100 %\ttab", "two\nlines", "日本語"])
    expect(runnerSafe(text)).toBe(text);
});

test("nothing moves a cursor or colours a terminal", () => {
  expect(runnerSafe("a\u001b[31mb\u0007\u009b2J")).toBe("a\ufffd[31mb\ufffd\ufffd2J");
});
