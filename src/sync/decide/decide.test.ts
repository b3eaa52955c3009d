import { describe, expect, it } from "vitest";
import {
  aBinding,
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
  someCounters,
  someFacts,
} from "../../../test/support/observations.ts";
import { defined } from "../../core/defined.ts";
import { decide } from "./decide.ts";
import type { Intent } from "./intent.ts";
import type { SourceComparison, SourceObservation } from "../observe/observation.ts";
import type { Plan } from "../plan.ts";

const push: Intent = { push: true, pull: false, settled: false, allowRemovals: false };
const pull: Intent = { push: false, pull: true, settled: false, allowRemovals: false };
const sync: Intent = { push: true, pull: true, settled: false, allowRemovals: false };

function summary(plan: Plan): readonly string[] {
  return [
    ...plan.steps.map((step) =>
      step.kind === "upload"
        ? `upload ${step.path} ${step.method}`
        : step.kind === "download"
          ? `download ${step.path} from ${step.from ?? "nothing"} on ${step.base.kind === "agreed" ? step.base.blob : step.base.blobs.join("|") || "no base"}`
          : `${step.kind} ${step.component}`,
    ),
    ...plan.findings.map((finding) => `${finding.kind}: ${finding.path ?? finding.component}`),
  ];
}

function differingSource(comparison?: SourceComparison): SourceObservation {
  return {
    path: "locales/en.json",
    blob: "new-source",
    translation: aTranslation({ language: "en", isSource: true, revision: "old-source" }),
    ...defined({ comparison }),
  };
}

function compared(overrides: Partial<Extract<SourceComparison, { kind: "compared" }>> = {}): SourceComparison {
  return { kind: "compared", added: 0, changed: 0, removed: [], renamed: [], namesToAdd: 0, total: 10, ...overrides };
}

function removing(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `key${String(index)}`);
}

it("sends nothing where the token may not see which repository the service follows: it may be this one", () => {
  const source = {
    path: "locales/en.json",
    blob: "source-blob",
    translation: aTranslation({ language: "en", isSource: true, revision: "older-source" }),
    comparison: { kind: "compared", added: 1, changed: 0, removed: [], renamed: [], namesToAdd: 0, total: 3 },
  } as const;
  const observation = anObservation({
    components: [aComponent({ source, facts: { ...someFacts(), isAddressHidden: true } })],
  });
  const intent = { push: true, pull: true, settled: false, allowRemovals: false };

  const plan = decide(observation, intent);

  expect(plan.steps).toEqual([]);
  expect(plan.findings).toMatchObject([{ kind: "refused", message: expect.stringContaining("vcs.view") }]);
});

describe("a translation that differs", () => {
  it.each([
    ["nothing moves when the blob in git is the service's revision", { blob: "service-blob" }, pull, []],
    [
      "a language without a file is created from what the service has",
      { blob: undefined },
      pull,
      ["download locales/de.json from nothing on no base"],
    ],
    ["a push moves no translations by itself", { versions: { blobs: ["git-blob"] } }, push, []],
    [
      "an unknown version on the service is downloaded, with git's older versions to tell which text is the older",
      { versions: { blobs: ["git-blob", "older"] } },
      pull,
      ["download locales/de.json from git-blob on older"],
    ],
    [
      "git is ahead where the service has one of git's older versions",
      { versions: { blobs: ["git-blob", "service-blob"] } },
      pull,
      ["ahead: locales/de.json"],
    ],
    [
      "after a commit of ours a revert on the service is a change like any other, though git once had that text",
      {
        versions: {
          blobs: ["git-blob", "service-blob"],
          agreed: { blob: "git-blob", service: "git-blob", merged: false },
        },
      },
      pull,
      ["download locales/de.json from git-blob on git-blob"],
    ],
    [
      "a file that differs by bytes only since our commit is in step",
      { versions: { blobs: ["git-blob"], agreed: { blob: "git-blob", service: "service-blob", merged: false } } },
      pull,
      [],
    ],
    [
      "a file that kept texts of the repository is no common version",
      { versions: { blobs: ["git-blob"], agreed: { blob: "git-blob", service: "earlier", merged: true } } },
      pull,
      ["download locales/de.json from git-blob on no base"],
    ],
  ] as const)("%s", (_, overrides, intent, expected) => {
    const component = aComponent({ translations: [aTranslationObservation(overrides)] });

    expect(summary(decide(anObservation({ components: [component] }), intent))).toEqual(expected);
  });

  it("creates no file for a language in which nothing is translated", () => {
    const translation = aTranslation({ counters: someCounters({ translated: 0, translatedPercent: 0 }) });
    const component = aComponent({ translations: [aTranslationObservation({ translation, blob: undefined })] });

    expect(summary(decide(anObservation({ components: [component] }), pull))).toEqual(["skipped: locales/de.json"]);
  });

  it("creates no file for a new language below the minimum, but keeps bringing an existing one", () => {
    const binding = aBinding({ pull: { minimumTranslated: 80, keepAbove: 0, prune: "report", pruneLimit: 20 } });
    const fresh = aTranslationObservation({ blob: undefined });
    const existing = aTranslationObservation({ translation: aTranslation({ language: "fr" }) });

    const plan = decide(
      anObservation({ components: [aComponent({ binding, translations: [fresh, existing] })] }),
      pull,
    );

    expect(summary(plan)).toEqual(["download locales/fr.json from git-blob on no base", "skipped: locales/de.json"]);
  });

  it("waits for a language that the service has not read yet", () => {
    const component = aComponent({
      translations: [aTranslationObservation({ translation: aTranslation({ revision: "" }) })],
    });

    expect(summary(decide(anObservation({ components: [component] }), pull))).toEqual(["blocked: locales/de.json"]);
  });
});

