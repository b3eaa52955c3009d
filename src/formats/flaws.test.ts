import { expect, it } from "vitest";
import { formatFor } from "./registry.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

it.each([
  [
    "aresource",
    '<resources>\n  <string name="a">x</string>\n  &gt;\n  <string name="b">y</string>\n  <string name="c">z</string>\n</resources>\n',
    3,
    "&gt; stands between two elements of <resources>",
  ],
  [
    "resx",
    '<root>\n  <data name="a"><value>x</value></data>\n  >\n  <data name="b"><value>y</value></data>\n  <data name="c"><value>z</value></data>\n</root>\n',
    3,
    "> stands between two elements of <root>",
  ],
  [
    "resx",
    '<root>\n  <data name="a"><value>x</value></data>\n  <data name="b"><value>y</value></data>\n  // TODO: a link\n  <data name="c"><value>z</value></data>\n</root>\n',
    4,
    "// TODO: a link stands between two elements of <root>",
  ],
  ["fluent", "a = x\nb = y\na = other\nc = z\n", 3, '"a" exists already: programs ignore this one'],
])("reads around what can be meant in one way only, says where, and leaves it: %s", (id, file, line, message) => {
  const format = formatFor(id);
  if (format === undefined) throw new Error(`no format ${id}`);

  const catalogue = format.read(bytes(file));

  expect(catalogue.flaws).toEqual([{ line, message }]);
  expect(catalogue.units.map(({ key, target }) => [key, ...target])).toEqual([
    ["a", "x"],
    ["b", "y"],
    ["c", "z"],
  ]);
  expect(text(format.patch(bytes(file), [{ kind: "set", key: "b", target: ["new"] }]))).toBe(file.replace("y", "new"));
  const without = text(format.patch(bytes(file), [{ kind: "remove", key: "b" }]));
  expect(format.read(bytes(without)).flaws).toMatchObject([{ message }]);
});

it("takes a message of Fluent away with the one that stands there twice", () => {
  const format = formatFor("fluent");
  const without = format?.patch(bytes("a = x\nb = y\na = other\n"), [{ kind: "remove", key: "a" }]);
  expect(without === undefined ? undefined : text(without)).toBe("b = y\n");
});

it.each(["json", "yaml", "properties", "po", "csv", "aresource"])(
  "does not read what Git LFS leaves in the place of a file: %s",
  (id) => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n";

    expect(() => formatFor(id)?.read(bytes(pointer))).toThrow("a pointer of Git LFS");
  },
);

it.each(["properties", "csv"])(
  "takes a single zero for UTF-16, as all would be that is written behind it: %s",
  (id) => {
    expect(() => formatFor(id)?.read(bytes("\0"))).toThrow("the file looks like UTF-16");
  },
);

it("says that a JSON file without anything in it is empty", () => {
  expect(() => formatFor("json")?.read(bytes("\n"))).toThrow("the file is empty; without texts it is {}");
});
