import { describe, expect, it } from "vitest";
import { bytes, count, counted, distance, duration, percent } from "./numbers.ts";

describe("numbers", () => {
  it.each([
    [0, "0 ms"],
    [849.6, "850 ms"],
    [1000, "1.0 s"],
    [9_999, "9.9 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [185_000, "3 min 05 s"],
    [7_800_000, "2 h 10 min"],
    [97 * 3_600_000, "4 d 01 h"],
  ])("say %s milliseconds as %s", (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });

  it.each([
    [1, "100 %"],
    [0.99999, "99.9 %"],
    [0.431, "43.1 %"],
    [0.00001, "0.1 %"],
    [0, "0 %"],
  ])("round the share %s to %s, never up to all or down to nothing", (share, words) => {
    expect(percent(share)).toBe(words);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1500, "1.5 kB"],
    [999_999, "1.0 MB"],
    [137e9, "137 GB"],
    [5e15, "5000 TB"],
  ])("say %s bytes as %s", (amount, words) => {
    expect(bytes(amount)).toBe(words);
  });

  const present = new Date("2026-03-01T12:00:00Z");
  it.each([
    ["2026-03-01T12:00:02Z", "now"],
    ["2026-03-01T11:59:20Z", "40 s ago"],
    ["2026-03-01T11:20:00Z", "40 min ago"],
    ["2026-03-01T14:30:00Z", "in 2 h"],
    ["2026-02-24T12:00:00Z", "5 days ago"],
  ])("say %s from the present as %s", (time, words) => {
    expect(distance(new Date(time), present)).toBe(words);
  });

  it("group thousands and agree with their noun", () => {
    expect(count(12_345)).toBe("12,345");
    expect(counted(1, "run")).toBe("1 run");
    expect(counted(2, "delivery", "deliveries")).toBe("2 deliveries");
  });
});
