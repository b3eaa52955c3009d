import { describe, expect, test } from "vitest";
import {
  aBinding,
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
  someCounters,
  someFacts,
} from "../../../test/support/observations.ts";
import type { Binding } from "../../mapping/binding.ts";
import { decide } from "./decide.ts";
import type { Intent } from "./intent.ts";
import type { ComponentObservation, UnservedFile } from "../observe/observation.ts";
import { refusedRequests } from "../requested-language.ts";

const sync: Intent = { push: true, pull: true, settled: false, allowRemovals: false };
const push: Intent = { ...sync, pull: false };
const pull: Intent = { ...sync, push: false };
const settled: Intent = { ...sync, settled: true };
const agreed = { blob: "git-blob", service: "git-blob", merged: false };
const leftBehind: UnservedFile = {
  path: "locales/fr.json",
  blob: "git-blob",
  language: "fr",
  mode: "100644",
  versions: { blobs: ["git-blob"], agreed, isOurs: true },
};

function decided(component: Partial<ComponentObservation>, intent: Intent): readonly string[] {
  const { steps, findings } = decide(anObservation({ components: [aComponent(component)] }), intent);
  return [
    ...steps.map((step) => `${step.kind} ${"language" in step ? step.language : step.component}`),
    ...findings.map((finding) => `${finding.kind}: ${finding.message}`),
  ];
}

const german = aTranslationObservation({ blob: "service-blob" });
const lacking = "unmatched: git has files for languages that the service lacks: fr";

describe("a language that the mapping asks for", () => {
  const asking = (
    request: readonly string[],
    more: Partial<Binding["languages"]> = {},
  ): Partial<ComponentObservation> => ({
    binding: aBinding({ languages: { aliases: {}, except: [], request, ...more } }),
    translations: [german],
  });

  test.each([
    ["is added where the service lacks it", asking(["fr"]), sync, ["add-language fr"]],
    ["is added once", asking(["fr", "fr"]), push, ["add-language fr"]],
    ["is not added where it is there", asking(["de"]), sync, []],
    ["is not added where it is the source's", asking(["en"]), sync, []],
    ["is not added by a run that only pulls", asking(["fr"]), pull, []],
    ["is not added a second time in one run", asking(["fr"]), settled, []],
    ["is not added where the mapping leaves it out", asking(["fr"], { except: ["fr"] }), sync, []],
    [
      "is not added to a component without a source",
      { ...asking(["fr"]), source: { path: "locales/en.json", blob: "x", translation: undefined } },
      sync,
      ["unmatched: the service has no source translation in this component"],
    ],
    [
      "comes with git's file where the mapping sends it",
      {
        ...asking(["fr"]),
        binding: aBinding({
          languages: { aliases: {}, except: [], request: ["fr"] },
          push: { method: "auto", translations: "missing" },
        }),
        unserved: [leftBehind],
      },
      push,
      ["add-language fr", "upload fr"],
    ],
  ] as const)("%s", (_, component, intent, expected) => {
    expect(decided(component, intent)).toEqual(expected);
  });

  test("is a finding where the service refuses it, with the nearest code that is known", () => {
    const [step] = decide(anObservation({ components: [aComponent(asking(["ptt_BR"]))] }), push).steps;
    if (step === undefined) throw new Error("no step");
    const outcome = { step, outcome: "not-needed", detail: "No such language", bytes: 0, milliseconds: 1 } as const;

    expect(refusedRequests([outcome])).toMatchObject([
      {
        kind: "blocked",
        language: "ptt_BR",
        message: "the service does not add the language ptt_BR (languages.request in the mapping): No such language",
        remedy: "No such code is known here. If `pt_BR` is meant, a developer writes it into the mapping.",
      },
    ]);
    expect(
      refusedRequests([
        { ...outcome, outcome: "done" },
        { ...outcome, outcome: "failed" },
      ]),
    ).toEqual([]);
  });
});

