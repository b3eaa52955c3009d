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
    { agreed?: string; onService?: string; git: string; service: string; versions: string[]; served?: string[] },
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
    "also where git changed others after the rename",
    { git: "n=2 b=2", service: "n=1 b=1", versions: ["n=2 b=1", "a=2 b=1", "a=1 b=1"] },
    "n=1 b=1",
  ],
])("%s", (_, { agreed, onService, git, service, versions, served = [] }, expected) => {
  const base = likelyBase({
    repository: catalogue(git),
    service: catalogue(service),
    agreed: agreed === undefined ? undefined : catalogue(agreed),
    agreedOnService: onService === undefined ? undefined : catalogue(onService),
    versions: versions.map(catalogue),
    served: log(...served),
  });

  expect(notation(base)).toBe(expected);
});
