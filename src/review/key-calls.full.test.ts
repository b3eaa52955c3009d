import { describe, expect, it } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { keyCalls } from "./key-calls.ts";

describe("keys that code asks for", () => {
  it.each([
    "<FormattedMessage ".repeat(20_000),
    "formatMessage({".repeat(20_000),
    't("'.repeat(60_000),
    "t( ".repeat(60_000),
    "/* <!-- ".repeat(25_000),
  ])("is done with hostile code in time: %.20s", (text) => {
    const lines = text.replace(/.{1000}/g, "$&\n");
    expect(
      processorTime(() => {
        expect(keyCalls("a.tsx", Buffer.from(lines))).toEqual([]);
      }),
    ).toBeLessThan(2_000);
  });
});
