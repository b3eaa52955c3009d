import { array, assert, constantFrom, dictionary, integer, oneof, option, property, record, string } from "fast-check";
import { expect, it } from "vitest";
import { writtenRows, type WrittenObjects } from "./written-rows.ts";

const language = { code: "cs", plural: { number: 3 } };
const component = { name: 'A "name"', project: { slug: "demo" }, none: undefined };

it("writes rows as they are, whatever objects and texts they have", () => {
  const values = oneof(
    string({ unit: "binary" }),
    constantFrom("\ud800", '"\ud800"', String.raw`\ud800`, undefined, null, [language], {}),
    integer(),
    option(constantFrom(language, component)),
  );
  const row = oneof(
    record({ id: integer(), language: values, component: values }),
    dictionary(string(), values),
    values,
  );
  assert(
    property(array(row), array(row), (rows, more) => {
      const written: WrittenObjects = new Map();
      for (const each of [rows, more]) expect(`[${writtenRows(each, written).toString()}]`).toBe(JSON.stringify(each));
    }),
  );
});

it("writes an object once, in however many rows it stands", () => {
  let times = 0;
  const counted = { toJSON: () => (times += 1) };
  const rows = Array.from({ length: 5 }, (_, id) => ({ id, component: counted, code: "cs" }));

  expect(writtenRows(rows, new Map()).toString()).toBe(
    rows.map(({ id }) => `{"id":${String(id)},"component":1,"code":"cs"}`).join(","),
  );
});
