import { expect, it } from "vitest";
import type { UnitChange } from "../catalog/unit-change.ts";
import { addedKeys } from "./added-keys.ts";
import { formatFor } from "./registry.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  [
    "xliff",
    '<xliff version="1.2">\n  <file original="app">\n    <body>\n    </body>\n  </file>\n</xliff>\n',
    ["save", "open"],
    ["app///save", "app///open"],
  ],
  ["json", "{}\n", ["save", "open"], ["save", "open"]],
])("the keys that %s gives what is added are told", (id, text, keys, expected) => {
  const format = formatFor(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  const before = bytes(text);
  const changes = keys.map((key): UnitChange => ({
    kind: "add",
    unit: { key, source: [key], target: [`text of ${key}`] },
  }));
  const after = format.patch(before, changes);

  expect([...addedKeys(format, { before, after, changes })]).toEqual(keys.map((key, index) => [key, expected[index]]));
});