describe("what git changed in translations", () => {
  const ahead = aTranslationObservation({ versions: { blobs: ["git-blob", "service-blob"] } });

  it("is sent by translate where the mapping says so", () => {
    const binding = aBinding({ push: { method: "auto", translations: "changed" } });
    const plan = decide(anObservation({ components: [aComponent({ binding, translations: [ahead] })] }), push);

    expect(summary(plan)).toEqual(["upload locales/de.json translate"]);
  });

  it.each([
    [undefined, "translate", "replace-translated"],
    ["suggest", "suggest", undefined],
    ["approve", "approve", "replace-translated"],
  ] as const)(
    "is sent as the mapping says, %s, and only what is pending then is committed",
    (as, method, conflicts) => {
      const binding = aBinding({ push: { method: "auto", translations: "changed", ...(as && { as }) } });
      const component = aComponent({ binding, translations: [ahead] });

      const { steps } = decide(anObservation({ components: [component] }), { ...push, pull: true });

      expect(steps.filter(({ kind }) => kind === "upload")).toEqual([
        expect.objectContaining({ method, ...(conflicts && { conflicts }) }),
      ]);
      expect(steps.some(({ kind }) => kind === "commit")).toBe(method !== "suggest");
    },
  );

  it("is left to the service once it is suggested", () => {
    const binding = aBinding({ push: { method: "auto", translations: "changed", as: "suggest" } });
    const observation = anObservation({ components: [aComponent({ binding, translations: [ahead] })] });

    const { steps, findings } = decide(observation, { ...push, settled: true });

    expect(steps).toEqual([]);
    expect(findings).toMatchObject([{ kind: "ahead", message: expect.stringContaining("suggested on the service") }]);
  });

  it("is fetched by a service that reads this repository", () => {
    const component = aComponent({ facts: someFacts({}, true), translations: [ahead] });

    expect(summary(decide(anObservation({ components: [component] }), pull))).toEqual(["pull-repository acme/website"]);
  });

  it("adds languages that the service lacks, and fills those without a translation, where the mapping says so", () => {
    const empty = aTranslationObservation({
      translation: aTranslation({ language: "fr", counters: someCounters({ translated: 0 }) }),
    });
    const component = aComponent({
      binding: aBinding({ push: { method: "auto", translations: "missing" } }),
      facts: someFacts(),
      translations: [empty],
      unserved: [{ path: "locales/cs.json", blob: "cs-blob", language: "cs" }],
    });

    expect(summary(decide(anObservation({ components: [component] }), push))).toEqual([
      "add-language acme/website",
      "upload locales/fr.json replace",
      "upload locales/cs.json replace",
    ]);
  });

  const nothing = { translated: 0, fuzzy: 0 };
  const asAgreed = { blob: "git-blob", service: "earlier", merged: false };
  const download = "download locales/de.json from git-blob on";
  it.each([
    ["nothing is there and nothing was agreed", nothing, undefined, ["upload locales/de.json replace"]],
    [
      "git alone has moved on",
      nothing,
      { ...asAgreed, blob: "older", service: "service-blob" },
      ["upload locales/de.json replace"],
    ],
    ["a translator cleared it", nothing, asAgreed, [`${download} git-blob`]],
    ["all of it needs editing", { total: 300, translated: 0, fuzzy: 280 }, undefined, [`${download} no base`]],
    ["all of it needs editing since it was agreed", { translated: 0, fuzzy: 280 }, asAgreed, [`${download} git-blob`]],
  ] as const)(
    "fills a language without a translation by a whole file only where it writes over nothing: %s",
    (_, counters, agreed, expected) => {
      for (const translations of ["missing", "changed"] as const) {
        const translation = aTranslation({ counters: someCounters(counters) });
        const versions = { blobs: ["git-blob"], ...defined({ agreed }) };
        const component = aComponent({
          binding: aBinding({ push: { method: "auto", translations } }),
          facts: someFacts(),
          translations: [aTranslationObservation({ translation, versions })],
        });

        const { steps } = decide(anObservation({ components: [component] }), sync);

        expect(summary({ steps: steps.filter(({ kind }) => kind !== "commit"), findings: [], inStep: 0 })).toEqual(
          expected,
        );
      }
    },
  );

  it.each([
    ["what was agreed", { blob: "then", service: "service-blob", merged: false }, { blob: "then" }],
    [
      "what was agreed, where kept texts were sent since",
      { blob: "then", service: "service-blob", merged: true },
      { blob: "then" },
    ],
    [
      "the service's file of then, where texts were kept that it lacks",
      { blob: "then", service: "service-blob", merged: true, unsent: true },
      { blob: "then", served: "service-blob" },
    ],
    ["the version that the service has, where that is one of git's", undefined, { blob: "service-blob" }],
    [
      "a version since the agreement that the service has",
      { blob: "then", service: "before", merged: false, newer: ["service-blob"] },
      { blob: "service-blob" },
    ],
  ] as const)("is what git has otherwise than %s", (_, agreed, since) => {
    const versions = { blobs: ["git-blob", "service-blob", "then"], ...defined({ agreed }) };
    const component = aComponent({
      binding: aBinding({ push: { method: "auto", translations: "changed" } }),
      facts: someFacts(),
      translations: [aTranslationObservation({ versions })],
    });

    expect(decide(anObservation({ components: [component] }), push).steps).toMatchObject([
      { method: "translate", since },
    ]);
  });

  it("is sent once from beside texts that are held back or wait, and the file is looked at in every run", () => {
    const open = { blob: "git-blob", service: "service-blob", merged: true, open: true } as const;
    const kinds = (agreed: typeof open & { readonly unsent?: true }, intent: Intent): readonly string[] => {
      const component = aComponent({
        binding: aBinding({ push: { method: "auto", translations: "changed" } }),
        facts: someFacts(),
        translations: [aTranslationObservation({ versions: { blobs: ["git-blob"], agreed } })],
      });
      return decide(anObservation({ components: [component] }), intent).steps.map(({ kind }) => kind);
    };

    expect(kinds({ ...open, unsent: true }, sync)).toEqual(["upload", "commit"]);
    expect(kinds({ ...open, unsent: true }, { ...sync, settled: true })).toEqual(["download"]);
    expect(kinds(open, sync)).toEqual(["download"]);
  });

  it("names languages that the service lacks where the mapping sends none", () => {
    const component = aComponent({ unserved: [{ path: "locales/cs.json", blob: "cs-blob", language: "cs" }] });

    expect(summary(decide(anObservation({ components: [component] }), push))).toEqual(["unmatched: acme/website"]);
  });

  it("tells of two files for one language, which the service could not take both", () => {
    const component = aComponent({
      translations: [
        aTranslationObservation({ path: "locales/de.json", translation: aTranslation({ language: "de" }) }),
      ],
      unserved: [
        { path: "locales/de_DE.json", blob: "other-blob", language: "de_DE" },
        { path: "locales/it.json", blob: "it-blob", language: "it" },
      ],
    });

    const { findings } = decide(anObservation({ components: [component] }), push);

    expect(findings.filter(({ kind }) => kind === "unmatched")).toMatchObject([
      {
        message: "the service has one file for a language: locales/de_DE.json and locales/de.json are both de",
        remedy: expect.stringContaining("exclude: [locales/de_DE.json]"),
      },
      { message: "git has files for languages that the service lacks: it" },
    ]);
  });
});

