import { describe, expect, it } from "vitest";
import { giveBack } from "./given-back.ts";

describe("giveBack", () => {
  it.each([
    { size: 1_000, part: 1 },
    { size: Buffer.poolSize, part: Buffer.poolSize },
    { size: Buffer.poolSize * 2, part: 1 },
  ])("empties $size bytes, of which $part came to us", ({ size, part }) => {
    const whole = new Uint8Array(size);
    const bytes = whole.subarray(size - part);

    giveBack(bytes);
    giveBack(bytes);

    expect([whole.byteLength, bytes.byteLength]).toEqual([0, 0]);
  });

  it("leaves bytes that may lie beside others", () => {
    const [one, other] = [Buffer.from("one"), Buffer.from("other")];

    giveBack(one);

    expect([one.toString(), other.toString()]).toEqual(["one", "other"]);
  });

  it("leaves memory that threads share", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(1_000));

    giveBack(shared);

    expect(shared.byteLength).toBe(1_000);
  });
});
