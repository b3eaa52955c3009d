import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import type { UnitContent } from "../units/unit-row.ts";
import { StringShelf } from "./held-strings.ts";

function* strings(count: number, language: string): Generator<UnitContent> {
  for (let at = 0; at < count; at += 1) {
    const text = `${language} ${String(at)}`;
    yield {
      key: String(at),
      context: String(at),
      source: [text],
      target: [text, ""],
      state: 20,
      previousSource: "",
      note: "",
      location: "",
      flags: "",
    };
  }
}

it("strings of many files wait on the disk, are read as often as they are wanted, and leave nothing behind", async () => {
  await using folder = await temporaryDirectory();
  const place = { dataFolder: folder.path, clock: systemClock };
  const looks = join(folder.path, "looks");
  {
    await using shelf = new StringShelf(place, 3000);
    const first = await shelf.hold(strings(2500, "cs"));
    expect(await readdir(looks).catch(() => [])).toEqual([]);
    const second = await shelf.hold(strings(4500, "de"));
    expect(await readdir(looks)).toHaveLength(1);

    for (const [held, count, language] of [
      [first, 2500, "cs"],
      [second, 4500, "de"],
      [second, 4500, "de"],
    ] as const) {
      const read: UnitContent[] = [];
      for await (const part of held()) {
        expect(part.length).toBeLessThanOrEqual(2000);
        read.push(...part);
      }
      expect(read).toEqual([...strings(count, language)]);
    }
  }

  expect(await readdir(looks)).toEqual([]);
});
