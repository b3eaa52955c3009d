import { describe, expect, it } from "vitest";
import { browserFile } from "./browser-file.ts";

describe("a file for browsers", () => {
  it.each(["admin.js", "admin.css", "base.css", "service.js", "service.css"] as const)("%s is there", (name) => {
    expect(browserFile(name)).not.toBe("");
  });

  // They stand in pages as they are, and an end of their element would end them.
  it.each(["service.js", "base.css", "service.css"] as const)("%s may stand inside of a page", (name) => {
    expect(browserFile(name)).not.toMatch(/<\/(?:script|style)|<!--/i);
  });

  it("that is missing is an error that says what to do", () => {
    expect(() => browserFile("none.css")).toThrow("browser/none.css is missing: install Interlinear again.");
  });
});
