import { expect, it } from "vitest";
import { unitStates, type Catalogue } from "../../catalog/unit.ts";
import { likelyBase } from "./likely-base.ts";

/** `a=1 b=2`: key and text of each unit. */
function catalogue(text: string): Catalogue {
  const units = text
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = ""] = pair.split("=");
      return {
        key,
        context: key,
        source: [],
        target: [value],
        state: value === "" ? unitStates.untranslated : unitStates.translated,
        note: "",
        location: "",
        flags: "",
        previousSource: "",
        line: 1,
      };
    });
  return { format: "json", units };
}

const notation = ({ units }: Catalogue): string =>
  units.map(({ key, target }) => `${key}=${target[0] ?? ""}`).join(" ");
/** `2→3`: the service's log, newest first. */
const log = (...changes: readonly string[]) =>
  changes.map((change) => {
    const [before = "", after = ""] = change.split("→");
    return { before: [before], after: [after] };
  });

it.each<
  [
    string,
    {
      agreed?: string;
      onService?: string;
      git: string;
      service: string;
      versions: string[];
      beside?: string[];
      before?: string;
      served?: string[];
    },
    string,
  ]
>([
  ["a text that git had before is git's former one", { git: "a=2", service: "a=1", versions: ["a=1"] }, "a=1"],
  ["a text that git never had is news, and disputed", { git: "a=2", service: "a=3", versions: ["a=1"] }, "a=1"],
  ["a string that each side added is disputed", { git: "a=1 b=2", service: "a=1 b=3", versions: ["a=1"] }, "a=1"],
  ["a string that both sides have is none", { git: "a=1 b=2", service: "a=1 b=2", versions: ["a=1"] }, "a=1 b=2"],
  [
    "the service's log tells that it had git's text before",
    { git: "a=2", service: "a=3", versions: ["a=1"], served: ["2→3", "1→2"] },
    "a=2",
  ],
  [
    "it had git's text some saves ago",
    { git: "a=2", service: "a=4", versions: ["a=1"], served: ["3→4", "7→8", "2→3", "1→2"] },
    "a=2",
  ],
  [
    "it had git's text under a name that the key had before",
    { git: "n=2", service: "n=3", versions: ["a=2", "a=1"], served: ["→3", "2→3", "1→2"] },
    "n=2",
  ],
  [
    "it never had git's text: both changed the older one",
    { git: "a=2", service: "a=3", versions: ["a=1"], served: ["1→3"] },
    "a=1",
  ],
  ["what is agreed is the base", { agreed: "a=1", git: "a=2", service: "a=3", versions: [] }, "a=1"],
  [
    "a text that git had since the agreement is git's former one",
    { agreed: "a=1 b=1", git: "a=3 b=1", service: "a=2 b=1", versions: ["a=2 b=1"] },
    "a=2 b=1",
  ],
  [
    "a text that the service went back to is its own",
    { agreed: "a=2", git: "a=2", service: "a=1", versions: [] },
    "a=2",
  ],
  [
    "an agreement that a merge forgot is told by the log",
    { agreed: "a=1", git: "a=2", service: "a=3", versions: ["a=2"], served: ["2→3", "1→2"] },
    "a=2",
  ],
  [
    "what only the agreed version has stays in the base",
    { agreed: "a=1 b=2", git: "a=1", service: "a=1", versions: [] },
    "a=1 b=2",
  ],
  [
    "what only git had when the rest was agreed the service has not removed",
    { agreed: "a=1 b=2", onService: "a=1", git: "a=1 b=2", service: "a=3", versions: [] },
    "a=1",
  ],
  [
    "a text that git gave up is what the service changed",
    { git: "b=1", service: "a=3 b=1", versions: ["a=2 b=1"] },
    "a=2 b=1",
  ],
  ["a key that git renamed had its text under the old name", { git: "n=1", service: "n=3", versions: ["a=1"] }, "n=1"],
  [
    "a string that stood in git without a text, and that each side translated, is disputed",
    { git: "a=1 b=2", service: "a=1 b=3", versions: ["a=1 b="] },
    "a=1",
  ],
  [
    "the service's log tells that it had git's text, though git had none before",
    { git: "a=1 b=2", service: "a=1 b=3", versions: ["a=1 b="], served: ["2→3"] },
    "a=1 b=2",
  ],
  [
    "a string that stood in git without a text is the service's news",
    { git: "a=1 b=", service: "a=1 b=3", versions: ["a=1 b="] },
    "a=1",
  ],
  [
    "a text that the service lacks git has added",
    { git: "a=1 b=2", service: "a=1 b=", versions: ["a=1 b="] },
    "a=1 b=",
  ],
  ["also where git has one version alone", { git: "a=1 b=2", service: "a=1 b=", versions: [] }, "a=1 b="],
  ["also where git had another text before", { git: "a=1 b=2", service: "a=1 b=", versions: ["a=1 b=4"] }, "a=1 b="],
  [
    "a text that the service emptied since the agreement is its own doing",
    { agreed: "a=1 b=2", git: "a=1 b=2", service: "a=1 b=", versions: [] },
    "a=1 b=2",
  ],
  [
    "a text that git emptied and wrote anew since the agreement is git's",
    { agreed: "a=1 b=2", git: "a=1 b=4", service: "a=1 b=", versions: ["a=1 b="] },
    "a=1 b=",
  ],
  [
    "also where git changed others after the rename",
    { git: "n=2 b=2", service: "n=1 b=1", versions: ["n=2 b=1", "a=2 b=1", "a=1 b=1"] },
    "n=1 b=1",
  ],
  [
    "a text that stood beside the agreement, and before it, is one that the service went back to",
    { agreed: "a=2 b=1", git: "a=2 b=3", service: "a=1 b=1", versions: [], beside: ["a=1 b=3"], before: "a=1 b=1" },
    "a=2 b=1",
  ],
  [
    "a text that somebody wrote beside the agreement is git's former one",
    { agreed: "a=2 b=1", git: "a=2 b=4", service: "a=2 b=3", versions: [], beside: ["a=1 b=3"], before: "a=1 b=1" },
    "a=2 b=3",
  ],
])("%s", (_, { agreed, onService, git, service, versions, beside = [], before, served = [] }, expected) => {
  const base = likelyBase({
    repository: catalogue(git),
    service: catalogue(service),
    agreed: agreed === undefined ? undefined : catalogue(agreed),
    agreedOnService: onService === undefined ? undefined : catalogue(onService),
    versions: versions.map(catalogue),
    beside: beside.map(catalogue),
    before: before === undefined ? undefined : catalogue(before),
    served: log(...served),
  });

  expect(notation(base)).toBe(expected);
});

it("compares no text with no text, in however many plural forms", () => {
  const withForms = (...target: string[]): Catalogue => {
    const { units, ...about } = catalogue("a=1");
    return { ...about, units: units.map((unit) => ({ ...unit, target })) };
  };

  const { units } = likelyBase({
    repository: withForms("one", "many"),
    service: withForms("", "", ""),
    agreed: withForms("one", "more"),
    versions: [withForms("", "")],
  });

  expect(units.map(({ target }) => target)).toEqual([["", ""]]);
});

it("takes what git said of a text's state for common, so that somebody who confirms it on the service changed it", () => {
  const inState = (state: keyof typeof unitStates): Catalogue => {
    const { units, ...about } = catalogue("a=1");
    return { ...about, units: units.map((unit) => ({ ...unit, state: unitStates[state] })) };
  };

  const { units } = likelyBase({
    repository: inState("needsEditing"),
    service: inState("translated"),
    versions: [inState("needsEditing"), catalogue("a=0")],
  });

  expect(units.map(({ state }) => state)).toEqual([unitStates.needsEditing]);
});
