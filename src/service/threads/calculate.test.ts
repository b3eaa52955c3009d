import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../http-api/refusal.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { calculate } from "./calculate.ts";

const limits = { entries: 10, bytes: 30_000_000 };
const zip = (bytes: number) => zipSync({ "en.json": new Uint8Array(bytes) }, { level: 1 });

describe("a calculation", () => {
  it("lets others go on meanwhile", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);

    const members = await calculate("unpacked", { content: zip(20_000_000), limits });
    clearInterval(timer);

    expect([...members].map(([name, content]) => [name, content.byteLength])).toEqual([["en.json", 20_000_000]]);
    expect(turns).toBeGreaterThan(0);
  });

  it("refuses as it would without a thread", async () => {
    const bomb = calculate("unpacked", { content: zip(40_000_000), limits });

    await expect(bomb).rejects.toThrow(Refusal);
    await expect(bomb).rejects.toMatchObject({ status: 400, errors: [{ code: "invalid", field: "zipfile" }] });
  });

  it("ends where it takes longer than it may, and the next one has a thread again", async () => {
    const content = zip(20_000_000);
    const late = await Promise.allSettled(
      Array.from({ length: 3 }, async () => calculate("unpacked", { content, limits }, 1)),
    );

    const next = await calculate("unpacked", { content: zip(10), limits });

    expect(late.map((each) => each.status === "rejected" && each.reason instanceof TooCostly)).toEqual(
      Array.from({ length: 3 }, () => true),
    );
    expect(next.size).toBe(1);
  });

  it("compares texts on a thread as it does here", async () => {
    const texts = ["Save the file", "Save the files"];

    const found = await calculate("nearestOf", { texts, sources: ["Save the files!", "None"], threshold: 75 });

    expect([...found]).toEqual([["Save the files!", { place: 1, quality: 93 }]]);
  });
});
