import { describe, expect, it } from "vitest";
import { processorTime } from "../../test/support/processor-time.ts";
import { KnownKeys } from "./known-keys.ts";

describe("keys that no source has", () => {
  it("are looked for in time, whatever the sources have", () => {
    const keys = ["_a".repeat(100_000), ".a".repeat(100_000)];
    expect(
      processorTime(() => {
        expect(new KnownKeys([{ path: "en.json", keys }]).has("a")).toBe(false);
      }),
    ).toBeLessThan(500);
  });
});
