import { expect, test } from "vitest";
import { mappingName, nameBeside } from "./mapping-name.ts";

test.each([
  [".github/interlinear.yml", undefined],
  ["./.github/interlinear.yml", undefined],
  [".github/interlinear-docs.yml", "docs"],
  [".github/docs.yaml", "docs"],
  ["apps/shop/interlinear.yml", "apps-shop"],
  ["apps/web site/Übersetzung.yml", "apps-web-site-bersetzung"],
  [".github/interlinear.yaml", "other"],
])("the mapping %s is called %s", (path, name) => {
  expect(mappingName(path)).toBe(name);
  expect(nameBeside(path, ["a.txt", ".github/interlinear.yml"])).toBe(name);
});

test("a mapping that is the only one needs no name, wherever it is", () => {
  expect(nameBeside(".github/docs.yml", ["a.txt", ".github/docs.yml"])).toBeUndefined();
});
