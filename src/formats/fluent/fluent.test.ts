import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { keyedUnit } from "../format.contract.ts";
import { fluent } from "./index.ts";

const set = (key: string, target: string): UnitChange => ({ kind: "set", key, target: [target] });
const add = (key: string, target: string, after?: string): UnitChange => ({
  kind: "add",
  unit: keyedUnit(key, target),
  ...(after !== undefined && { after }),
});

function units(text: string): readonly Unit[] {
  return fluent.read(new TextEncoder().encode(text)).units;
}

function patched(text: string, ...changes: readonly UnitChange[]): string {
  return new TextDecoder().decode(fluent.patch(new TextEncoder().encode(text), changes));
}

describe("reading Fluent", () => {
  it.each([
    ["a = x  \n", "x"],
    ["a=x\n", "x"],
    ["a =\n    x\n", "x"],
    ["a = x\n    y\n\n      z\n", "x\ny\n\n  z"],
    ["a =\n  x\n    y\n", "x\n  y"],
    ["a = { $n ->\n    [one] x\n   *[other] y\n}\n", "{ $n ->\n    [one] x\n   *[other] y\n}"],
    ["a =\n    { $n ->\n        [one] x\n       *[other] y\n    }\n", "{ $n ->\n    [one] x\n   *[other] y\n}"],
    ["a = { $n ->\n        [one] x\n       *[other] y\n    }\n", "{ $n ->\n    [one] x\n   *[other] y\n}"],
    ["a =\n{ $n }\n", "{ $n }"],
    ['a = { "}" } "x"\n', '{ "}" } "x"'],
    ["a = [x\n", '{ "[" }x'],
    ["a = .x\n", '{ "." }x'],
    ["a = x\n    .b = y\n    .c =\n        two\n          lines\n", "x\n.b = y\n.c =\ntwo\n  lines"],
    ["a =\n    .b = y\n", ".b = y"],
    ["a = x\r\n    y\r\n", "x\ny"],
  ])("shows the text of %j as the service does", (text, expected) => {
    expect(units(text).map(({ target }) => target)).toEqual([[expected]]);
  });

  it("names terms with their dash", () => {
    expect(units("-brand = Firefox\nuse = { -brand }\n").map(({ key, flags }) => [key, flags])).toEqual([
      ["-brand", "fluent-type:Term"],
      ["use", "fluent-type:Message"],
    ]);
  });

  it("gives a message the comments of its file, its group and its own", () => {
    const text = "### File\n\n# Alone\n\na = x\n\n## Group\n## two\n# Own\nb = y\n\n##\n\nc = z\n";
    expect(units(text).map(({ note, line }) => [note, line])).toEqual([
      ["File", 5],
      ["File\nGroup\ntwo\nOwn", 10],
      ["File", 14],
    ]);
  });

  it.each([
    ["a = x\n b = y\nc\n", 3, 1, "expected a message"],
    ["a x\n", 1, 1, "expected a message"],
    ["a = x\n  *y\n", 2, 1, "expected a message"],
    ["\ta = x\n", 1, 1, "expected a message"],
    ["#x\n", 1, 1, "a comment is"],
    ["a = { $n\n", 1, 5, "not closed"],
    ["a = { $n ->\n [one] x\n}\n", 1, 5, "default variant"],
    ["a = x }\n", 1, 7, 'a "}" without "{"'],
    ["a =\n", 1, 1, "neither a text nor an attribute"],
    ["-a =\n  .b = x\n", 1, 1, "has no text"],
    ["a = x\n  .b =\n", 2, 1, 'attribute ".b" has no text'],
    ["a = x\n  .b = y\n  .b = z\n", 3, 1, '".b" appears twice'],
  ])("refuses %j with its place", (text, line, column, message) => {
    expect(() => units(text)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        place: expect.objectContaining({ line, column }),
      }),
    );
  });
});