describe("the source file", () => {
  it.each([
    [
      "a monolingual file without removals is replaced byte for byte",
      compared({ added: 2, changed: 1 }),
      "auto",
      {},
      ["upload locales/en.json replace"],
    ],
    [
      "removals within the limit go through",
      compared({ removed: removing(2) }),
      "auto",
      {},
      ["upload locales/en.json replace"],
    ],
    [
      "removals beyond the limit wait for a yes while what adds and changes goes",
      compared({ added: 1, changed: 1, removed: removing(3) }),
      "auto",
      {},
      ["upload locales/en.json add", "upload locales/en.json translate", "refused: locales/en.json"],
    ],
    [
      "removals beyond the limit alone send nothing",
      compared({ removed: removing(3) }),
      "replace",
      {},
      ["refused: locales/en.json"],
    ],
    [
      "renamed keys get their translations before the old ones go",
      compared({ renamed: [{ from: "a", to: "b" }], namesToAdd: 1 }),
      "auto",
      {},
      ["upload locales/en.json add", "rename acme/website", "upload locales/en.json replace"],
    ],
    [
      "a rename that a run did not finish needs no new names",
      compared({ renamed: [{ from: "a", to: "b" }] }),
      "auto",
      {},
      ["rename acme/website", "upload locales/en.json replace"],
    ],
    [
      "renamed keys are no removals",
      compared({ renamed: removing(9).map((key) => ({ from: key, to: `new.${key}` })), namesToAdd: 9 }),
      "auto",
      {},
      ["upload locales/en.json add", "rename acme/website", "upload locales/en.json replace"],
    ],
    [
      "renamed keys get their translations while removals wait for a yes",
      compared({ removed: removing(3), renamed: [{ from: "a", to: "b" }], namesToAdd: 1 }),
      "auto",
      {},
      ["upload locales/en.json add", "rename acme/website", "refused: locales/en.json"],
    ],
    [
      "a rename is not repeated while removals wait for a yes",
      compared({ removed: removing(3), renamed: [{ from: "a", to: "b" }] }),
      "auto",
      {},
      ["refused: locales/en.json"],
    ],
    [
      "add sends new keys only",
      compared({ added: 1, removed: removing(3) }),
      "add",
      {},
      ["upload locales/en.json add"],
    ],
    [
      "translate sends changed texts only",
      compared({ added: 1, changed: 1 }),
      "translate",
      {},
      ["upload locales/en.json translate"],
    ],
    [
      "method source does not fit a monolingual component",
      compared({ added: 1 }),
      "source",
      {},
      ["refused: locales/en.json"],
    ],
    [
      "a bilingual PO component takes source",
      compared({ added: 1 }),
      "auto",
      { fileFormat: "po", template: "" },
      ["upload locales/en.json source"],
    ],
    [
      "replace does not fit a bilingual component",
      compared({ added: 1 }),
      "replace",
      { fileFormat: "po", template: "" },
      ["refused: locales/en.json"],
    ],
    [
      "a bilingual component of another format takes no upload",
      compared({ added: 1 }),
      "auto",
      { fileFormat: "xliff", template: "" },
      ["refused: locales/en.json"],
    ],
    [
      "a file that does not parse is never sent",
      { kind: "unreadable", side: "repository", message: "line 3", line: 3 },
      "auto",
      {},
      ["refused: locales/en.json"],
    ],
    [
      "a format that is not read here is not replaced unasked",
      { kind: "opaque", format: "aresource" },
      "auto",
      { fileFormat: "aresource" },
      ["refused: locales/en.json"],
    ],
    [
      "a format that is not read here is replaced when asked",
      { kind: "opaque", format: "aresource" },
      "replace",
      { fileFormat: "aresource" },
      ["upload locales/en.json replace"],
    ],
  ] as const)("%s", (_, comparison, method, facts, expected) => {
    const component = aComponent({
      binding: aBinding({ push: { method, translations: "never" } }),
      facts: someFacts(facts),
      source: differingSource(comparison),
    });

    expect(summary(decide(anObservation({ components: [component] }), push))).toEqual(expected);
  });

  it("lists every key that a replace would remove", () => {
    const component = aComponent({ facts: someFacts(), source: differingSource(compared({ removed: removing(3) })) });

    const [refused] = decide(anObservation({ components: [component] }), push).findings;

    expect(refused?.keys).toEqual(["key0", "key1", "key2"]);
  });

  it("goes through beyond the limit after an explicit yes", () => {
    const component = aComponent({ facts: someFacts(), source: differingSource(compared({ removed: removing(9) })) });

    const plan = decide(anObservation({ components: [component] }), { ...push, allowRemovals: true });

    expect(plan.steps).toMatchObject([{ kind: "upload", method: "replace", removes: removing(9) }]);
  });

  it.each([
    ["is in step when all of its texts are there", compared(), []],
    ["is in step though the service has more", compared({ removed: removing(3) }), []],
    ["is refused when the service lacks one", compared({ added: 1 }), ["refused: locales/en.json"]],
    ["is refused when the service has another", compared({ changed: 1 }), ["refused: locales/en.json"]],
  ] as const)("of a bilingual component that keeps no file of it %s", (_, comparison, expected) => {
    const translation = aTranslation({ language: "en", isSource: true, filename: "", revision: "" });
    const component = aComponent({
      facts: someFacts({ fileFormat: "xliff", template: "" }),
      source: { ...differingSource(comparison), translation },
    });

    expect(summary(decide(anObservation({ components: [component] }), push))).toEqual(expected);
  });

  it("is fetched by a service that reads this repository, once for components that share a clone", () => {
    const facts = someFacts({}, true);
    const components = ["acme/website", "acme/app"].map((name) =>
      aComponent({ name, facts, source: differingSource() }),
    );

    expect(summary(decide(anObservation({ components }), push))).toEqual(["pull-repository acme/website"]);
  });

  it("is left alone by a service that reads another branch of this repository", () => {
    const component = aComponent({ facts: someFacts({ branch: "next" }, true), source: differingSource() });

    expect(summary(decide(anObservation({ components: [component] }), push))).toEqual(["skipped: locales/en.json"]);
  });
});

