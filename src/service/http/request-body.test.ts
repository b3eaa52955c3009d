import { describe, expect, it } from "vitest";
import { Refusal } from "../../http-api/refusal.ts";
import { readBody } from "./request-body.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

async function read(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json): Promise<unknown> {
  try {
    const { fields } = await readBody(
      new Request("http://service.test/", { method: "POST", headers, body }),
      [],
      100_000_000,
      { place: () => Promise.reject(new Error("Nothing is kept.")), hasRoom: () => false },
    );
    return fields;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.status, error.errors[0]?.code];
  }
}

describe("a body", () => {
  it("is JSON, under any of its names, or a form", async () => {
    expect(await read('{"a": 1}')).toEqual({ a: 1 });
    expect(await read('{"a": 1}', { "content-type": "Application/JSON; charset=UTF-8" })).toEqual({ a: 1 });
    expect(await read('{"a": 1}', { "content-type": "application/merge-patch+json" })).toEqual({ a: 1 });
    expect(await read("a=1&a=2&b=x%20y", form)).toEqual({ a: ["1", "2"], b: "x y" });
  });

  it("may be empty", async () => {
    expect(await read("", { "content-type": "text/plain" })).toEqual({});
    expect(await read("")).toEqual({});
  });

  it("is refused in other kinds", async () => {
    for (const type of ["text/plain", "text/xml", "application/octet-stream", "nonsense"]) {
      expect(await read("x", { "content-type": type })).toEqual([415, "unsupported_media_type"]);
    }
  });

  it.each([
    ["broken JSON", "{"],
    ["no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["JSON that is nested too deep", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`],
    ["JSON that is nested very deep", `{"a":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`],
  ])("is no %s", async (_, body) => {
    expect(await read(body)).toEqual([400, "parse_error"]);
  });

  it("is an object", async () => {
    for (const body of ["[]", "1", '"x"', "null", "true"]) expect(await read(body)).toEqual([400, "invalid"]);
  });

  it("is a form in UTF-8, and multipart that fits its boundary", async () => {
    expect(await read(new Uint8Array([0x61, 0x3d, 0xff]), form)).toEqual([400, "parse_error"]);
    expect(await read("--x\r\nbroken", { "content-type": "multipart/form-data; boundary=x" })).toEqual([
      400,
      "parse_error",
    ]);
    expect(await read("--x", { "content-type": "multipart/form-data" })).toEqual([400, "parse_error"]);
  });

  it("is not larger than any text has to be", async () => {
    expect(await read(`{"a":"${"x".repeat(10_000_001)}"}`)).toEqual([400, "max_length"]);
  });

  it("leaves the prototype of objects alone", async () => {
    const fields = await read('{"__proto__": {"polluted": true}, "constructor": 1}');

    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
