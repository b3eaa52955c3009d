import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { numberOf, parametersOf, parseFlags, priorityOf } from "./flags.ts";

describe("parseFlags", () => {
  it("reads names and parameters, with blanks around the commas", () => {
    expect([...parseFlags("c-format, max-length:20,placeholders:a:b")]).toEqual([
      ["c-format", []],
      ["max-length", ["20"]],
      ["placeholders", ["a", "b"]],
    ]);
  });

  it("takes commas and colons in quotes for text", () => {
    expect(parametersOf(parseFlags(String.raw`placeholders:"a,b":'c:d':"say \"x\""`), "placeholders")).toEqual([
      "a,b",
      "c:d",
      'say "x"',
    ]);
  });

  it("tells a regular expression from a text", () => {
    expect(parseFlags(String.raw`placeholders:r"\$\w+,\"":x, regex:^[a-z]+$`)).toEqual(
      new Map([
        ["placeholders", [{ pattern: String.raw`\$\w+,"` }, "x"]],
        ["regex", ["^[a-z]+$"]],
      ]),
    );
  });

  it("keeps a quote inside of a text", () => {
    expect(parametersOf(parseFlags("placeholders:it's:b"), "placeholders")).toEqual(["it's", "b"]);
  });

  it("lets the later text win and takes a flag back by discard", () => {
    const flags = parseFlags("max-length:20, c-format", "max-length:30, discard:c-format");
    expect(numberOf(flags, "max-length")).toBe(30);
    expect(flags.has("c-format")).toBe(false);
  });

  it("knows no number in what is none", () => {
    expect(numberOf(parseFlags("max-length:abc"), "max-length")).toBeUndefined();
    expect(numberOf(parseFlags("max-length"), "max-length")).toBeUndefined();
    expect(numberOf(parseFlags(""), "max-length")).toBeUndefined();
  });

  it("has 100 as the usual priority", () => {
    expect(priorityOf(parseFlags("priority:200"))).toBe(200);
    expect(priorityOf(parseFlags("read-only"))).toBe(100);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', "'", ",", ":", "\\", "r", "a", " ", "\n") }),
        (text) => void parseFlags(text),
      ),
    );
  });
});
