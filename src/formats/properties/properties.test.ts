import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { anyText, aUnit } from "../format.contract.ts";
import { FormatError } from "../format.ts";
import { expectLinear, expectLinearChanges } from "../growth.contract.ts";
import { mi18nLang, properties } from "./index.ts";

function read(text: string): Record<string, string> {
  const { units } = properties.read(Buffer.from(text));
  return Object.fromEntries(units.map(({ key, target }) => [key, target[0] ?? ""]));
}

function failure(bytes: Uint8Array): { message: string; line: number; column: number } {
  try {
    properties.read(bytes, { path: "cs.properties" });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return Buffer.from(properties.patch(Buffer.from(text), changes)).toString();
}

function set(key: string, text: string): UnitChange {
  return { kind: "set", key, target: [text] };
}

function add(key: string, text: string, after?: string): UnitChange {
  return { kind: "add", unit: aUnit({ key, target: [text] }), ...(after !== undefined && { after }) };
}

function remove(key: string): UnitChange {
  return { kind: "remove", key };
}

function inUtf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
}

describe("reading properties", () => {
  // As java.util.Properties of Java 17 reads them.
  it.each([
    ["a=x", { a: "x" }],
    ["a:x", { a: "x" }],
    ["a x", { a: "x" }],
    ["a\t=\fx", { a: "x" }],
    ["a = = x", { a: "= x" }],
    ["a : = x", { a: "= x" }],
    ["a  x = y ", { a: "x = y " }],
    ["  a=x", { a: "x" }],
    ["a", { a: "" }],
    ["a=", { a: "" }],
    ["=x", { "": "x" }],
    ["a\\ b\\=c\\:d=x", { "a b=c:d": "x" }],
    ["\\#a=x\n\\!b=y", { "#a": "x", "!b": "y" }],
    ["a=\\t\\n\\r\\f\\\\\\u00e9\\u00E9\\=\\q", { a: "\t\n\r\f\\éé=q" }],
    ["a=\\ x", { a: " x" }],
    ["a=x\\\n   y", { a: "xy" }],
    ["a=x\\\r\n\ty\\\rz", { a: "xyz" }],
    ["a=x\\\\\nb=y", { a: "x\\", b: "y" }],
    ["a=x\\\n#y\n", { a: "x#y" }],
    ["a=x\\\n\nb=y", { a: "x", b: "y" }],
    ["a=\\u00\\\n  e9", { a: "é" }],
    ["a\\\n  b\\\n  =\\\n  x", { ab: "x" }],
    ["a=x\\", { a: "x" }],
    ["\\\na=x", { a: "x" }],
    ["\\\n# no\na=x", { a: "x" }],
    ["# a=x \\\nb=y\n  ! c=z\n\n \t\f\n", { b: "y" }],
    ["a=x\ra\u2028b=y", { a: "x", "a\u2028b": "y" }],
    ["a=x\nb=y\na=z", { a: "z", b: "y" }],
  ])("reads %j as %j", (text, units) => {
    expect(read(text)).toEqual(units);
  });

  it.each([
    ["a=x\nb=\\u12", 2, 3],
    ["a=x\n  b = y\\\n    z\\uxyz1\n", 3, 6],
    ["\uFEFF\\u=x", 1, 1],
  ])("names line and column of a damaged escape in %j", (text, line, column) => {
    const error = failure(Buffer.from(text));
    expect(error.message).toMatch(/four hexadecimal digits/);
    expect(error).toMatchObject({ line, column });
  });

  it("refuses a file that is not what its mark says", () => {
    expect(failure(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x3d, 0xe9]))).toMatchObject({ line: 1, column: 3 });
    expect(failure(inUtf16("a=x\nb=y", false).subarray(0, -1))).toMatchObject({ line: 2, column: 3 });
  });

  it.each([
    ["UTF-8", Buffer.from("a=é 漢")],
    ["UTF-8 with a mark", Buffer.from("\uFEFFa=é 漢")],
    ["UTF-16, little endian", inUtf16("a=é 漢", false)],
    ["UTF-16, big endian", inUtf16("a=é 漢", true)],
    ["ISO-8859-1", Buffer.from("a=é \\u6f22", "latin1")],
  ])("reads and writes %s", (_name, bytes) => {
    expect(properties.read(bytes).units).toMatchObject([{ key: "a", target: ["é 漢"] }]);
    const changed = properties.patch(bytes, [set("a", "字 ü 👍")]);
    expect(properties.read(changed).units).toMatchObject([{ key: "a", target: ["字 ü 👍"] }]);
    expect(Buffer.from(properties.patch(changed, [set("a", "é 漢")])).equals(bytes)).toBe(true);
  });

  it.each(["utf-16le", "utf-16be"] as const)("reads and writes %s without a mark, where it is named", (charset) => {
    const inOrder = (text: string): Buffer => inUtf16(text, charset === "utf-16be").subarray(2);
    const bytes = inOrder("a=x\nb=y\n");
    expect(properties.read(bytes, { charset }).units).toMatchObject([{ target: ["x"] }, { target: ["y"] }]);
    const changed = Buffer.from(properties.patch(bytes, [set("a", "č")], { charset }));
    expect(changed.equals(inOrder("a=č\nb=y\n"))).toBe(true);
  });

  it("takes the comment right above as the note, but not a notice at the top", () => {
    const text = "# Copyright 2026\na=x\n\n# section\n\n# Button,\n!  keep it short\nb=y\nc=z\n";
    const notes = properties.read(Buffer.from(text)).units.map(({ key, note, line }) => [key, note, line]);
    expect(notes).toEqual([
      ["a", "", 2],
      ["b", "Button,\n keep it short", 8],
      ["c", "", 9],
    ]);
  });

  it("takes the sources from the template", () => {
    const template = properties.read(Buffer.from("a=Save"));
    const { units } = properties.read(Buffer.from("a=Uložit\nb="), { template });
    expect(units.map(({ source, state }) => [source, state])).toEqual([
      [["Save"], 20],
      [[], 0],
    ]);
  });
});

