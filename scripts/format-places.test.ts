import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { formats } from "../src/formats/registry.ts";
import { missingNames, optionalPlaces } from "./format-places.ts";
import { root } from "./stage.ts";

it.each(Object.keys(optionalPlaces))("%s has something to say of formats, and stands in CONTRIBUTING.md", (path) => {
  const text = readFileSync(join(root, path), "utf8");

  expect([...formats.keys()].filter((id) => text.includes(id)).length).toBeGreaterThan(3);
  expect(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).toContain(`\`${path}\``);
});

test("a format without a name is told of in words, with every place that it may have something to say in", () => {
  expect(missingNames(formats.keys())).toBeUndefined();
  const told = missingNames([...formats.keys(), "toykv"]);

  expect(told).toContain("Say in scripts/format-names.ts what people call toykv.");
  for (const path of Object.keys(optionalPlaces)) expect(told).toContain(path);
});
