import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { expectLinear } from "../growth.contract.ts";
import { FormatError } from "../format.ts";
import { json, jsonNested } from "./index.ts";

function failure(text: string): { message: string; line: number; column: number } {
  try {
    jsonNested.read(new TextEncoder().encode(text), { path: "cs.json" });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

function patched(text: string, changes: readonly UnitChange[], format = jsonNested): string {
  const bytes = format.patch(new TextEncoder().encode(text), changes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function add(key: string, text: string, after?: string): UnitChange {
  return { kind: "add", unit: aUnit({ key, target: [text] }), ...(after !== undefined && { after }) };
}

describe("reading JSON", () => {
  it.each([
    ["a comment", '{\n  // no\n  "a": "x"\n}', /no comments/, 2, 3],
    ["a trailing comma", '{\n  "a": "x",\n}', /expected a key/, 3, 1],
    ["a trailing comma in a list", '{\n  "a": ["x",]\n}', /expected a value/, 2, 13],
    ["a missing comma", '{\n  "a": "x"\n  "b": "y"\n}', /expected ","/, 3, 3],
    ["a missing colon", '{"a" "x"}', /expected ":"/, 1, 6],
    ["a missing brace", '{\n  "a": "x"\n', /expected "}"/, 3, 1],
    ["single quotes", "{'a': 'x'}", /double quotes|expected a key/, 1, 2],
    ["an open text", '{\n  "a": "x\n}', /not closed/, 2, 8],
    ["a raw tab in a text", '{"a": "x\ty"}', /control character/, 1, 9],
    ["an unknown escape", '{"a": "\\q"}', /unknown escape/, 1, 8],
    ["an unknown escape far behind", `{"a": "${"x".repeat(20)}\\u12"}`, /four hexadecimal/, 1, 28],
    ["something behind the end", '{"a": "x"}\n{', /end of the file/, 2, 1],
    ["a text at the top", '"a"', /expected an object/, 1, 1],
    ["nothing", "", /the file is empty/, 1, 1],
    ["a pit", `{"a":${"[".repeat(100_000)}`, /nested deeper/, 1, 205],
  ])("names line and column of %s", (_name, text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });

  it("counts no column for a byte order mark", () => {
    expect(failure('\uFEFF{"a" 1}')).toMatchObject({ line: 1, column: 6 });
    expect(failure('\uFEFF{\n"a" 1}')).toMatchObject({ line: 2, column: 5 });
  });

  it("accepts what JSON.parse accepts, and nothing else", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b\\u00e9"',
      "1",
      "-0.5e3",
      "01",
      "true",
      "null",
      "nul",
      " ",
      "\n",
      "\u00A0",
      "/**/",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = `{"k":${parts.join("")}}`;
        expect(isRead(text), text).toBe(isParsed(text));
      }),
      { numRuns: sampled(2_000) },
    );
  });

  it("joins names with dots and counts elements in brackets", () => {
    const text = '{"a": {"b": "x", "c": ["y", {"d": "z"}, ["w"]]}, "": {"e": "v"}, "f.g": "u"}';
    const keys = jsonNested.read(new TextEncoder().encode(text)).units.map((unit) => unit.key);
    expect(keys).toEqual(["a.b", "a.c[0]", "a.c[1].d", "a.c[2][0]", ".e", "f.g"]);
  });

  it("takes the last of two equal keys, as every reader of JSON does", () => {
    const { units } = json.read(new TextEncoder().encode('{\n"a": "x",\n"b": "y",\n"a": "z"\n}'));
    expect(units.map(({ key, target, line }) => [key, target[0], line])).toEqual([
      ["a", "z", 4],
      ["b", "y", 3],
    ]);
  });

  it("leaves numbers, booleans and null alone", () => {
    expect(json.read(new TextEncoder().encode('{"a": 1, "b": true, "c": null, "d": ""}')).units).toMatchObject([
      { key: "d", target: [""], state: 0 },
    ]);
  });

  it("takes the sources from the template", () => {
    const template = json.read(new TextEncoder().encode('{"a": "Save"}'));
    const { units } = json.read(new TextEncoder().encode('{"a": "Uložit", "b": "x"}'), { template });
    expect(units.map((unit) => unit.source)).toEqual([["Save"], []]);
  });
});

