import { describe, expect, it } from "vitest";
import { firstBytes, limitedBytes } from "./limited-bytes.ts";

/** A body in parts, which knows how many of them were asked for. */
function body(...lengths: readonly number[]) {
  let asked = 0;
  const parts = async function* () {
    for (const length of lengths) {
      asked += 1;
      yield new Uint8Array(length).fill(asked);
    }
  };
  return { parts: parts(), asked: () => asked };
}

it.each([
  { parts: [], longest: 2, first: [], isWhole: true, asked: 0 },
  { parts: [2, 1], longest: 3, first: [1, 1, 2], isWhole: true, asked: 2 },
  { parts: [2, 2, 2], longest: 3, first: [1, 1, 2], isWhole: false, asked: 2 },
])("firstBytes takes the first $longest bytes of $parts", async ({ parts, longest, first, isWhole, asked }) => {
  const sent = body(...parts);
  const read = await firstBytes(sent.parts, longest);
  expect([[...read.bytes], read.isWhole, sent.asked()]).toEqual([first, isWhole, asked]);
});

describe("limitedBytes", () => {
  it.each([
    { parts: [], longest: 0, taken: 0 },
    { parts: [0], longest: 0, taken: 0 },
    { parts: [3, 4], longest: 7, taken: 7 },
    { parts: [7], longest: 7, taken: 7 },
    { parts: [3, 5], longest: 7, taken: undefined },
    { parts: [8], longest: 7, taken: undefined },
  ])("takes $taken bytes of $parts where $longest may come", async ({ parts, longest, taken }) => {
    expect((await limitedBytes(body(...parts).parts, longest))?.byteLength).toBe(taken);
  });

  it("puts the parts behind each other", async () => {
    expect([...((await limitedBytes(body(2, 1).parts, 9)) ?? [])]).toEqual([1, 1, 2]);
  });

  it("reads no further than the limit", async () => {
    const large = body(5, 5, 5, 5);

    await limitedBytes(large.parts, 6);

    expect(large.asked()).toBe(2);
  });

  it.each([null, undefined])("takes nothing of no body (%s)", async (none) => {
    expect(await limitedBytes(none, 10)).toEqual(Buffer.alloc(0));
  });

  it("throws what the stream throws", async () => {
    const broken = async function* () {
      yield new Uint8Array(1);
      throw new Error("The connection broke.");
    };

    await expect(limitedBytes(broken(), 10)).rejects.toThrow("The connection broke.");
  });
});
