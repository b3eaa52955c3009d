import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { componentName } from "../src/mapping/binding.ts";
import { loadMapping } from "../src/mapping/load.ts";
import { resolveMapping } from "../src/mapping/resolve.ts";
import { root } from "./stage.ts";

test("the mapping that the README shows is one, and finds what it says", () => {
  const path = "docs/examples/mapping.yml";
  const parsed = loadMapping(readFileSync(join(root, path), "utf8"), path);

  const { bindings } = resolveMapping(parsed, [
    "locales/en.json",
    "locales/cs.json",
    "packages/editor/po/messages.pot",
    "packages/viewer/po/messages.pot",
  ]);

  expect(
    bindings.map(({ component, source, translations }) => [componentName(component), source, translations]),
  ).toEqual([
    ["acme/website", "locales/en.json", "locales/{language}.json"],
    ["acme/editor", "packages/editor/po/messages.pot", "packages/editor/po/{language:posix}.po"],
    ["acme/viewer", "packages/viewer/po/messages.pot", "packages/viewer/po/{language:posix}.po"],
  ]);
});