describe("patching properties", () => {
  it.each([
    ["escapes where the file does", "a=\\u00e9\n", "č", "a=\\u010d\n"],
    ["escapes in capitals where the file does", "a=\\u00E9\n", "č", "a=\\u010D\n"],
    ["escapes where nothing shows that plain text is read", "a=e\n", "č", "a=\\u010D\n"],
    ["escapes where only a comment is plain", "# é\na=e\n", "č", "# é\na=\\u010D\n"],
    ["writes plain text where the file does", "a=é \\u00A0\n", "č", "a=č\n"],
    ["writes plain text behind a mark", "\uFEFFa=e\n", "č", "\uFEFFa=č\n"],
    ["escapes signs where the file does", "a=x\\: \\!\n", "y: = !", "a=y\\: = \\!\n"],
    ["leaves signs plain where the file does", "a=x: \\: \\=\n", "y:=", "a=y:\\=\n"],
    ["escapes the blank in front", "a = x\n", "  y ", "a = \\  y \n"],
    ["escapes a sign that would be the separator", "a x\n", "= y", "a \\= y\n"],
    ["gives a lonely key its separator", "a\nb : c\n", "x", "a : x\nb : c\n"],
    ["puts the file's blank before a text that was empty", "a =\nb = c\n", "x", "a = x\nb = c\n"],
    ["writes controls and halves of pairs as escapes", "a=é\n", "\0\u2028\uD83D", "a=\\u0000\\u2028\\uD83D\n"],
    ["keeps the place of a text on a line of its own", "a = \\\n    x\\\n    y\n", "z", "a = \\\n    z\n"],
  ])("%s", (_name, text, value, expected) => {
    expect(patched(text, set("a", value))).toBe(expected);
    expect(read(expected)["a"]).toBe(value);
  });

  it("writes what ISO-8859-1 lacks as escapes", () => {
    const changed = properties.patch(Buffer.from("a=é\nb=ü\n", "latin1"), [set("a", "ž ë")]);
    expect(Buffer.from(changed).toString("latin1")).toBe("a=\\u017E ë\nb=ü\n");
  });

  it("keeps the meaning of a file in ISO-8859-1 that would now be taken for UTF-8", () => {
    const changed = properties.patch(Buffer.from("a=é\nb=Ã© \\Ã©\n", "latin1"), [set("a", "e")]);
    expect(Buffer.from(changed).toString("latin1")).toBe("a=e\nb=\\u00C3\\u00A9 \\u00C3\\u00A9\n");
    expect(properties.read(changed).units).toMatchObject([{ target: ["e"] }, { target: ["Ã© Ã©"] }]);
  });

  it("changes the one of two equal keys that counts, and removes both", () => {
    expect(patched("a=x\nb=y\na=z\n", set("a", "!"))).toBe("a=x\nb=y\na=!\n");
    expect(patched("a=x\nb=y\na=z\n", remove("a"))).toBe("b=y\n");
  });

  it("takes a comment away with its entry, and one of two blank lines", () => {
    expect(patched("# top\n\n# A\n! A\na=x\n\n# B\nb=y\n", remove("a"))).toBe("# top\n\n# B\nb=y\n");
    expect(patched("# Licence: MIT\na=x\nb=y\n", remove("a"))).toBe("# Licence: MIT\nb=y\n");
    expect(patched("a=x\\\n  y\nb=y", remove("b"))).toBe("a=x\\\n  y");
  });

  it("adds in the file's own style", () => {
    expect(patched("a   =   x\nb   =   y\n", add("c", "z", "a"))).toBe("a   =   x\nc = z\nb   =   y\n");
    expect(patched("# A\na: x\n\n# B\nb: y\n", add("c", "z", "a"))).toBe("# A\na: x\n\nc: z\n\n# B\nb: y\n");
    expect(patched("# A\na=x\n", add("c", "z"))).toBe("c=z\n# A\na=x\n");
    expect(patched("a=x\r\nb=y", add("c", "z", "b"))).toBe("a=x\r\nb=y\r\nc=z");
    expect(patched("a=x\rb=y\r", add("c", "z", "a"))).toBe("a=x\rc=z\rb=y\r");
    expect(patched("a x\n", add("", "z", "a"))).toBe("a x\n=z\n");
    expect(patched("# only\n", add("c", ""))).toBe("# only\nc=\n");
    expect(patched("", add("c", "z"))).toBe("c=z\n");
  });

  it("adds a note as the comment above, and takes it away again", () => {
    const unit = aUnit({ key: "c", target: ["z"], note: "Button,\n\n漢 👍" });
    for (const text of ["a=é\nb=y\n", "# A\na=é\n\n# B\nb=y"]) {
      const added = patched(text, { kind: "add", unit, after: "a" });
      expect(added).toContain("# Button,\n#\n# 漢 👍\nc=z\n");
      expect(properties.read(Buffer.from(added)).units[1]).toMatchObject({ key: "c", note: unit.note });
      expect(patched(added, remove("c"))).toBe(text);
    }
    const changed = properties.patch(Buffer.from("a=é\n", "latin1"), [{ kind: "add", unit, after: "a" }]);
    expect(Buffer.from(changed).toString("latin1")).toBe("a=é\n# Button,\n#\n# \\u6F22 \\uD83D\\uDC4D\nc=z\n");
  });

  it("ends an open line before it adds another", () => {
    expect(read(patched("a=x\\", add("b", "y", "a")))).toEqual({ a: "x", b: "y" });
    expect(patched("# a\\", add("b", "y", "a"))).toBe("# a\\\nb=y");
  });

  it("adds where a removed entry stood", () => {
    expect(patched("a=x\nb=y\nc=z\n", remove("b"), add("d", "!", "b"))).toBe("a=x\nd=!\nc=z\n");
  });

  it("treats an added key that is there as a change", () => {
    expect(patched("a=x\n", add("a", "y"))).toBe("a=y\n");
  });

  it("sets no key that is not there", () => {
    expect(() => patched("", set("a", "x"))).toThrow(RangeError);
  });

  it("changes nothing but one value, in every encoding", () => {
    const files = ["a = %\n# c\nb : é\\\n  x\n", "a=%\r\n\r\nb \\u00e9", "\tb=ü\n\n a:%\n"];
    const encoders = [
      (text: string) => Buffer.from(text),
      (text: string) => Buffer.from(text, "latin1"),
      (text: string) => inUtf16(text, false),
      (text: string) => inUtf16(text, true),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.constantFrom(...encoders), anyText, (file, encode, text) => {
        const [before = "", after = ""] = file.split("%");
        const bytes = encode(before + "x" + after);
        const changed = Buffer.from(properties.patch(bytes, [set("a", text)]));
        expect(properties.read(changed).units.find(({ key }) => key === "a")?.target).toEqual([text]);
        const head = encode(before);
        const tail = encode(after).subarray(encode("").length);
        expect(changed.subarray(0, head.length).equals(head)).toBe(true);
        expect(changed.subarray(changed.length - tail.length).equals(tail)).toBe(true);
      }),
    );
  });
});

