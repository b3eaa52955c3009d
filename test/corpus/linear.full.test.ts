import { describe, expect, test } from "vitest";
import { FormatError, type Format, type UnitChange } from "../../src/formats/format.ts";
import { formats } from "../../src/formats/registry.ts";
import { regionOf } from "./lines.ts";
import { changeOf, marked } from "./marked.ts";
import { generatedFile, generatedUnits, samplesOf } from "./samples.ts";

const GROWTH = 16;
/** Work that grows with the square would take 256 times as long; with the size, 16 times, and memory has its price. */
const MOST_TIMES_LONGER = 100;
/** Shorter than this, a clock tells little. */
const SHORTEST_MILLISECONDS = 0.5;
const ATTEMPTS = 5;

/** Of the processor, which may have other things to do meanwhile. */
function milliseconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, SHORTEST_MILLISECONDS);
}

/** How many times as long the larger work takes; measured again when it seems too long. */
function timesLonger(small: () => void, large: () => void): number {
  small();
  let shortest = { small: milliseconds(small), large: milliseconds(large) };
  for (let attempt = 1; attempt < ATTEMPTS && shortest.large > MOST_TIMES_LONGER * shortest.small; attempt += 1) {
    shortest = {
      small: Math.min(shortest.small, milliseconds(small)),
      large: Math.min(shortest.large, milliseconds(large)),
    };
  }
  return shortest.large / shortest.small;
}

function ladder(step: (depth: number) => string): (size: number) => string {
  return (size) => Array.from({ length: Math.floor(Math.sqrt(size)) }, (_, depth) => step(depth)).join("");
}

/** Texts of about `size` pieces that make careless readers go back, or search ahead, again and again. */
const pathological: Readonly<Record<string, (size: number) => string>> = {
  ...Object.fromEntries(
    [
      ...Array.from("[{(\"'\\&<>#=:;,|%$*!?-`~ \t\r\n"),
      "\\\\",
      "\\u0041",
      '""',
      "''",
      "[]",
      "<a ",
      "<a>",
      "<a b='",
      "<!--",
      "<![CDATA[",
      "<?",
      "&amp;",
      "&#65",
      "#|",
      "#~",
      "#, fuzzy\n",
      "# \n",
      "/*",
      "//",
      "<?php ",
      "<<<A\n",
      "${",
      "{ $a ->\n",
      "- ",
      "? ",
      "a: ",
      "a.",
      "&a ",
      "*a ",
      "[a]\n",
      '"""',
      "'''",
      'msgid "a"\n',
      "\r\n\r",
      "\u00E9",
      "\u{1F44D}",
    ].map((token) => [JSON.stringify(token), (size) => token.repeat(size)] as const),
  ),
  "a ladder of keys": ladder((depth) => `${" ".repeat(depth)}a:\n`),
  "a ladder of lists": ladder((depth) => `${" ".repeat(depth)}-\n`),
  "a ladder of blanks": ladder((depth) => `${" ".repeat(depth)}\n`),
  "a ladder of quotes": ladder((depth) => `${'"'.repeat(depth)}\n`),
};

/** The large ones repeat 40,000 times; of YAML, whose reader does more with each, 8,000 times. */
const sizeFor = (format: Format): number => (format.id.includes("yaml") ? 500 : 2500);

/** Where a repeated piece may stand in a file: before everything, in the line before a text, in a text, behind everything. */
function places(format: Format, bytes: Uint8Array): Readonly<Record<string, number>> {
  const whole = { start: 0, end: bytes.length };
  if (readOrRefuse(format, bytes) !== "read") return whole;
  const unit = format.read(bytes).units.find(({ target }) => target.some((text) => text !== ""));
  if (unit === undefined) return whole;
  const { start: text } = regionOf(bytes, format.patch(bytes, [changeOf(marked(unit, 0))]));
  return { ...whole, line: bytes.lastIndexOf(10, text) + 1, text };
}

/** How reading ended; anything else is the error that is none of a file's. */
function readOrRefuse(format: Format, bytes: Uint8Array): string {
  try {
    format.read(bytes);
    return "read";
  } catch (error) {
    return error instanceof FormatError ? "refused" : String(error);
  }
}

function insert(bytes: Uint8Array, at: number, text: string): Uint8Array {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
}

test("work that grows with the square is found", () => {
  const square = (size: number) => () => {
    let sum = 0;
    for (let one = 0; one < size; one += 1) for (let other = 0; other < size; other += 1) sum += one ^ other;
    return sum;
  };

  // Once before: only what is compiled already is as fast as it will be.
  square(1600 * 2)();
  expect(timesLonger(square(1600), square(1600 * GROWTH))).toBeGreaterThan(MOST_TIMES_LONGER);
});

describe("reading takes time in step with the size, whatever is repeated", () => {
  for (const format of formats.values()) {
    test(format.id, async () => {
      const samples = await samplesOf(format);
      const [{ bytes } = { bytes: new Uint8Array() }] = samples.toSorted(
        (one, other) => one.bytes.length - other.bytes.length,
      );
      const problems: string[] = [];
      for (const [place, at] of Object.entries(places(format, bytes))) {
        for (const [name, repeat] of Object.entries(pathological)) {
          const small = insert(bytes, at, repeat(sizeFor(format)));
          const large = insert(bytes, at, repeat(sizeFor(format) * GROWTH));
          const endings = new Set<string>();
          const read = (content: Uint8Array) => () => void endings.add(readOrRefuse(format, content));
          const longer = timesLonger(read(small), read(large));
          const wrong = [...endings].filter((ending) => ending !== "read" && ending !== "refused");
          problems.push(...wrong.map((error) => `${name} at the ${place}: ${error}`));
          if (longer > MOST_TIMES_LONGER) problems.push(`${name} at the ${place}: ${longer.toFixed(0)} times as long`);
        }
      }
      expect(problems).toEqual([]);
    });
  }
});

const UNITS = 250;

/** Everything that can be done to a file of so many units. */
function workload(format: Format, count: number): Readonly<Record<string, () => void>> {
  const bytes = generatedFile(format, count);
  const present = format.read(bytes).units.map(({ key }) => key);
  const set: UnitChange[] = present.map((key) => ({ kind: "set", key, target: ["changed"] }));
  const remove: UnitChange[] = present.map((key) => ({ kind: "remove", key }));
  const add: UnitChange[] = generatedUnits(format, count, count).map((unit, index) => ({
    kind: "add",
    unit,
    after: present[index] ?? "",
  }));
  return {
    create: () => generatedFile(format, count),
    read: () => format.read(bytes),
    set: () => format.patch(bytes, set),
    remove: () => format.patch(bytes, remove),
    add: () => format.patch(bytes, add),
  };
}

describe("work on a file takes time in step with its number of units", () => {
  for (const format of formats.values()) {
    test(format.id, () => {
      const small = workload(format, UNITS);
      const large = workload(format, UNITS * GROWTH);
      const slow = Object.keys(small).flatMap((name) => {
        const longer = timesLonger(
          () => small[name]?.(),
          () => large[name]?.(),
        );
        return longer > MOST_TIMES_LONGER ? [`${name}: ${longer.toFixed(0)} times as long`] : [];
      });
      expect(slow).toEqual([]);
    });
  }
});