describe("patching JSON", () => {
  it("escapes as the file does", () => {
    expect(patched('{"a": "\\u00E9"}', [{ kind: "set", key: "a", target: ["š"] }])).toBe('{"a": "\\u0161"}');
    expect(patched('{"a": "\\u00E9 č"}', [{ kind: "set", key: "a", target: ["š"] }])).toBe('{"a": "š"}');
    expect(patched('{"a": "<\\/b>"}', [{ kind: "set", key: "a", target: ["</i>"] }])).toBe('{"a": "<\\/i>"}');
    expect(patched('{"a": "\\u003cb\\u003e"}', [{ kind: "set", key: "a", target: ["<i>/"] }])).toBe(
      '{"a": "\\u003ci\\u003e/"}',
    );
    expect(patched('{"a": "\\u00AB"}', [{ kind: "set", key: "a", target: ["»"] }])).toBe('{"a": "\\u00BB"}');
  });

  it("changes the one of two equal keys that counts, and removes both", () => {
    const text = '{"a": "x", "b": "y", "a": "z"}';
    expect(patched(text, [{ kind: "set", key: "a", target: ["!"] }])).toBe('{"a": "x", "b": "y", "a": "!"}');
    expect(patched(text, [{ kind: "remove", key: "a" }])).toBe('{"b": "y"}');
  });

  it("creates the groups a new key needs, in the file's indentation", () => {
    expect(patched('{\n\t"a": "x",\n\t"z": "y"\n}\n', [add("m.n.o", "new", "a")])).toBe(
      '{\n\t"a": "x",\n\t"m": {\n\t\t"n": {\n\t\t\t"o": "new"\n\t\t}\n\t},\n\t"z": "y"\n}\n',
    );
  });

  it("adds to a group beside the key before it", () => {
    expect(patched('{\n  "g": {\n    "a": "x",\n    "c": "z"\n  }\n}\n', [add("g.b", "y", "g.a")])).toBe(
      '{\n  "g": {\n    "a": "x",\n    "b": "y",\n    "c": "z"\n  }\n}\n',
    );
  });

  it("takes a key literally in a flat file, and in a nested one whose keys have dots themselves", () => {
    expect(patched('{\n  "a": "x"\n}\n', [add("b.c", "y", "a")], json)).toBe('{\n  "a": "x",\n  "b.c": "y"\n}\n');
    expect(patched('{\n  "a.b": "x"\n}\n', [add("a.c", "y", "a.b")])).toBe('{\n  "a.b": "x",\n  "a.c": "y"\n}\n');
  });

  it("writes a dotted name where a text stands in the way of a group", () => {
    expect(patched('{"a": "x"}', [add("a.b", "y", "a")])).toBe('{"a": "x", "a.b": "y"}');
  });

  it("refuses a text where a group of texts stands", () => {
    expect(() => patched('{\n  "a": {"b": "x"}\n}', [add("a", "y")])).toThrow(/"a" is a group of texts here/);
    expect(patched('{"a": {"b": "x"}}', [{ kind: "remove", key: "a.b" }, add("a", "y")])).toBe('{"a": "y"}');
  });

  it("writes over null", () => {
    expect(patched('{"a": null, "l": [null, "x"]}', [add("a", "y"), add("l[0]", "z")])).toBe(
      '{"a": "y", "l": ["z", "x"]}',
    );
  });

  it("fills a list", () => {
    expect(patched("{}\n", [add("l[0]", "a"), add("l[1]", "b", "l[0]")])).toBe(
      '{\n    "l": [\n        "a",\n        "b"\n    ]\n}\n',
    );
  });

  it("keeps the others' places in a list, and shortens it at its end", () => {
    expect(patched('{"l": ["a", "b", "c"]}', [{ kind: "remove", key: "l[1]" }])).toBe('{"l": ["a", "", "c"]}');
    expect(patched('{"l": ["a", "b", "c"]}', [{ kind: "remove", key: "l[2]" }])).toBe('{"l": ["a", "b"]}');
  });

  it("leaves no empty group behind that was not empty before", () => {
    const text = '{\n  "a": {\n    "b": {\n      "c": "x"\n    }\n  },\n  "e": {}\n}\n';
    expect(patched(text, [{ kind: "remove", key: "a.b.c" }])).toBe('{\n  "e": {}\n}\n');
    expect(patched('{"a": "x"}', [{ kind: "remove", key: "a" }])).toBe("{}");
  });

  it("keeps a group that gets another text in the same change where it was", () => {
    const text = '{\n  "a": {\n    "b": "x"\n  },\n  "c": "y"\n}\n';
    expect(patched(text, [{ kind: "remove", key: "a.b" }, add("a.d", "z", "a.b")])).toBe(
      '{\n  "a": {\n    "d": "z"\n  },\n  "c": "y"\n}\n',
    );
  });

  it("keeps the bytes of a text that is in the end what it was", () => {
    const text = '{"a": "\\u00c9\\u00E9 \\/", "b": {"c": "\\u00fc"}, "d": "é"}';
    const set = (key: string, target: string): UnitChange => ({ kind: "set", key, target: [target] });
    expect(patched(text, [set("a", "x"), set("b.c", "y"), set("a", "Éé /"), set("b.c", "ü")])).toBe(text);
  });

  it("treats an added key that is there as a change", () => {
    expect(patched('{"a": "x"}', [add("a", "y")])).toBe('{"a": "y"}');
  });

  it("sets no key that is not there", () => {
    expect(() => patched("{}", [{ kind: "set", key: "a", target: ["x"] }])).toThrow(RangeError);
  });
});

