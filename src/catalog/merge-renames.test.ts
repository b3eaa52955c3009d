import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../test/support/samples.ts";
import { compare } from "./difference.ts";
import { isEmpty } from "./texts.ts";
import { mergeCatalogues, type MergeInput } from "./merge.ts";
import type { UnitChange } from "./unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

function unit(key: string, target: readonly string[], source: readonly string[] = []): Unit {
  return {
    key,
    context: key,
    source,
    target,
    state: isEmpty(target) ? unitStates.untranslated : unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
  };
}

/** `a=Open b=Save`. */
function catalogue(text: string): Catalogue {
  const units = text
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [key = "", value = ""] = pair.split("=");
      return unit(key, [value]);
    });
  return { format: "json", units };
}

const notation = ({ units }: Catalogue): string =>
  units.map(({ key, target }) => `${key}=${target.join("|")}`).join(" ");

/** What applying changes to a file does, without a file: what is removed still says where it was. */
function applied(before: Catalogue, changes: readonly UnitChange[]): Catalogue {
  const places: { readonly key: string; readonly unit: Unit | undefined }[] = before.units.map((each) => ({
    key: each.key,
    unit: each,
  }));
  const indexOf = (key: string): number => {
    const index = places.findIndex((place) => place.key === key);
    expect(index, `${key} is there`).not.toBe(-1);
    return index;
  };
  for (const change of changes) {
    if (change.kind === "add") {
      expect(places.some(({ key, unit: there }) => key === change.unit.key && there !== undefined)).toBe(false);
      places.splice(change.after === undefined ? 0 : indexOf(change.after) + 1, 0, {
        key: change.unit.key,
        unit: { ...unit(change.unit.key, change.unit.target), ...change.unit },
      });
      continue;
    }
    const index = indexOf(change.key);
    const old = places[index]?.unit;
    expect(old, `${change.key} was not removed`).toBeDefined();
    if (change.kind === "rename" && old !== undefined) {
      places[index] = { key: change.to, unit: { ...old, ...change.unit, key: change.to } };
    } else if (change.kind !== "set" || old === undefined) places[index] = { key: change.key, unit: undefined };
    else {
      const { target, state = unitStates.translated } = change;
      places[index] = { key: change.key, unit: { ...old, target, state } };
    }
  }
  return { ...before, units: places.flatMap((place) => place.unit ?? []) };
}

type Policy = MergeInput["policy"];

