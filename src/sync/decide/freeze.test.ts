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
import { isFrozen } from "./freeze.ts";
import type { Intent } from "./intent.ts";
import type { ComponentObservation, SourceObservation } from "../observe/observation.ts";

const onBranches = { branches: ["release/*", "stable"] };
const byLabel = { branches: [], label: "string-freeze" };

test.each([
  [
    "a branch that fits a pattern",
    onBranches,
    "release/2",
    false,
    "strings are frozen on release/2 (freeze.branches: release/*)",
  ],
  ["a branch by its name", onBranches, "stable", false, "strings are frozen on stable (freeze.branches: stable)"],
  ["another branch", onBranches, "main", false, undefined],
  ["a branch below one that fits", onBranches, "release/2/hotfix", false, undefined],
  ["no branch", onBranches, undefined, false, undefined],
  [
    "the label on every branch",
    byLabel,
    "main",
    true,
    "strings are frozen as long as an open pull request or issue has the label string-freeze",
  ],
  [
    "the label without a branch",
    byLabel,
    undefined,
    true,
    "strings are frozen as long as an open pull request or issue has the label string-freeze",
  ],
  ["a label that nothing open has", byLabel, "main", false, undefined],
  ["a label that the settings do not name", onBranches, "main", true, undefined],
  ["no settings", { branches: [] }, "main", false, undefined],
])("%s", (_, settings, branch, isLabelOpen, reason) => {
  expect(isFrozen(settings, branch, isLabelOpen)).toBe(reason);
});

describe("while strings are frozen", () => {
  const frozen: Intent = {
    push: true,
    pull: true,
    settled: false,
    allowRemovals: false,
    frozen: "strings are frozen on release/2 (freeze.branches: release/*)",
  };
  const held = "skipped locales/en.json: strings are frozen on release/2 (freeze.branches: release/*): ";
  const differing: SourceObservation = {
    path: "locales/en.json",
    blob: "new-source",
    translation: aTranslation({ language: "en", isSource: true, revision: "old-source" }),
    comparison: { kind: "compared", added: 2, changed: 1, removed: [], renamed: [], namesToAdd: 0, total: 10 },
  };
  const ahead = aTranslationObservation({ versions: { blobs: ["git-blob", "service-blob"] } });
  const behind = aTranslationObservation({ versions: { blobs: ["git-blob"] } });
  const changed: Binding["push"] = { method: "auto", translations: "changed" };

  function decided(components: readonly ComponentObservation[], intent: Intent = frozen): readonly string[] {
    const { steps, findings } = decide(anObservation({ components }), intent);
    return [
      ...steps.map((step) => `${step.kind} ${"path" in step ? step.path : step.component}`),
      ...findings.map(({ kind, path, message }) => `${kind} ${path ?? ""}: ${message}`),
    ];
  }

  test("a source stays here, with what waits in it, and translations come", () => {
    const component = aComponent({ source: differing, facts: someFacts(), translations: [behind] });

    expect(decided([component])).toEqual([
      "download locales/de.json",
      `${held}2 new, 1 changed do not go to the service`,
    ]);
  });

  test("the second look says the same instead of calling it a fault of the service", () => {
    const component = aComponent({ source: differing, facts: someFacts() });

    expect(decided([component], { ...frozen, settled: true })).toEqual([
      `${held}2 new, 1 changed do not go to the service`,
    ]);
  });

  test("renamed keys stay as they are on the service", () => {
    const renamed = [{ from: "a", to: "b" }];
    const comparison = {
      kind: "compared",
      added: 0,
      changed: 0,
      removed: [],
      renamed,
      namesToAdd: 1,
      total: 10,
    } as const;
    const component = aComponent({ source: { ...differing, comparison }, facts: someFacts() });

    expect(decided([component])).toEqual([`${held}1 renamed do not go to the service`]);
  });

  test("a service that reads this repository is not told to pull a source that differs", () => {
    const component = aComponent({ source: differing, facts: someFacts({}, true), translations: [ahead] });

    expect(decided([component])).toEqual([`${held}2 new, 1 changed do not go to the service`]);
  });

  test("nor is it for a component that shares the clone with such a one", () => {
    const other = aComponent({ name: "acme/app", facts: someFacts({}, true), translations: [ahead] });

    expect(decided([aComponent({ source: differing, facts: someFacts({}, true) }), other])).toEqual([
      `${held}2 new, 1 changed do not go to the service`,
      "skipped : strings are frozen on release/2 (freeze.branches: release/*): the service is not told to pull a clone in which another source differs",
    ]);
  });

  test("it is told to pull translations where all sources are as it has them", () => {
    const component = aComponent({ facts: someFacts({}, true), translations: [ahead] });

    expect(decided([component])).toEqual(["pull-repository acme/website"]);
  });

  test("changed translations go to the service", () => {
    const component = aComponent({ binding: aBinding({ push: changed }), facts: someFacts(), translations: [ahead] });

    expect(decided([component])).toEqual(["upload locales/de.json", "commit acme/website"]);
  });

  test.each([
    [
      "goes to a monolingual component, whose source says which strings there are",
      "locales/en.json",
      ["upload locales/de.json", "commit acme/website"],
    ],
    [
      "stays here for a bilingual one, whose strings it would bring",
      "",
      [`${held.replace("en", "de")}the whole file does not go to the service, which would take new strings from it`],
    ],
  ])("a whole translation file %s", (_, template, expected) => {
    const empty = aTranslation({ counters: someCounters({ translated: 0 }) });
    const component = aComponent({
      binding: aBinding({ push: changed }),
      facts: someFacts({ template }),
      translations: [{ ...behind, translation: empty }],
    });

    expect(decided([component], { ...frozen, pull: true }).filter((line) => !line.startsWith("download"))).toEqual(
      expected,
    );
  });

  test("a source that is as the service has it is no matter of the freeze", () => {
    expect(decided([aComponent({ translations: [behind] })])).toEqual(["download locales/de.json"]);
  });

  test("a source that does not parse is still told of", () => {
    const comparison = { kind: "unreadable", side: "repository", message: "line 3", line: 3 } as const;
    const component = aComponent({ source: { ...differing, comparison }, facts: someFacts() });

    expect(decided([component])).toEqual([
      "refused locales/en.json: the file in git does not parse and was not sent: line 3",
    ]);
  });
});
