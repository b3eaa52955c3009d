import { expect, it } from "vitest";
import type { ServiceComponent, ServiceTranslation } from "../service-client/translation-service.ts";
import { compareFiles, sinceOurs, type Upstream } from "./heal-files.ts";
import type { FileObservation } from "./heal.ts";

const component: ServiceComponent = {
  path: { project: "acme", categories: [], component: "web" },
  url: "https://translate.example.org/api/components/acme/web/",
  webUrl: "https://translate.example.org/projects/acme/web/",
  name: "Web",
  fileFormat: "json",
  template: "locales/en.json",
  newBase: "",
  sourceLanguage: "en",
  isGlossary: false,
};

function aTranslation(overrides: Partial<ServiceTranslation>): ServiceTranslation {
  const address = "https://translate.example.org/api/translations/acme/web/cs/";
  return {
    url: address,
    webUrl: address,
    translateUrl: address,
    fileUrl: `${address}file/`,
    changesUrl: `${address}changes/`,
    language: "cs",
    languageName: "Czech",
    languageCode: "cs",
    filename: "locales/cs.json",
    revision: "served",
    isSource: false,
    isTemplate: false,
    lastChange: null,
    counters: {
      total: 1,
      totalWords: 1,
      translated: 1,
      translatedWords: 1,
      translatedPercent: 100,
      fuzzy: 0,
      failingChecks: 0,
    },
    ...overrides,
  };
}

interface Case {
  readonly fileFormat: string;
  /** What git has under the path; `none`: nothing. */
  readonly blob: string;
  readonly older: readonly string[];
  readonly revision: string;
}

/** Compares one file: the service's text, and the one of blob "ours" in git. */
async function compareOne(
  served: string,
  repository: string,
  { fileFormat = "json", blob = "ours", older = [], revision = "served" }: Partial<Case> = {},
): Promise<readonly FileObservation[]> {
  const upstream: Upstream = {
    files: new Map(blob === "none" ? [] : [["locales/cs.json", blob]]),
    older: new Map([["locales/cs.json", new Set(older)]]),
  };
  const ports = {
    service: { download: async () => Buffer.from(served) },
    git: { read: async () => Buffer.from(repository) },
  };
  return compareFiles(ports, { ...component, fileFormat }, [aTranslation({ revision })], upstream);
}

const text = '{"a": "Ahoj"}';

it.each<[string, Promise<readonly FileObservation[]>, Partial<FileObservation>]>([
  ["the same blob is equal", compareOne("", "", { blob: "served" }), { relation: "equal" }],
  ["another layout has the same strings", compareOne(text, '{\n  "a": "Ahoj"\n}\n'), { relation: "same-strings" }],
  ["another text differs", compareOne(text, '{"a": "Nazdar"}'), { relation: "differs", strings: 1 }],
  ["a text that git lacks differs", compareOne('{"a": "Ahoj", "b": "B"}', text), { relation: "differs", strings: 1 }],
  ["a text that git once had is older", compareOne("", "", { older: ["x", "served"] }), { relation: "older" }],
  ["a file that git lacks is missing", compareOne(text, "", { blob: "none" }), { relation: "missing" }],
  ["a file that the service has not read is unread", compareOne(text, text, { revision: "" }), { relation: "unread" }],
  ["what does not parse differs", compareOne("{", text), { relation: "differs" }],
  ["what we have no reader for differs", compareOne(text, text, { fileFormat: "odf" }), { relation: "differs" }],
])("%s", async (_, compared, expected) => {
  expect(await compared).toEqual([{ component: "acme/web", language: "cs", path: "locales/cs.json", ...expected }]);
});

it("asks for no file that git has as it is", async () => {
  const refuse = async (): Promise<never> => {
    throw new Error("nothing is to be read");
  };
  const upstream = { files: new Map([["locales/cs.json", "served"]]), older: new Map() };

  const compared = await compareFiles(
    { service: { download: refuse }, git: { read: refuse } },
    component,
    [aTranslation({}), aTranslation({ filename: "", isSource: true })],
    upstream,
  );

  expect(compared.map(({ relation }) => relation)).toEqual(["equal"]);
});

const version = (blob: string, trailers = {}) => ({ commit: `commit of ${blob}`, tree: "", time: 0, blob, trailers });
const ours = { "Interlinear-Tree": ["tree"] };

it.each([
  ["all of them where no commit of ours brought one", [version("c"), version("a")], ["c", "a"]],
  ["none from before our last commit", [version("c"), version("b", ours), version("a")], ["c", "b"]],
  [
    "none from before the merge, whatever its message says",
    [version("c"), version("merged"), version("a")],
    ["c", "merged"],
  ],
])("versions that a service may be left with: %s", (_, versions, expected) => {
  expect([...sinceOurs(versions, "commit of merged")]).toEqual(expected);
});
