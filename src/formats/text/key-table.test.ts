import { expect, test } from "vitest";
import { KeyTable } from "./key-table.ts";

test("numbers keys in the order in which they come, and knows those that are there", () => {
  const keys = Array.from({ length: 5000 }, (_, index) => `key ${String(index % 4000)}`);
  for (const table of [new KeyTable(), new KeyTable((number) => keys[number] ?? "")]) {
    const numbers = keys.map((key) => table.add(key));
    expect(numbers.slice(0, 4000).every((number) => number === undefined)).toBe(true);
    expect(numbers.slice(4000)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  }
});

test("stays quick for keys that are made to meet", () => {
  const table = new KeyTable(String);
  const original = Math.imul;
  Math.imul = () => 7;
  try {
    for (let index = 0; index < 20_000; index += 1) expect(table.add(String(index))).toBeUndefined();
    expect(table.add("19999")).toBe(19_999);
    expect(table.add("3")).toBe(3);
  } finally {
    Math.imul = original;
  }
});
