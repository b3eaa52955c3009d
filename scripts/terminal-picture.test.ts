import { expect, test } from "vitest";
import { terminalPicture } from "./terminal-picture.ts";

test("a line that was redrawn shows its last state", () => {
  const picture = terminalPicture("\u001b[2Kobserve 1/3\r\u001b[2Kobserve 3/3\r\n", "demo");

  expect(picture).toContain(">observe 3/3<");
  expect(picture).not.toContain("1/3");
});

test("colours and weights become classes, and every run stands at its own column", () => {
  const picture = terminalPicture("ab \u001b[1m\u001b[32mdone\u001b[39m\u001b[22m in 2 s", "demo");

  expect(picture).toContain('<text x="45.2" y="50" textLength="33.6" class="b c32">done</text>');
  expect(picture).toContain('<text x="78.8" y="50" textLength="58.8"> in 2 s</text>');
});

test("text is text, whatever it looks like", () => {
  expect(terminalPicture('<script>"&', "a < b")).toContain(">&lt;script>&quot;&amp;</text>");
});

test("blank lines at both ends are left out", () => {
  expect(terminalPicture("\n\nonly\n\n\n", "demo")).toContain('height="76"');
});

test("a recording plays each line when it was written, and shows all to those who want no motion", () => {
  const picture = terminalPicture("\none\n\ntwo\n", "demo", [0, 0.5, 0.5, 2.25, 3]);

  expect(picture).toMatch(/<g class="p" style="animation-delay:0\.5s">\n<text [^>]*>one<\/text>/);
  expect(picture).toMatch(/<g class="p" style="animation-delay:2\.[23]s">\n<text [^>]*>two<\/text>/);
  expect(picture).toContain("prefers-reduced-motion:no-preference");
});
