import { describe, expect, it } from "vitest";
import { properties } from "./index.ts";
import { utf8Pieces } from "./pieces.ts";

const texts = (file: string, size: number): readonly string[] =>
  Array.from(utf8Pieces(Buffer.from(file), undefined, size), ({ text }) => text);

describe("a large file in pieces", () => {
  it("is cut behind lines", () => {
    expect(texts("a=1\nb=2\r\nc=3", 2)).toEqual(["a=1\n", "b=2\r\n", "c=3"]);
    expect(texts("", 2)).toEqual([]);
  });

  it("is not cut where a backslash continues a line", () => {
    expect(texts("a=1\\\n  2\nb=3\\\\\nc=4\\\r\n  5\n", 2)).toEqual(["a=1\\\n  2\n", "b=3\\\\\n", "c=4\\\r\n  5\n"]);
  });

  it("is not cut before what would be read as a mark of the encoding", () => {
    expect(texts("a=1\n\uFEFFb=2\nc=3", 2)).toEqual(["a=1\n\uFEFFb=2\n", "c=3"]);
  });

  it("keeps every byte but those of the text that is set, wherever it stands", () => {
    const line = (index: number): string =>
      `key${String(index)} = Žluť ${"x".repeat(40)} ${String(index)}\\\n   more\n`;
    const file = Array.from({ length: 50_000 }, (_, index) => line(index)).join("");
    for (const index of [0, 17_000, 49_999]) {
      const written = properties.patch(Buffer.from(file), [
        { kind: "set", key: `key${String(index)}`, target: ["ňový"] },
      ]);
      expect(Buffer.from(written).toString()).toBe(file.replace(line(index), `key${String(index)} = ňový\n`));
    }
  });

  it("tells a mistake with its line in the file", () => {
    const file = `${"key = text\n".repeat(200_000)}bad = \\u12\n`;
    const set = [{ kind: "set", key: "key", target: ["x"] }] as const;
    expect(() => properties.patch(Buffer.from(file), set, { path: "a.properties" })).toThrow(
      expect.objectContaining({ place: { file: "a.properties", line: 200_001, column: 7, text: "\\u12" } }),
    );
    const bytes = Buffer.concat([Buffer.from("key = text\n".repeat(200_000)), Buffer.from([0x61, 0x3d, 0xff, 0x0a])]);
    expect(Buffer.from(properties.patch(bytes, set)).subarray(-4)).toEqual(Buffer.from([0x61, 0x3d, 0xff, 0x0a]));
  });
});
