import { describe, expect, it } from "vitest";
import * as z from "zod";
import { boolean, integer, listOf } from "../../contract/fields.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { readFields } from "./request-fields.ts";

const schema = z.object({
  name: z.string().optional(),
  count: integer.optional(),
  lock: boolean.optional(),
  target: z.array(z.string()).optional(),
  labels: listOf(integer).optional(),
  configuration: z.record(z.string(), z.unknown()).optional(),
});

describe("a form", () => {
  it("means with texts what the fields are", () => {
    const form = { count: "3", lock: "yes", target: "one", labels: "1", configuration: '{"a": [1]}', name: "[x]" };

    expect(readFields(schema, form, "form")).toEqual({
      count: 3,
      lock: true,
      target: ["one"],
      labels: [1],
      configuration: { a: [1] },
      name: "[x]",
    });
  });

  it("repeats a field for a list; of another the last counts", () => {
    expect(readFields(schema, { target: ["a", "b"], labels: ["1", "2"], name: ["x", "y"] }, "form")).toEqual({
      target: ["a", "b"],
      labels: [1, 2],
      name: "y",
    });
  });

  it("names what is wrong inside of a list", () => {
    expect(refused({ labels: "x" }, "form")).toEqual([400, "labels"]);
  });
});

describe("JSON", () => {
  it("is taken as it is: a text is no list", () => {
    expect(refused({ target: "one" }, "json")).toEqual([400, "target"]);
    expect(refused({ name: ["x"] }, "json")).toEqual([400, "name"]);
  });
});

describe("fields", () => {
  it("that nobody declared are ignored, whatever they hold", () => {
    expect(readFields(schema, { nothing: "\0", __proto__: 1 }, "form")).toEqual({});
    expect(readFields(undefined, { nothing: "\0" }, "form")).toEqual({});
  });

  it("of an open body are all kept", () => {
    expect(readFields(z.looseObject({}), { anything: "x" }, "json")).toEqual({ anything: "x" });
  });

  it("hold no null characters and no halves of characters, also deep inside", () => {
    expect(refused({ name: "a\0" }, "json")).toEqual([400, "name"]);
    expect(refused({ target: ["ok", "\uD800"] }, "json")).toEqual([400, "target.1"]);
    expect(refused({ configuration: { "a\0": 1 } }, "json")).toEqual([400, "configuration"]);
  });
});

function refused(fields: Readonly<Record<string, unknown>>, sent: "form" | "json"): unknown {
  try {
    return readFields(schema, fields, sent);
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.errors[0]?.field] : error;
  }
}