describe("a file whose language the service lacks", () => {
  const missing: Binding["push"] = { method: "auto", translations: "missing" };
  const pruning: Binding["pull"] = { minimumTranslated: 0, keepAbove: 0, prune: "apply", pruneLimit: 50 };
  const component = (
    binding: Partial<Binding> = {},
    more: Partial<ComponentObservation> = {},
  ): Partial<ComponentObservation> => ({
    binding: aBinding(binding),
    translations: [german],
    unserved: [leftBehind],
    ...more,
  });

  test.each([
    ["is named by a sync", component(), sync, [lacking]],
    ["is named by a pull", component(), pull, [lacking]],
    ["is not named by a pull that never prunes", component({ pull: { ...pruning, prune: "off" } }), pull, []],
    [
      "is sent where the mapping says so",
      component({ push: missing }),
      sync,
      ["add-language fr", "upload fr", "commit acme/website"],
    ],
    ["is removed where the mapping says so", component({ pull: pruning }), sync, ["prune fr"]],
    [
      "is removed after the service was brought up to date as well",
      component({ pull: pruning }),
      settled,
      ["prune fr"],
    ],
    ["is not removed by a push, nor sent again", component({ pull: pruning, push: missing }), push, []],
    [
      "is neither removed nor sent again where a squash hides who wrote it",
      component(
        { pull: pruning, push: missing },
        { unserved: [{ ...leftBehind, versions: { blobs: ["git-blob"], agreed } }] },
      ),
      sync,
      [lacking],
    ],
    ["is removed rather than sent again", component({ pull: pruning, push: missing }), sync, ["prune fr"]],
    [
      "is sent where it cannot have come from the service",
      component({ pull: pruning, push: missing }, { unserved: [{ ...leftBehind, versions: { blobs: ["git-blob"] } }] }),
      sync,
      ["add-language fr", "upload fr", "commit acme/website"],
    ],
    [
      "is for the service to find where it reads this repository",
      component({}, { facts: someFacts({}, true) }),
      sync,
      ["pull-repository acme/website"],
    ],
    [
      "is named where the service has read this repository and lacks it still",
      component({}, { facts: someFacts({}, true) }),
      settled,
      ["unmatched: the service reads this repository and lacks languages that git has files for: fr"],
    ],
    [
      "is no matter of a pull where the service reads this repository",
      component({}, { facts: someFacts({}, true) }),
      pull,
      [],
    ],
  ] as const)("%s", (_, observed, intent, expected) => {
    expect(decided(observed, intent)).toEqual(expected);
  });
});

describe("limits of a language", () => {
  const limits = { minimumTranslated: 80, keepAbove: 60, prune: "report", pruneLimit: 20 } as const;
  const component = (
    slug: string,
    translated: number,
    blob?: string,
    rules: Binding["pull"] = limits,
  ): ComponentObservation =>
    aComponent({
      name: `acme/${slug}`,
      binding: aBinding({
        component: { project: "acme", categories: [], component: slug },
        translations: `${slug}/{language}.json`,
        pull: rules,
      }),
      translations: [
        aTranslationObservation({
          path: `${slug}/de.json`,
          blob,
          translation: aTranslation({ counters: someCounters({ total: 100, translated }) }),
          ...(blob !== undefined && { versions: { blobs: [blob] } }),
        }),
      ],
    });
  const both = (...components: readonly ComponentObservation[]): readonly string[] => {
    const { steps, findings } = decide(anObservation({ components }), pull);
    return [
      ...steps.map((step) => `${step.kind} ${"path" in step ? step.path : ""}`),
      ...findings.map(({ kind, path, message }) => `${kind} ${path ?? ""}: ${message}`),
    ];
  };

  test("one that is far enough over all components comes to each of them", () => {
    expect(both(component("web", 100), component("app", 60))).toEqual(["download web/de.json", "download app/de.json"]);
  });

  test("one that is not comes to none of them, with the percentage that counts", () => {
    expect(both(component("web", 100), component("app", 59))).toEqual([
      "skipped web/de.json: 79.5 % translated over the components of acme, below the 80 % a new language needs",
      "skipped app/de.json: 79.5 % translated over the components of acme, below the 80 % a new language needs",
    ]);
  });

  test("a component with a limit of its own is judged alone", () => {
    expect(both(component("web", 100), component("app", 59, undefined, { ...limits, isJudgedAlone: true }))).toEqual([
      "download web/de.json",
      "skipped app/de.json: 59 % translated, below the 80 % a new language needs",
    ]);
  });

  test("between the two limits who is in stays in, and who is out stays out", () => {
    expect(both(component("web", 70, "older"), component("app", 70))).toEqual([
      "download web/de.json",
      "skipped app/de.json: 70 % translated over the components of acme, below the 80 % a new language needs",
    ]);
  });

  test("below the lower one a file that is only reported goes on being brought up to date", () => {
    expect(both(component("web", 50, "older"))).toEqual([
      "download web/de.json",
      "skipped web/de.json: 50 % translated, below the 60 % that keep a language (pull.keep-above); the file stays",
    ]);
  });

  test("a file that is removed is not brought up to date", () => {
    const pruning = { ...limits, prune: "apply", pruneLimit: 100 } as const;

    expect(both(component("web", 50, "service-blob", pruning))).toEqual(["prune web/de.json"]);
  });

  test("a part of the components is judged by what is known of all", () => {
    const { steps } = decide(anObservation({ components: [component("web", 10)] }), {
      ...pull,
      standings: { acme: { de: 95 } },
    });

    expect(steps).toMatchObject([{ kind: "download", path: "web/de.json" }]);
  });
});
