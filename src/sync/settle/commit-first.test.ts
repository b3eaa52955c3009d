import { describe, expect, test } from "vitest";
import { aBinding, aComponent, anObservation, aTranslationObservation } from "../../../test/support/observations.ts";
import type { ProjectObservation } from "../observe/observation.ts";
import type { Plan, UploadStep } from "../plan.ts";
import { commitsFirst, withoutUncommitted } from "./commit-first.ts";

const upload: UploadStep = {
  kind: "upload",
  component: "acme/website",
  language: "de",
  path: "locales/de.json",
  blob: "b",
  method: "translate",
  conflicts: "replace-translated",
  removes: [],
  reason: "",
};
const planOf = (...steps: Plan["steps"]): Plan => ({ steps, findings: [], inStep: 0 });
const clean = { needsCommit: false, needsMerge: false, needsPush: false };
const seen = (repository: ProjectObservation["repository"]): ReturnType<typeof anObservation> =>
  anObservation({
    components: [aComponent({ binding: aBinding(), translations: [aTranslationObservation()] })],
    projects: [{ slug: "acme", repository }],
  });
const replace = { ...upload, method: "replace", conflicts: undefined } as const;

describe("translations are sent over what is committed only", () => {
  test.each([
    ["strings are pending", { ...clean, needsCommit: true }, upload, ["acme/website"]],
    ["the token may not see whether they are", "hidden", upload, ["acme/website"]],
    ["nobody asked, as in a push", "not-asked", upload, ["acme/website"]],
    ["nothing is pending", clean, upload, []],
    ["it is the source that is sent", "hidden", { ...upload, language: "en", path: "locales/en.json" }, []],
    ["an empty language is filled, whose first text may be pending", "hidden", replace, ["acme/website"]],
    ["a language is filled that the service does not have yet", "hidden", { ...replace, language: "fr" }, []],
    ["texts are suggested", "hidden", { ...upload, method: "suggest", conflicts: undefined }, []],
  ] as const)("%s", (_, repository, { conflicts, ...step }, committed) => {
    const plan = planOf({ ...step, ...(conflicts !== undefined && { conflicts }) });
    expect(commitsFirst(plan, seen(repository)).map(({ component }) => component)).toEqual(committed);
  });

  test("where the commit failed, nothing is sent", () => {
    const [step] = commitsFirst(planOf(upload), seen("hidden"));
    if (step === undefined) throw new Error("no commit is planned");
    const failed = { step, outcome: "failed", detail: "", bytes: 0, milliseconds: 0 } as const;

    expect(withoutUncommitted(planOf(upload), [failed], seen("hidden")).steps).toEqual([]);
    expect(withoutUncommitted(planOf(upload), [{ ...failed, outcome: "done" }], seen("hidden")).steps).toEqual([
      upload,
    ]);
  });
});
