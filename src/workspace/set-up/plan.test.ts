import { expect, test } from "vitest";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { planSetUp, type SetUpObservation } from "./plan.ts";
import { formatFor } from "../../formats/registry.ts";

const repository = { address: "https://git.example.org/acme/shop", branch: "main", because: "everybody can read it" };

/** A project that the service lacks, of one component with these languages under other codes in git. */
function observed(aliases: Readonly<Record<string, string>>): SetUpObservation {
  const files = ["locales/en.json", ...Object.values(aliases).map((code) => `locales/${code}.json`)];
  const text = `version: 1
service: https://translate.example.org
project: shop
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
    languages:
      aliases: ${JSON.stringify(aliases)}
`;
  const { bindings } = resolveMapping(loadMapping(text, "mapping.yml"), files);
  return {
    service: "https://translate.example.org",
    mapping: { path: "mapping.yml" },
    projects: new Map([["shop", false]]),
    web: "https://git.example.org/acme/shop",
    components: bindings.map((binding) => ({
      binding,
      format: formatFor("json"),
      files: [],
      encoding: undefined,
      served: undefined,
    })),
    repository,
    workflow: undefined,
  };
}

const few = { de: "de-DE", fr: "fr-FR", en_GB: "en_GB" };
const many = Object.fromEntries(
  [
    "bg",
    "cs",
    "da",
    "de",
    "el",
    "es",
    "et",
    "fr",
    "hr",
    "id",
    "it",
    "ko",
    "nl",
    "ru",
    "sl",
    "sv",
    "th",
    "tr",
    "uk",
    "vi",
  ].map((code) => [code, `${code}-${code.toUpperCase()}-x`]),
);

test("a project is told the codes of the files, but for those that are the service's own", () => {
  const { steps } = planSetUp(observed(few));

  expect(steps).toMatchObject([
    { kind: "create-project", languageAliases: { "de-DE": "de", "fr-FR": "fr" } },
    { kind: "create-component", from: { kind: "repository" } },
  ]);
});

test("more codes than a project takes are not sent: the files are, under names that everybody knows", () => {
  const { steps } = planSetUp(observed(many));

  expect(steps).toMatchObject([
    { kind: "create-project", languageAliases: {} },
    { kind: "create-component", from: { kind: "files" }, reason: expect.stringContaining("language codes") },
  ]);
});
