import { describe, expect, test } from "vitest";
import {
  aBinding,
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
  someFacts,
} from "../../../test/support/observations.ts";
import type { ComponentObservation, SourceObservation } from "../observe/observation.ts";
import { decide } from "./decide.ts";

const path = "locale/de/LC_MESSAGES/django.po";
const compared = { kind: "compared", added: 2, changed: 0, removed: [], renamed: [], namesToAdd: 0, total: 5 } as const;

/** A component of Django's: git has a newer file in German than the service. */
function django(
  source: Partial<SourceObservation>,
  { readsThisRepository = false, fileFormat = "po" } = {},
): ComponentObservation {
  return aComponent({
    binding: aBinding({ source: undefined, translations: "locale/{language}/LC_MESSAGES/django.po" }),
    facts: someFacts({ fileFormat, template: "", newBase: "" }, readsThisRepository),
    source: {
      path: undefined,
      blob: "",
      translation: aTranslation({ language: "en", isSource: true, revision: "", filename: "" }),
      ...source,
    },
    translations: [
      aTranslationObservation({
        translation: aTranslation({ revision: "old" }),
        path,
        blob: "new",
        versions: { blobs: ["new", "old"] },
      }),
    ],
  });
}

const push = { push: true, pull: false, settled: false, allowRemovals: false } as const;
const planOf = (component: ComponentObservation) => decide(anObservation({ components: [component] }), push);
const fullest = { path, blob: "new" };

describe("a component without a source file", () => {
  test("is sent the translation that has all strings, and its languages are not told to be ahead besides", () => {
    const { steps, findings } = planOf(django({ fullest, comparison: compared }));

    expect(steps).toMatchObject([{ kind: "upload", method: "source", language: "en", path, blob: "new" }]);
    expect(findings).toEqual([]);
  });

  test("is pulled by a service that reads this repository", () => {
    expect(planOf(django({}, { readsThisRepository: true })).steps).toMatchObject([{ kind: "pull-repository" }]);
  });

  test("says that translations of git are ahead, where no string is new", () => {
    const { steps, findings } = planOf(django({ fullest, comparison: { ...compared, added: 0 } }));

    expect([steps, findings]).toMatchObject([[], [{ kind: "ahead", path }]]);
  });

  test("is sent nothing where no file has all strings, and the run says which two differ", () => {
    const paths = [path, "locale/fr/LC_MESSAGES/django.po"] as const;
    const { steps, findings } = planOf(django({ comparison: { kind: "scattered", paths, keys: ["New"] } }));

    expect(steps).toEqual([]);
    expect(findings[0]).toMatchObject({
      kind: "refused",
      path: paths[1],
      message: `new source strings were not sent: ${paths[1]} has 1 string that ${path} lacks, so no file in git has them all`,
      remedy: expect.stringContaining("makemessages"),
    });
  });

  test("of Qt takes no strings by an upload, and the run says so", () => {
    const { findings } = planOf(django({ fullest, comparison: compared }, { fileFormat: "ts" }));

    expect(findings[0]).toMatchObject({ kind: "refused", message: expect.stringContaining("bilingual ts") });
  });

  test("is told to have languages that the service can make no file for", () => {
    const component = django({ fullest, comparison: compared });
    const { findings } = planOf({
      ...component,
      binding: { ...component.binding, push: { method: "auto", translations: "missing" } },
      unserved: [{ path: "locale/cs/LC_MESSAGES/django.po", blob: "b", language: "cs" }],
    });

    expect(findings).toMatchObject([{ kind: "unmatched", message: expect.stringContaining("no template") }]);
  });
});
