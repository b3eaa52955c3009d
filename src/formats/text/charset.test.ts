import { describe, expect, it } from "vitest";
import { charsetOf } from "./charset.ts";
import { FormatError } from "../format.ts";

const little = (text: string): Buffer => Buffer.from(text, "utf16le");
const big = (text: string): Buffer => little(text).swap16();
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

function failure(run: () => unknown): FormatError {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("passed without an error");
}

describe("a file's encoding", () => {
  it.each([
    ["nothing", latin1(""), undefined, "utf-8"],
    ["nothing, named", latin1(""), "utf-16be", "utf-16be"],
    ["ASCII", latin1("a=b"), undefined, "utf-8"],
    ["ASCII, another one named", latin1("a=b"), "iso-8859-1", "utf-8"],
    ["UTF-8, UTF-16 named", Buffer.from("a=é"), "utf-16le", "utf-8"],
    ["UTF-8 with a mark, another one named", Buffer.from("\uFEFFa=é"), "iso-8859-1", "utf-8"],
    ["no UTF-8", latin1("a=é"), undefined, "utf-8"],
    ["no UTF-8, named", latin1("a=é"), "iso-8859-1", "iso-8859-1"],
    ["a little-endian mark", little("\uFEFFa"), undefined, "utf-16le"],
    ["a big-endian mark", big("\uFEFFa"), undefined, "utf-16be"],
    ["a big-endian mark, the other named", big("\uFEFFa"), "utf-16le", "utf-16be"],
    ["UTF-16 without a mark, named", little("a=b"), "utf-16le", "utf-16le"],
    ["UTF-16 beyond ASCII without a mark, named", big("é=漢"), "utf-16be", "utf-16be"],
  ] as const)("is told by its bytes, else by its name (%s)", (_case, bytes, named, name) => {
    expect(charsetOf(bytes, named).name).toBe(name);
  });

  it.each([
    ["utf-8", Buffer.from("\uFEFFa=é 漢 👍"), undefined],
    ["utf-16le", little("a=é 漢 👍"), "utf-16le"],
    ["utf-16be", big("\uFEFFa=é 漢 👍"), undefined],
    ["iso-8859-1", latin1("a=é\u0080"), "iso-8859-1"],
  ] as const)("keeps every byte of %s", (_name, bytes, named) => {
    const charset = charsetOf(bytes, named);
    expect(Buffer.compare(charset.encode(charset.decode(bytes, undefined)), bytes)).toBe(0);
  });

  it("refuses what is not UTF-8 and has no other name", () => {
    const error = failure(() => charsetOf(latin1("a=b\nc=é")).decode(latin1("a=b\nc=é"), "cs.ini"));
    expect(error.place).toMatchObject({ file: "cs.ini", line: 2, column: 3 });
  });

  it("writes nothing that ISO-8859-1 does not have", () => {
    const error = failure(() => charsetOf(latin1("é"), "iso-8859-1").encode("a=é\nb=ž", "cs.ini"));
    expect(error.message).toContain("ISO-8859-1");
    expect(error.place).toMatchObject({ file: "cs.ini", line: 2, column: 3 });
  });

  it("writes no ISO-8859-1 that would be taken for UTF-8 from then on", () => {
    expect(failure(() => charsetOf(latin1("é"), "iso-8859-1").encode("a=Ã©")).place).toMatchObject({
      line: 1,
      column: 3,
    });
    expect(Buffer.from(charsetOf(latin1("é"), "iso-8859-1").encode("a=e")).toString()).toBe("a=e");
  });
});