describe("takes linear time for", () => {
  const keysOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `k${String(index)}`);
  const entries = (count: number): string =>
    keysOf(count)
      .map((key) => `${key}=x\n`)
      .join("");
  const files: Readonly<Record<string, (count: number) => string>> = {
    entries,
    backslashes: (count) => "\\".repeat(count * 20 + 1),
    "one text": (count) => `a=${"x\\\n".repeat(count * 5)}`,
    comments: (count) => `${"#\n".repeat(count * 5)}a=x`,
    "empty lines that go on": (count) => "\\\n".repeat(count * 5),
    blanks: (count) => `a=${" ".repeat(count * 20)}x`,
  };

  it.each(Object.entries(files))("%s", (_name, file) => {
    expectLinear(1_000, (size) => {
      const bytes = Buffer.from(file(size));
      return () => void properties.patch(bytes, [add("b", "y", "a")]);
    });
  });

  it("many changes", () => {
    expectLinearChanges(properties, entries, keysOf);
  });
});

describe("creating properties", () => {
  const catalogue = { format: "properties", units: [aUnit({ key: "a b", target: ["é"] }), aUnit({ key: "c" })] };

  it("writes what every Java reads", () => {
    const created = properties.create(catalogue, { language: "cs" });
    expect(Buffer.from(created).toString()).toBe("a\\ b=\\u00E9\nc=\n");
  });

  it("writes as another file does, without its texts", () => {
    const like = inUtf16("# x\r\n\r\nx : y\r\n\r\nz : ž", true);
    const created = properties.create(catalogue, { language: "cs" }, like);
    expect(Buffer.from(created).equals(inUtf16("a\\ b : é\r\n\r\nc :", true))).toBe(true);
  });
});

describe("files of draggable/i18n", () => {
  it("have no escapes beyond ASCII", () => {
    const changed = mi18nLang.patch(Buffer.from("a = x\n"), [set("a", "Uložit 漢")]);
    expect(Buffer.from(changed).toString()).toBe("a = Uložit 漢\n");
    expect(
      Buffer.from(
        mi18nLang.create({ format: "mi18n-lang", units: [aUnit({ key: "a", target: ["ž"] })] }, { language: "cs" }),
      ).toString(),
    ).toBe("a=ž\n");
  });

  it("are UTF-8, or what is named", () => {
    expect(() => mi18nLang.read(Buffer.from("a=é", "latin1"))).toThrow(FormatError);
    expect(mi18nLang.read(Buffer.from("a=é", "latin1"), { charset: "iso-8859-1" }).units[0]?.target).toEqual(["é"]);
  });
});