describe("editing Fluent", () => {
  it.each([
    ["a = x  \n", "y", "a = y  \n"],
    ["a =\n  x\n", "y", "a =\n  y\n"],
    ["a = x\n", "y\n  z", "a =\n    y\n      z\n"],
    ["a =\n  x\n   y\n", "z", "a = z\n"],
    ["a = x\n  y\n", "z\nw", "a = z\n  w\n"],
    ["a = x\n  y\n", "z\n  w", "a =\n  z\n    w\n"],
    ["a = x\r\n  y\r\n", "z\nw", "a = z\r\n  w\r\n"],
    [
      "a = { $n ->\n    [one] x\n   *[other] y\n}\n",
      "{ $n ->\n    [few] z\n   *[other] y\n}",
      "a = { $n ->\n    [few] z\n   *[other] y\n}\n",
    ],
    ["a = x\n  .b   = y\n  .c = z\n", "x\n.b = y\n.c = w", "a = x\n  .b   = y\n  .c = w\n"],
    ["a = x\n  .b = y\n  .c = z\n", "x\n.c = z", "a = x\n  .c = z\n"],
    ["a = x\n  .b = y\n", "x\n.b =\ntwo\nlines", "a = x\n  .b =\n    two\n    lines\n"],
    ["a = x\n  .b = y\n", ".b = y\n.d = w", "a =\n  .b = y\n  .d = w\n"],
  ])("keeps the style of %j with %j", (text, target, expected) => {
    expect(patched(text, set("a", target))).toBe(expected);
    expect(units(expected)[0]?.target).toEqual([target]);
  });

  it.each(["{ $n", "x }", "{ $n ->\n [one] x\n}", ".a =", "x\n.b = y\n.b = z"])("refuses %j as a text", (text) => {
    expect(() => patched("# c\na = x\n", set("a", text))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('what "a" is to say is not Fluent'),
        place: expect.objectContaining({ line: 2 }),
      }),
    );
  });

  it("cannot be led to write another message by a text", () => {
    expect(patched("a = x\n", set("a", "y\nb = z"))).toBe("a =\n    y\n    b = z\n");
  });

  it("adds behind the unit before, with a blank line where the file has them", () => {
    expect(patched("a = x\n# c\nb = y\n", add("n", "new", "a"))).toBe("a = x\nn = new\n# c\nb = y\n");
    expect(patched("### f\n\na = x\n\nb = y\n", add("n", "new", "a"), add("m", "top"), add("z", "end", "b"))).toBe(
      "### f\n\nm = top\n\na = x\n\nn = new\n\nb = y\n\nz = end\n",
    );
  });

  it("replaces the first message and the last one", () => {
    const remove = (key: string): UnitChange => ({ kind: "remove", key });
    expect(patched("### f\n\na = x\n\nb = y", remove("a"), add("c", "z"))).toBe("### f\n\nc = z\n\nb = y");
    expect(patched("a = x\nb = y", remove("b"), add("c", "z", "a"))).toBe("a = x\nc = z");
    expect(patched("a = x\nb = y\nc = z", remove("b"), remove("c"))).toBe("a = x");
  });

  it("takes a message's own comment along, and not that of its group", () => {
    expect(patched("## group\n# own\na = x\n\n# b\nb = y\n", { kind: "remove", key: "a" })).toBe(
      "## group\n\n# b\nb = y\n",
    );
  });

  it("does not keep a message without a text, as the service", () => {
    expect(patched("a = x\nb = y\n", set("a", ""), add("c", "", "b"))).toBe("b = y\n");
  });

  it("refuses a name that Fluent has not", () => {
    expect(() => patched("a = x\n", add("two words", "y"))).toThrow('"two words" cannot name a message');
  });
});

describe("a text that Fluent would read as something else", () => {
  const write = (text: string, file = "a = x\nb = y\n"): string => {
    const changes = [{ kind: "set", key: "a", target: [text] }] as const;
    return new TextDecoder().decode(fluent.patch(new TextEncoder().encode(file), changes));
  };

  it.each([
    ["[x]", 'a = { "[" }x]'],
    ["*", 'a = { "*" }'],
    [".x", 'a = { "." }x'],
    [" x ", 'a = { "" } x { "" }'],
    [" ", 'a = { " " }'],
    ["\nx\n", 'a =\n    { "" }\n    x\n    { "" }'],
    ["one\n[two]\n  \n*three", 'a =\n    one\n    { "[" }two]\n    { "  " }\n    { "*" }three'],
    ["  one\n  two", 'a =\n    { "" }  one\n      two'],
    ["V \n.attr = [y] ", 'a = V { "" }\n    .attr = { "[" }y] { "" }'],
  ])("has its signs and blanks in placeables (%j)", (text, expected) => {
    const written = write(text);
    expect(written).toBe(`${expected}\nb = y\n`);
    const [unit] = fluent.read(new TextEncoder().encode(written)).units;
    expect(write(unit?.target[0] ?? "")).toBe(written);
  });

  it.each(["{ $n ->\n    [one] x\n   *[other] y\n}", ".attr = y", "one\n\n  two", "  one\ntwo", '{ "[" }x'])(
    "stays as it is where it reads so (%j)",
    (text) => {
      const written = new TextEncoder().encode(write(text, "a =\n    x\nb = y\n"));
      expect(fluent.read(written).units[0]?.target).toEqual([text]);
    },
  );

  it("keeps the indentation of its first line where the text before began beside its name", () => {
    expect(write("  one\ntwo", "a = x\n    y\n")).toBe("a =\n      one\n    two\n");
  });
});
