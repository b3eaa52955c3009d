import { expect, test } from "vitest";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { someFacts } from "../../../test/support/observations.ts";
import { planSetUp, type ServedState, type SetUpObservation } from "./plan.ts";
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

/** What is told of a component that is there. */
function toldOf(state: Partial<ServedState>): readonly string[] {
  const observation = observed({});
  const { component } = someFacts({ fileFormat: "json-nested" });
  const served = { component, languages: ["en"], isOurs: false, ...state };
  const components = observation.components.map((each) => ({ ...each, format: undefined, served }));
  return planSetUp({ ...observation, components }).differences.map(({ message }) => message);
}

test.each<[what: string, state: Partial<ServedState>, told: readonly string[]]>([
  ["reads this repository", { isOurs: true }, []],
  ["was filled with the same strings", {}, []],
  [
    "reads another repository",
    { otherRepository: "https://git.example.org/acme/web" },
    [expect.stringContaining("acme/web")],
  ],
  [
    "was filled from elsewhere",
    { source: { added: 3, changed: 1, removed: 2, total: 4 } },
    [
      "it is there already, filled from elsewhere: a push would add 3, change 1 and remove 2; 4 source strings are there",
    ],
  ],
  [
    "lacks one of many strings",
    { source: { added: 1, changed: 0, removed: 0, total: 9 } },
    ["its source strings are not git's: a push would add 1; 9 source strings are there"],
  ],
])("of a component that %s the plan tells whose strings it has", (_what, state, told) => {
  expect(toldOf(state)).toEqual(told);
});
