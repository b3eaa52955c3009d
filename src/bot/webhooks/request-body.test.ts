import { describe, expect, it } from "vitest";
import { BodyMemory, parseBody, readBody } from "./webhook-app.ts";

const LONGEST = 100;

function request(parts: readonly number[], headers: Record<string, string> = {}): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const length of parts) controller.enqueue(new Uint8Array(length));
      controller.close();
    },
  });
  return new Request("http://bot.example", { method: "POST", body, duplex: "half", headers });
}

describe("readBody", () => {
  it("reads what comes in parts, up to the most that is allowed", async () => {
    const memory = new BodyMemory();

    const body = await readBody(request([60, 40]), LONGEST, memory);

    expect(typeof body === "string" ? body : body.bytes.length).toBe(100);
  });

  it.each([
    ["counted", [60, 41], {}],
    ["announced", [1], { "content-length": "101" }],
  ])("gives up what is too long, %s", async (_, parts, headers) => {
    const memory = new BodyMemory();

    expect(await readBody(request(parts, headers), LONGEST, memory)).toBe("too-long");
    expect(memory.held).toBe(0);
  });

  it("holds no more than a few of the longest bodies at a time, and each until it is done with", async () => {
    const memory = new BodyMemory();
    const bodies = [];
    for (let count = 0; count < 4; count += 1) bodies.push(await readBody(request([LONGEST]), LONGEST, memory));

    const refused = await readBody(request([1]), LONGEST, memory);
    for (const body of bodies) if (typeof body !== "string") body[Symbol.dispose]();
    const taken = await readBody(request([1]), LONGEST, memory);

    expect(refused).toBe("busy");
    expect(typeof taken).toBe("object");
    expect(memory.held).toBe(1);
  });

  it("holds nothing of a body that does not end in time", async () => {
    const memory = new BodyMemory();
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => cancelled.resolve(),
    });
    const dripping = new Request("http://bot.example", { method: "POST", body, duplex: "half" });

    expect(await readBody(dripping, LONGEST, memory, 50)).toBe("broken");

    expect(memory.held).toBe(0);
    await cancelled.promise;
  });

  it("holds nothing of a body that broke off", async () => {
    const memory = new BodyMemory();
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        parts += 1;
        if (parts === 1) controller.enqueue(new Uint8Array(10));
        else controller.error(new Error("connection reset"));
      },
    });

    expect(
      await readBody(new Request("http://bot.example", { method: "POST", body, duplex: "half" }), LONGEST, memory),
    ).toBe("broken");
    expect(memory.held).toBe(0);
  });
});

describe("parseBody", () => {
  const parse = (text: string, type: string) => parseBody(new TextEncoder().encode(text), type);

  it.each([
    ['{"a":1}', "application/json; charset=utf-8", { payload: { a: 1 } }],
    ["payload=%7B%22a%22%3A1%7D", "application/x-www-form-urlencoded", { payload: { a: 1 } }],
    ['{"a":1}', "Application/JSON", { payload: { a: 1 } }],
    ['{"a":1}', "text/plain", undefined],
    ['{"a":1}', "", undefined],
    ["a=1", "application/x-www-form-urlencoded", undefined],
    ["{", "application/json", undefined],
  ])("reads %s of the type %s", (text, type, expected) => {
    expect(parse(text, type)).toEqual(expected);
  });
});
