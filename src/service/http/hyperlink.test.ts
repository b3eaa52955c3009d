import { expect, it } from "vitest";
import { idIn } from "./hyperlink.ts";

it.each([
  ["7", 7],
  ["2147483647", 2_147_483_647],
  ["99999999999", 0],
  ["1.5", 0],
  ["Infinity", 0],
  ["-1", 0],
  ["1e3", 0],
  [" 7", 0],
  ["", 0],
  [null, 0],
])("finds in %j the id %i", (text, id) => {
  expect(idIn(text)).toBe(id);
});
