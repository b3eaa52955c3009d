import { expect, it } from "vitest";
import type { ServiceComponent, ServiceTranslation } from "../../service-client/translation-service.ts";
import type { AgreedPair } from "../agreement/agreement.ts";
import { compareFiles, type ComparedFile, type Upstream } from "./heal-files.ts";
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

async function* noChanges(): AsyncGenerator<never> {}

interface Case {
  readonly fileFormat: string;
  /** What git has under the path; `none`: nothing. */
  readonly blob: string;
  /** Texts of git's versions, newest first; the present one first. */
  readonly versions: Readonly<Record<string, string>>;
  readonly trailers: Readonly<Record<string, readonly string[]>>;
  readonly revision: string;
  readonly conflicts: "service" | "repository";
  readonly pairs: readonly AgreedPair[];
}

/** Compares one file: the service's text, and the one of blob "ours" in git. */
async function compareOne(served: string, repository: string, wanted: Partial<Case> = {}): Promise<ComparedFile> {
  const { fileFormat = "json", blob = "ours", versions = {}, trailers = {}, revision = "served" } = wanted;
  const texts: Readonly<Record<string, string>> = { ours: repository, source: '{"a": "A", "b": "B"}', ...versions };
  const history = Object.keys(versions).map((id) => ({
    commit: `commit of ${id}`,
    tree: "",
    time: 0,
    blob: id,
    trailers: trailers[id] === undefined ? {} : { "Interlinear-Tree": ["tree"], "Interlinear-Service": trailers[id] },
  }));
  const upstream: Upstream = {
    commit: "upstream",
    files: new Map([["locales/en.json", "source"], ...(blob === "none" ? [] : [["locales/cs.json", blob] as const])]),
    history: new Map([["locales/cs.json", history]]),
  };
  /** Of one line, newest first. */
  const commits = history.map(({ commit }) => commit);
  const ports = {
    service: { download: async () => Buffer.from(served), changes: noChanges },
    git: {
      read: async (id: string) => Buffer.from(texts[id] ?? ""),
      mergeBase: async (one: string, other: string) =>
        [one, other].every((commit) => commits.includes(commit))
          ? commits.findLast((commit) => commit === one || commit === other)
          : undefined,
      blobAt: async () => undefined,
      history: async () => new Map(),
      movedFrom: async () => new Map(),
      hash: () => "hashed",
    },
    record: { pairsOf: async () => new Map([["locales/cs.json", wanted.pairs ?? []]]), served: async () => undefined },
  };
  const binding = { conflicts: wanted.conflicts ?? "service" };
  const [compared] = await compareFiles(
    ports,
    { ...component, fileFormat },
    binding,
    [aTranslation({ revision })],
    upstream,
  );
  if (compared === undefined) throw new Error("nothing was compared");
  return compared;
}

const text = '{"a": "Ahoj"}';

it.each<[string, Promise<ComparedFile>, Partial<FileObservation>]>([
  ["the same blob is equal", compareOne("", "", { blob: "served" }), { relation: "equal" }],
  ["another layout has the same strings", compareOne(text, '{\n  "a": "Ahoj"\n}\n'), { relation: "same-strings" }],
  [
    "another text, of which nothing tells the older, is news",
    compareOne(text, '{"a": "Nazdar"}'),
    { relation: "news", strings: 1 },
  ],
  ["a text that git lacks is news", compareOne('{"a": "Ahoj", "b": "B"}', text), { relation: "news", strings: 1 }],
  [
    "a blob that git once had is older",
    compareOne("", "", { versions: { ours: "", served: text } }),
    { relation: "older" },
  ],
  [
    "a version that git once had is older in the service's own bytes too",
    compareOne('{\n    "a": "Ahoj"\n}', '{"a": "Nazdar"}', { versions: { ours: '{"a": "Nazdar"}', once: text } }),
    { relation: "older" },
  ],
  [
    "one from before our last commit is what somebody went back to",
    compareOne(text, '{"a": "Nazdar"}', {
      versions: { ours: '{"a": "Nazdar"}', once: text },
      trailers: { ours: ["another locales/cs.json"] },
    }),
    { relation: "news", strings: 1 },
  ],
  [
    "a developer's correction after our last commit is newer",
    compareOne(text, '{"a": "Nazdar"}', {
      versions: { ours: '{"a": "Nazdar"}', brought: text },
      trailers: { brought: ["another locales/cs.json"] },
    }),
    { relation: "older" },
  ],
  [
    "the record knows what a merge forgot to say",
    compareOne('{"a": "Hoj"}', '{"a": "Nazdar"}', {
      versions: { ours: '{"a": "Nazdar"}', once: text },
      pairs: [{ blob: "once", service: "served", merged: false }],
    }),
    { relation: "older" },
  ],
  [
    "a key that neither the source nor git has is no news",
    compareOne('{"a": "Ahoj", "dead": "Nic"}', text),
    { relation: "same-strings" },
  ],
  ["a file that git lacks is missing", compareOne(text, "", { blob: "none" }), { relation: "missing", strings: 1 }],
  ["a file that the service has not read is unread", compareOne(text, text, { revision: "" }), { relation: "unread" }],
  ["what does not parse differs", compareOne("{", text), { relation: "differs" }],
  ["what we have no reader for differs", compareOne(text, text, { fileFormat: "odf" }), { relation: "differs" }],
])("%s", async (_, compared, expected) => {
  const { observation } = await compared;

  expect(observation).toEqual({ component: "acme/web", language: "cs", path: "locales/cs.json", ...expected });
});

it("leaves a string that both changed to the repository where the mapping says so, and names it", async () => {
  const disputed = {
    versions: { ours: '{"a": "Nazdar"}', brought: '{"a": "Dobrý den"}' },
    trailers: { brought: ["another locales/cs.json"] },
  } as const;
  const served = '{"a": "Ahoj", "b": "B"}';

  const repository = await compareOne(served, '{"a": "Nazdar"}', { ...disputed, conflicts: "repository" });
  const service = await compareOne(served, '{"a": "Nazdar"}', disputed);

  expect(Buffer.from(repository.news?.upload.content ?? []).toString("utf8")).not.toContain("Ahoj");
  expect(repository.conflicts).toMatchObject([{ key: "a", taken: "repository" }]);
  expect(Buffer.from(service.news?.upload.content ?? []).toString("utf8")).toContain("Ahoj");
  expect(service.conflicts).toEqual([]);
});

it("asks for no file that git has as it is", async () => {
  const refuse = async (): Promise<never> => {
    throw new Error("nothing is to be read");
  };
  const upstream = { commit: "upstream", files: new Map([["locales/cs.json", "served"]]), history: new Map() };

  const compared = await compareFiles(
    {
      service: { download: refuse, changes: noChanges },
      git: {
        read: refuse,
        mergeBase: refuse,
        blobAt: refuse,
        history: refuse,
        movedFrom: refuse,
        hash: () => "hashed",
      },
    },
    component,
    undefined,
    [aTranslation({}), aTranslation({ filename: "", isSource: true })],
    upstream,
  );

  expect(compared.map(({ observation }) => observation.relation)).toEqual(["equal"]);
});
