import { describe, expect, it } from "vitest";
import { cutLine, cutText } from "./cut-text.ts";

describe("text for a forge", () => {
  it.each([
    ["short", "a\nb\n", 100],
    ["exactly as long as allowed", "語".repeat(30), 90],
  ])("stays as it is when it is %s", (_, text, limit) => {
    expect(cutText(text, limit)).toBe(text);
  });

  it("is cut at a line's end, below the bytes that are allowed, and says so", () => {
    const cut = cutText(`${"翻訳は完了しました。\n".repeat(40)}end`, 500);

    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(500);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(400);
    expect(cut).toMatch(/^(?:翻訳は完了しました。\n)+\n… \(cut: the forge takes no longer text\)\n$/);
  });

  it.each([300, 301, 302, 303])("has no broken character at its end where a line is too long: %i bytes", (limit) => {
    const cut = cutText("語😀".repeat(200), limit);

    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
    expect(cut).not.toContain("\ufffd");
  });
});

describe("a line for a forge", () => {
  it.each([
    ["one\n  two\tthree", 20, "one two three"],
    ["123456789", 9, "123456789"],
    ["1234567890", 9, "12345678…"],
    ["1234 67890", 6, "1234…"],
    ["123😀5678", 5, "123…"],
  ])("%j in %i characters is %j", (text, limit, line) => {
    expect(cutLine(text, limit)).toBe(line);
  });
});