describe("merging renamed keys", () => {
  it.each<[string, string, string, string, Policy, string, readonly string[], readonly string[]]>([
    // what, base, repository, service, policy, result, renames, conflicts
    [
      "ours renames, theirs changes the text",
      "a=1 b=2",
      "x=1 b=2",
      "a=9 b=2",
      "fail",
      "x=9 b=2",
      ["a→x repository"],
      [],
    ],
    ["theirs renames, ours changes the text", "a=1 b=2", "a=9 b=2", "x=1 b=2", "fail", "x=9 b=2", ["a→x service"], []],
    ["ours renames, theirs does nothing", "a=1 b=2", "x=1 b=2", "a=1 b=2", "fail", "x=1 b=2", ["a→x repository"], []],
    ["theirs renames, ours does nothing", "a=1 b=2", "a=1 b=2", "x=1 b=2", "fail", "x=1 b=2", ["a→x service"], []],
    ["both rename alike", "a=1 b=2", "x=1 b=2", "x=1 b=2", "fail", "x=1 b=2", ["a→x both"], []],
    ["both rename differently", "a=1 b=2", "x=1 b=2", "y=1 b=2", "service", "y=1 x=1 b=2", [], ["a both"]],
    ["both rename differently, and nobody may win", "a=1 b=2", "x=1 b=2", "y=1 b=2", "fail", "x=1 b=2", [], ["a none"]],
    [
      "ours renames, theirs removes",
      "a=1 b=2",
      "x=1 b=2",
      "b=2",
      "service",
      "x=1 b=2",
      ["a→x repository"],
      ["x repository"],
    ],
    [
      "theirs renames, ours removes",
      "a=1 b=2",
      "b=2",
      "x=1 b=2",
      "repository",
      "x=1 b=2",
      ["a→x service"],
      ["x service"],
    ],
    [
      "theirs renames, ours removes, and nobody may win",
      "a=1 b=2",
      "b=2",
      "x=1 b=2",
      "fail",
      "b=2",
      ["a→x service"],
      ["x none"],
    ],
    [
      "ours renames, theirs has the text under both keys",
      "a=1 b=2",
      "x=1 b=2",
      "a=9 x=9 b=2",
      "fail",
      "x=9 b=2",
      ["a→x repository"],
      [],
    ],
    [
      "theirs renames, ours has the text under both keys",
      "a=1 b=2",
      "a=9 x=9 b=2",
      "x=1 b=2",
      "fail",
      "x=9 b=2",
      ["a→x service"],
      [],
    ],
    [
      "ours renames, theirs has another text under the new key",
      "a=1",
      "x=1",
      "a=1 x=9",
      "fail",
      "x=9",
      ["a→x repository"],
      [],
    ],
    [
      "ours renames, theirs has two new texts",
      "a=1",
      "x=1",
      "a=8 x=9",
      "service",
      "a=8 x=9",
      ["a→x repository"],
      ["a service"],
    ],
    ["ours renames, theirs empties the text", "a=1 b=2", "x=1 b=2", "a= b=2", "fail", "x= b=2", ["a→x repository"], []],
    [
      "ours renames two, theirs changes both",
      "a=1 b=2",
      "x=1 y=2",
      "a=8 b=9",
      "fail",
      "x=8 y=9",
      ["a→x repository", "b→y repository"],
      [],
    ],
    ["theirs renames and adds around it", "a=1", "a=7", "n=5 x=1 m=6", "fail", "n=5 x=7 m=6", ["a→x service"], []],
  ])("%s", (_, base, repository, service, policy, result, renames, conflicts) => {
    const ours = catalogue(repository);
    const merge = mergeCatalogues({ base: catalogue(base), repository: ours, service: catalogue(service), policy });
    expect(notation(applied(ours, merge.changes))).toBe(result);
    expect(merge.renames.map(({ from, to, by }) => `${from}→${to} ${by}`)).toEqual(renames);
    expect(merge.conflicts.map(({ key, taken }) => `${key} ${taken}`)).toEqual(conflicts);
  });

  it("tells both names where each side gave its own", () => {
    const { conflicts } = mergeCatalogues({
      base: catalogue("a=1"),
      repository: catalogue("x=1"),
      service: catalogue("y=1"),
      policy: "repository",
    });
    expect(conflicts).toEqual([
      {
        key: "a",
        base: ["1"],
        repository: ["1"],
        service: ["1"],
        taken: "both",
        policy: "repository",
        renamed: { repository: "x", service: "y" },
      },
    ]);
  });

  it("gives a renamed unit that nobody translated yet the text of its old key", () => {
    const po = (key: string, text: string): Catalogue => ({ format: "po", units: [unit(key, [text], ["Open"])] });
    const [base, renamed] = [po("menu", "Öffnen"), po("file", "")];
    const ours = mergeCatalogues({ base, repository: renamed, service: base, policy: "fail" });
    expect(notation(applied(renamed, ours.changes))).toBe("file=Öffnen");
    const theirs = mergeCatalogues({ base, repository: base, service: renamed, policy: "fail" });
    expect(notation(applied(base, theirs.changes))).toBe("file=Öffnen");
    expect([...ours.conflicts, ...theirs.conflicts]).toEqual([]);
  });

  const anyKeys = fc.uniqueArray(fc.constantFrom("k", "l", "m", "n"), { minLength: 1 });
  const anyTexts = fc.array(fc.constantFrom("1", "2", "3"), { minLength: 4, maxLength: 4 });
  /** A catalogue, the same with some keys renamed, the same with some texts changed. */
  const renamingsOf = (anyOld: fc.Arbitrary<string[]>, anyNew: fc.Arbitrary<string[]>) =>
    anyKeys
      .chain((keys) => fc.tuple(fc.constant(keys), fc.subarray(keys), anyOld, anyNew, fc.array(fc.boolean())))
      .map(([keys, renamed, old, fresh, changes]) => {
        const built = (names: readonly string[], texts: readonly (string | undefined)[]): Catalogue => ({
          format: "json",
          units: names.map((name, index) => unit(name, [texts[index] ?? ""])),
        });
        const names = keys.map((key) => (renamed.includes(key) ? `new.${key}` : key));
        const texts = old.map((text, index) => (changes[index] === true ? fresh[index] : text));
        return { base: built(keys, old), renamed: built(names, old), changed: built(keys, texts) };
      });
  const renamings = renamingsOf(anyTexts, anyTexts);
  const distinctRenamings = renamingsOf(
    fc.shuffledSubarray(["1", "2", "3", "4"], { minLength: 4 }),
    fc.shuffledSubarray(["5", "6", "7", "8"], { minLength: 4 }),
  );
  const anyPolicy = fc.constantFrom<Policy>("service", "repository", "fail");
  const runs = { numRuns: sampled(2_000) };

  it("is the renaming side, where the other did not change", () => {
    fc.assert(
      fc.property(renamings, anyPolicy, ({ base, renamed }, policy) => {
        const adopted = mergeCatalogues({ base, repository: base, service: renamed, policy });
        expect(adopted.conflicts).toEqual([]);
        expect(notation(applied(base, adopted.changes))).toBe(notation(renamed));
        const kept = mergeCatalogues({ base, repository: renamed, service: base, policy });
        expect([kept.changes, kept.conflicts]).toEqual([[], []]);
      }),
      runs,
    );
  });

  it("loses no text that the other side wrote, whoever renamed", () => {
    fc.assert(
      fc.property(renamings, fc.boolean(), ({ base, renamed, changed }, byService) => {
        const [repository, service] = byService ? [changed, renamed] : [renamed, changed];
        const { changes } = mergeCatalogues({ base, repository, service, policy: "service" });
        const result = applied(repository, changes);
        const was = new Map(base.units.map(({ key, target }) => [key, target[0]]));
        for (const { key, target } of changed.units) {
          const [text] = target;
          if (text === was.get(key)) continue;
          const now = result.units.filter((candidate) => [key, `new.${key}`].includes(candidate.key));
          expect(now.map((candidate) => candidate.target[0])).toContain(text);
        }
      }),
      runs,
    );
  });

  it("gives one meaning whichever side is the repository, and changes nothing the second time, where texts differ", () => {
    fc.assert(
      fc.property(distinctRenamings, ({ base, renamed, changed }) => {
        const mergeOf = (repository: Catalogue, service: Catalogue, policy: Policy): Catalogue =>
          applied(repository, mergeCatalogues({ base, repository, service, policy }).changes);
        const one = mergeOf(renamed, changed, "repository");
        const other = mergeOf(changed, renamed, "service");
        expect(compare(one, other)).toEqual([]);
        expect(mergeCatalogues({ base, repository: other, service: renamed, policy: "service" }).changes).toEqual([]);
        expect(mergeCatalogues({ base, repository: one, service: changed, policy: "repository" }).changes).toEqual([]);
      }),
      runs,
    );
  });
});

describe("texts that are refused", () => {
  const refuses = (service: Unit): boolean => service.target.includes("bad");
  it.each<[string, string, string, string, string, readonly string[]]>([
    ["the old text stays", "a=1 b=2", "a=1 b=2", "a=bad b=3", "a=1 b=3", ["a"]],
    ["a new unit stays out, and what follows it finds its place", "a=1", "a=1", "a=1 n=bad m=5", "a=1 m=5", ["n"]],
    ["a conflict is none where the service's text is refused", "a=1", "a=2", "a=bad", "a=2", ["a"]],
    ["a text that the repository has already is nobody's business", "a=1", "a=bad", "a=bad", "a=bad", []],
    ["a renamed unit keeps its old text under the new key", "a=1 b=2", "x=1 b=2", "a=bad b=2", "x=1 b=2", ["x"]],
  ])("%s", (_, base, repository, service, result, refused) => {
    const ours = catalogue(repository);
    const merge = mergeCatalogues({
      base: catalogue(base),
      repository: ours,
      service: catalogue(service),
      policy: "service",
      refuses,
    });
    expect(notation(applied(ours, merge.changes))).toBe(result);
    expect(merge.refused).toEqual(refused);
    expect(merge.conflicts).toEqual([]);
  });
});
