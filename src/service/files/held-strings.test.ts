import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemClock } from "../../core/clock.ts";
import { defaultComponentSettings } from "../components/component-settings.ts";
import type { UnitContent } from "../units/unit-row.ts";
import { fileStrings, type StringsRequest } from "./file-strings.ts";
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

const COUNT = 5000;
const settings = {
  ...defaultComponentSettings,
  file_format: "json",
  filemask: "*.json",
  template: "en.json",
  intermediate: "dev.json",
};
const file = (language: string, count = COUNT) => ({
  path: `${language}.json`,
  language,
  content: Buffer.from(
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${String(at)}`, `${language} ${String(at)}`])),
    ),
  ),
});
const czech: StringsRequest = {
  settings,
  file: file("cs"),
  base: file("en"),
  developers: file("dev", COUNT + 1),
  isSource: false,
  reviews: false,
  sourceState: 20,
  pluralForms: 3,
};
const damaged = { path: "cs.json", language: "cs", content: Buffer.concat([file("cs").content, Buffer.from("}")]) };

it.each<[string, StringsRequest]>([
  ["a translation", czech],
  ["the source language", { ...czech, file: undefined, isSource: true }],
  ["a language without a file", { ...czech, file: undefined }],
  ["a damaged translation", { ...czech, file: damaged }],
  ["a damaged base file", { ...czech, base: damaged }],
  ["a damaged file of developers", { ...czech, developers: damaged }],
])("large files of %s say on a thread what they would say here, and only a part of it is held", async (_, request) => {
  await using folder = await temporaryDirectory();
  await using shelf = new StringShelf({ dataFolder: folder.path, clock: systemClock });
  const here = fileStrings(request);
  const read = await shelf.read(request);

  if ("fault" in here || "fault" in read) {
    expect(read).toEqual(here);
    return;
  }
  const units: UnitContent[] = [];
  for await (const part of read.strings()) {
    expect(part.length).toBeLessThanOrEqual(2000);
    units.push(...part);
  }
  expect(units.length).toBeGreaterThanOrEqual(COUNT);
  expect({ ...read, strings: units }).toEqual({ ...here, strings: [...here.strings] });
});

it("a large file is read when the strings of the one before it were stored", async () => {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, "cs.json");
  await writeFile(path, '{"key1": "Text"}');
  const requestOf = (bytes: number): StringsRequest => ({
    ...czech,
    file: { path: "cs.json", language: "cs", place: path, bytes },
  });
  const request = requestOf(10_000_000);
  const place = { dataFolder: folder.path, clock: systemClock };
  const order: string[] = [];
  await using second = new StringShelf(place);
  await second.read(requestOf(200_000));
  let reading: Promise<unknown>;
  {
    await using first = new StringShelf(place);
    await first.read(request);
    reading = second.read(request).then(() => order.push("read"));
    // It may have more files.
    await first.read(request);
    order.push("stored");
  }
  await reading;

  expect(order).toEqual(["stored", "read"]);
});
