import { expect, it } from "vitest";
import { unitStates, type Catalogue } from "../../catalog/unit.ts";
import { withoutLeftovers } from "./leftovers.ts";

/** `a=Open b=Save`. */
function catalogue(text: string): Catalogue {
  const units = text
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = ""] = pair.split("=");
      const state = value === "" ? unitStates.untranslated : unitStates.translated;
      return {
        key,
        context: key,
        source: [],
        target: [value],
        state,
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
  units.map(({ key, target }) => `${key}=${target.join("")}`).join(" ");

it("brings a text that was saved under a key's old name under its new one, as older sources tell it", () => {
  const input = {
    base: catalogue("b=1"),
    repository: catalogue("b=1"),
    service: catalogue("a=9 b=1"),
    template: catalogue("x=Open b=Save"),
  };

  expect(withoutLeftovers(input)).toMatchObject({ unexplained: true, service: { units: [{ key: "b" }] } });
  const found = withoutLeftovers({ ...input, formerTemplates: [catalogue("a=Open b=Save")] });
  expect(notation(found.service)).toBe("x=9 b=1");
});

it("takes a text under a name from before the one that was agreed for old", () => {
  const found = withoutLeftovers({
    base: catalogue("m=2 b=1"),
    repository: catalogue("x=2 b=1"),
    service: catalogue("a=9 m=2 x=2 b=1"),
    agreed: catalogue("m=2 b=1"),
    template: catalogue("x=Open b=Save"),
    formerTemplates: [catalogue("m=Open b=Save"), catalogue("a=Open b=Save")],
  });

  expect([notation(found.service), found.hidden.size]).toEqual(["x=2 b=1", 0]);
});

it.each([
  // what, base, git, service, agreed, service's strings, hidden
  [
    "a text of the service that nobody sees comes under the new name",
    "b=1",
    "x=2 b=1",
    "a=9 x=2 b=1",
    undefined,
    "x=9 b=1",
    ["x"],
  ],
  ["one that git had before is old", "a=9 b=1", "x=2 b=1", "a=9 x=2 b=1", undefined, "x=2 b=1", []],
  ["one beside a newer text of the service is old", "b=1", "x=2 b=1", "a=9 x=3 b=1", undefined, "x=3 b=1", []],
  [
    "one beside a text that was agreed under the new name is old",
    "x=2 b=1",
    "x=2 b=1",
    "a=9 x=2 b=1",
    "x=2",
    "x=2 b=1",
    [],
  ],
] as const)("%s", (_, base, repository, service, agreed, result, hidden) => {
  const found = withoutLeftovers({
    base: catalogue(base),
    repository: catalogue(repository),
    service: catalogue(service),
    agreed: agreed === undefined ? undefined : catalogue(agreed),
    template: catalogue("x=Open b=Save"),
    formerTemplates: [catalogue("a=Open b=Save")],
  });

  expect([notation(found.service), [...found.hidden]]).toEqual([result, hidden]);
});

it.each([
  // what, base, git, service, keys of the source, result, renames
  ["the old key of a rename goes", "a=1", "a=1", "a=1 x=1", "x", "x=1", ["a→x"]],
  ["also where the text changed first", "a=1", "a=1", "a=9 x=9", "x", "x=9", ["a→x"]],
  ["a key that is only removed stays", "a=1 b=2", "a=1 b=2", "a=1 b=2", "b", "a=1 b=2", []],
  ["a key whose text stands under no other stays", "a=1", "a=1", "a=1 x=2", "x", "a=1 x=2", []],
  ["two old keys for one new one stay", "a=1 b=1", "a=1 b=1", "a=1 b=1 x=1", "x", "a=1 b=1 x=1", []],
  ["what git has under another name now stays for the merge", "a=1", "x=1", "a=9", "x", "a=9", []],
  ["a key that git gave up stays away", "x=1", "x=1", "a=9 x=9", "x", "x=9", []],
  ["a key that git never had and the source does not have is no news", "x=1", "x=1", "n=9 x=9", "x", "x=9", []],
  ["a source without keys says nothing", "a=1", "a=1", "a=1 x=1", "", "a=1 x=1", []],
  ["what is left of a rename before its translation ever came to git is no news", "", "", "a=1 x=1", "x", "x=1", []],
] as const)("%s", (_, base, repository, service, keys, result, renames) => {
  const found = withoutLeftovers({
    base: catalogue(base),
    repository: catalogue(repository),
    service: catalogue(service),
    template: catalogue(keys),
  });

  expect(notation(found.service)).toBe(result);
  expect(found.renames.map(({ from, to }) => `${from}→${to}`)).toEqual(renames);
});
