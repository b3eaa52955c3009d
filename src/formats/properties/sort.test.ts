import { expect, it } from "vitest";
import { sortProperties } from "./sort.ts";

function sorted(text: string, caseSensitive = false): string {
  return new TextDecoder().decode(sortProperties(new TextEncoder().encode(text), { caseSensitive }));
}

it("sorts entries with the comments above them, over continued lines", () => {
  expect(sorted("# about b\nb = 2\\\n  3\nA=1\n")).toBe("A=1\n# about b\nb = 2\\\n  3\n");
});

it("tells capitals apart only where it is asked to", () => {
  expect(sorted("b=1\nA=2\na=3\n")).toBe("A=2\na=3\nb=1\n");
  expect(sorted("b=1\na=2\nB=3\n", true)).toBe("B=3\na=2\nb=1\n");
});

it("leaves what is in order, the file's header and its line ends alone", () => {
  expect(sorted("# Copyright\n\na=1\nb=2")).toBe("# Copyright\n\na=1\nb=2");
  expect(sorted("# Copyright\r\n\r\nb=1\r\na=2\r\n")).toBe("# Copyright\r\n\r\na=2\r\nb=1\r\n");
  expect(sorted("")).toBe("");
});
