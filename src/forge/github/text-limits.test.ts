import { describe, expect, it } from "vitest";
import { cutBody, cutTitle } from "./text-limits.ts";

describe("the limits of a pull request's text", () => {
  it("leave short texts as they are, but for line ends in a title", () => {
    expect(cutTitle(" One\n  two ")).toBe("One two");
    expect(cutTitle("x".repeat(256))).toHaveLength(256);
    expect(cutBody("x".repeat(65_536))).toHaveLength(65_536);
  });

  it("cut a title between characters", () => {
    const cut = cutTitle(`${"x".repeat(254)}😀 more`);

    expect(cut).toBe(`${"x".repeat(254)}…`);
  });

  it.each([65_537, 65_600, 66_000])("cut a body of %i bytes and more between characters", (length) => {
    const cut = cutBody("ü😀".repeat(Math.ceil(length / 6)));

    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(65_536);
    expect(cut).not.toContain("\ufffd");
    expect(cut).toContain("… (cut");
  });

  it("cut a body at the end of a line where one is near", () => {
    expect(cutBody(`${"x".repeat(60_000)}\n${"y".repeat(10_000)}`)).not.toContain("y");
    expect(cutBody(`x\n${"y".repeat(70_000)}`)).toContain("y");
  });
});
