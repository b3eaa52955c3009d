import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { BodyMemory, parseBody, readBody, type SentBody } from "./webhook-app.ts";

const LONGEST = 100;

function request(parts: readonly number[], announced?: number): SentBody {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const length of parts) controller.enqueue(new Uint8Array(length));
      controller.close();
    },
  });
  return { length: announced, parts: body };
}

describe("readBody of Node's own stream", () => {
  it("reads its parts, and leaves the rest of what is too long to whoever listens", async () => {
    const memory = new BodyMemory();
    const short = Readable.from([Buffer.alloc(60), Buffer.alloc(40)], { objectMode: false });
    const long = Readable.from([Buffer.alloc(60), Buffer.alloc(60), Buffer.alloc(60)], { objectMode: false });

    const read = await readBody({ length: undefined, parts: short }, LONGEST, memory);
    const refused = await readBody({ length: undefined, parts: long }, LONGEST, memory);

    expect(typeof read === "string" ? read : read.bytes.length).toBe(100);
    expect([refused, long.destroyed, memory.held]).toEqual(["too-long", false, 100]);
  });

  it("holds nothing of one that does not end in time, and ends it", async () => {
    const memory = new BodyMemory();
    const dripping = new Readable({ read: () => undefined });
    dripping.push(Buffer.alloc(10));

    expect(await readBody({ length: undefined, parts: dripping }, LONGEST, memory, 50)).toBe("broken");
    expect([dripping.destroyed, memory.held]).toEqual([true, 0]);
  });
});

describe("readBody", () => {
  it("reads what comes in parts, up to the most that is allowed", async () => {
    const memory = new BodyMemory();

    const body = await readBody(request([60, 40]), LONGEST, memory);

    expect(typeof body === "string" ? body : body.bytes.length).toBe(100);
  });

  it.each([
    ["counted", [60, 41], undefined],
    ["announced", [1], 101],
  ])("gives up what is too long, %s", async (_, parts, announced) => {
    const memory = new BodyMemory();

    expect(await readBody(request(parts, announced), LONGEST, memory)).toBe("too-long");
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
    const dripping = { length: undefined, parts: body };

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

    expect(await readBody({ length: undefined, parts: body }, LONGEST, memory)).toBe("broken");
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