describe("pending work on the service", () => {
  it("is committed once for the whole project", () => {
    const observation = anObservation({
      projects: [{ slug: "acme", repository: { needsCommit: true, needsMerge: false, needsPush: false } }],
      components: [aComponent(), aComponent({ name: "acme/app" })],
    });

    expect(decide(observation, pull).steps).toMatchObject([{ kind: "commit", component: "acme", whole: true }]);
  });

  it("is asked for component by component where the token may not see the project", () => {
    const observation = anObservation({ projects: [{ slug: "acme", repository: "hidden" }] });

    expect(decide(observation, pull).steps).toMatchObject([
      { kind: "commit", component: "acme/website", whole: false },
    ]);
  });

  it("is not touched by a push", () => {
    const observation = anObservation({
      projects: [{ slug: "acme", repository: { needsCommit: true, needsMerge: false, needsPush: false } }],
    });

    expect(decide(observation, push).steps).toEqual([]);
  });

  it("is committed after an upload, before the download", () => {
    const component = aComponent({
      facts: someFacts(),
      source: differingSource(compared({ added: 1 })),
      translations: [aTranslationObservation()],
    });

    expect(decide(anObservation({ components: [component] }), sync).steps.map((step) => step.kind)).toEqual([
      "upload",
      "commit",
      "download",
    ]);
  });
});

it("plans nothing when both sides are equal", () => {
  const component = aComponent({ translations: [aTranslationObservation({ blob: "service-blob" })] });

  expect(decide(anObservation({ components: [component] }), sync)).toEqual({ steps: [], findings: [], inStep: 2 });
});
