import { expect, it } from "vitest";
import { aBinding, aComponent, aTranslation, aTranslationObservation } from "../../../test/support/observations.ts";
import type { ComponentObservation } from "./observation.ts";
import { assertSeparatePaths } from "./separate-paths.ts";

function component(name: string, source: string, paths: Readonly<Record<string, string>>): ComponentObservation {
  return aComponent({
    name,
    binding: aBinding({ source }),
    translations: Object.entries(paths).map(([language, path]) =>
      aTranslationObservation({ translation: aTranslation({ language }), path }),
    ),
  });
}

const menu = component("acme/menu", "locales/menu.en.json", { de: "locales/menu.de.json" });

it("lets components write beside each other", () => {
  expect(() => {
    assertSeparatePaths([component("acme/app", "locales/en.json", { de: "locales/de.json" }), menu]);
  }).not.toThrow();
});

it.each([
  [
    "another one's translation",
    { "menu.de": "locales/menu.de.json" },
    "de of acme/menu would land on locales/menu.de.json, where acme/app has its menu.de",
  ],
  [
    "another one's source",
    { "menu.en": "locales/menu.en.json" },
    "menu.en of acme/app would land on locales/menu.en.json, the source of acme/menu",
  ],
])("refuses a component that takes %s for a language of its own", (_, paths, message) => {
  expect(() => {
    assertSeparatePaths([component("acme/app", "locales/en.json", paths), menu]);
  }).toThrow(message);
});