describe("a large file", () => {
  it.each<[string, (key: string) => readonly UnitChange[]]>([
    ["every text set", (key) => [{ kind: "set", key, target: ["new"] }]],
    ["a text behind every other", (key) => [add(`${key} b`, "new", key)]],
    ["a group behind every text", (key) => [add(`new ${key}.b.c`, "new", key)]],
    ["every text removed", (key) => [{ kind: "remove", key }]],
    ["every text removed and added again", (key) => [{ kind: "remove", key }, add(key, "new")]],
  ])("is patched in linear time: %s", (_name, changesOf) => {
    expectLinear(2_000, (count) => {
      const keys = Array.from({ length: count }, (_, index) => `group ${String(index % 100)}.key ${String(index)}`);
      const units = keys.map((key) => aUnit({ key, target: ["text"] }));
      const text = new TextDecoder().decode(jsonNested.create({ format: "json-nested", units }, { language: "cs" }));
      const changes = keys.flatMap(changesOf);
      return () => void patched(text, changes);
    });
  });

  it("is patched in linear time where one key is all there is", () => {
    expectLinear(10_000, (count) => {
      const same = `{${'"a": "x", '.repeat(count)}"a": "y"}`;
      expect(patched(same, [{ kind: "remove", key: "a" }])).toBe("{}");
      return () => void patched(same, [{ kind: "remove", key: "a" }]);
    });
  });
});

function isRead(text: string): boolean {
  try {
    jsonNested.read(new TextEncoder().encode(text));
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("names with dots beside groups", () => {
  const both = '{\n  "a.b": "flat",\n  "a": {\n    "b": "deep",\n    "c": "more"\n  }\n}\n';

  it("reads two texts whose names join to one key as two units", () => {
    const { units } = jsonNested.read(new TextEncoder().encode(both));
    expect(units.map(({ key, target }) => [key, target[0]])).toEqual([
      ["a\\.b", "flat"],
      ["a.b", "deep"],
      ["a.c", "more"],
    ]);
  });

  it("changes and removes each of them alone", () => {
    expect(patched(both, [{ kind: "set", key: "a.b", target: ["new"] }])).toBe(both.replace("deep", "new"));
    expect(patched(both, [{ kind: "set", key: "a\\.b", target: ["new"] }])).toBe(both.replace("flat", "new"));
    expect(patched(both, [{ kind: "remove", key: "a\\.b" }])).toBe(both.replace('  "a.b": "flat",\n', ""));
    expect(patched(both, [{ kind: "remove", key: "a.b" }])).toBe(both.replace('    "b": "deep",\n', ""));
  });

  it("adds each in its own place, whether the other is there or not", () => {
    const donor = { bytes: new TextEncoder().encode(both), key: "a\\.b" };
    const unit = aUnit({ key: "a\\.b", target: ["flat"] });
    const deepOnly = both.replace('  "a.b": "flat",\n', "");
    expect(patched(deepOnly, [{ kind: "add", unit }])).toBe(both);
    expect(patched(deepOnly, [{ kind: "add", unit, donor }])).toBe(both);
    expect(
      patched(both.replace('    "b": "deep",\n', ""), [{ kind: "remove", key: "a.b" }, add("a.x\\.y", "z", "a.c")]),
    ).toBe('{\n  "a": {\n    "c": "more",\n    "x.y": "z"\n  }\n}\n');
  });

  it("tells members of groups with dotted names apart", () => {
    const groups = '{"a.b":{"c":"1"},"a":{"b":{"c":"2"},"b.c":"3"}}';
    const { units } = jsonNested.read(new TextEncoder().encode(groups));
    expect(units.map(({ key }) => key)).toEqual(["a\\.b.c", "a.b.c", "a.b\\.c"]);
    for (const { key, target } of units) {
      expect(patched(groups, [{ kind: "set", key, target: ["x"] }])).toBe(
        groups.replace(`"${target[0] ?? ""}"`, '"x"'),
      );
    }
  });

  it("keeps the shorter key where a file has only one of the two", () => {
    const { units } = jsonNested.read(new TextEncoder().encode('{"a.b":"x","c":{"d":"y"}}'));
    expect(units.map(({ key }) => key)).toEqual(["a.b", "c.d"]);
  });
});
