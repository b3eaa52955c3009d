import { expect, it } from "vitest";
import { unitAddress } from "./unit-address.ts";

const page = "https://translate.example.org/translate/acme/website/de/";

it.each([
  ["by its key", { key: "cart.items", context: "cart.items", source: ["x"] }, 'key:="cart.items"'],
  ["by its source where it has no context", { key: "Open", context: "", source: ["Open"] }, 'source:="Open"'],
  [
    "by the first form of a source with several",
    { key: "a", context: "", source: ["%d file", "%d files"] },
    'source:"%d file"',
  ],
  ["quoted as the search wants it", { key: 'a"b\\c', context: 'a"b\\c', source: [] }, String.raw`key:="a\"b\\c"`],
])("asks for the unit %s", (_, unit, query) => {
  const address = new URL(unitAddress(page, unit));

  expect(address.origin + address.pathname).toBe(page);
  expect(address.searchParams.get("q")).toBe(query);
});

it("leaves alone what is no address", () => {
  expect(unitAddress("", { key: "a", context: "a", source: [] })).toBe("");
});
