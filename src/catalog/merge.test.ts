import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled } from "../../test/support/samples.ts";
import { compare } from "./difference.ts";
import { isEmpty } from "./texts.ts";
import { mergeCatalogues, type MergeInput } from "./merge.ts";
import type { UnitChange } from "./unit-change.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

type Policy = MergeInput["policy"];

function unit(key: string, target: readonly string[], needsEditing = false): Unit {
  const state = isEmpty(target)
    ? unitStates.untranslated
    : needsEditing
      ? unitStates.needsEditing
      : unitStates.translated;
  return {
    key,
    context: "",
    source: [key],
    target,
    state,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
  };
}

const catalogue = (...units: readonly Unit[]): Catalogue => ({ format: "po", units });

/** `-`: no such unit; `""`: no text; `x*`: needs editing. */
function sideOf(text: string): Catalogue {
  if (text === "-") return catalogue();
  const forms = text.replace(/\*$/, "").split("|");
  return catalogue(unit("key", forms, text.endsWith("*")));
}

function notation(units: readonly Unit[]): string {
  const [only] = units;
  if (only === undefined) return "-";
  return only.target.join("|") + (only.state === unitStates.needsEditing ? "*" : "");
}

/** What applying changes to a file does, without a file. */
function applied(before: Catalogue, changes: readonly UnitChange[]): Catalogue {
  const units = [...before.units];
  for (const change of changes) {
    if (change.kind === "add") {
      const at = change.after === undefined ? -1 : units.findIndex(({ key }) => key === change.after);
      expect(change.after === undefined || at !== -1 || change.after === change.unit.key, "the anchor is there").toBe(
        true,
      );
      units.splice(at + 1, 0, { ...unit(change.unit.key, change.unit.target), ...change.unit });
      continue;
    }
    const at = units.findIndex(({ key }) => key === change.key);
    const old = units[at];
    expect(old, "the unit is there").toBeDefined();
    if (old === undefined) continue;
    if (change.kind === "remove") units.splice(at, 1);
    else if (change.kind === "rename") units[at] = { ...old, ...change.unit, key: change.to };
    else units[at] = { ...old, target: change.target, state: change.state ?? unitStates.translated };
  }
  return { ...before, units };
}

describe("merging with a base", () => {
  it.each<[string, string, string, Policy, string, string?]>([
    // base, repository, service, policy, result, taken
    ["a", "a", "a", "service", "a"],
    ["a", "a", "b", "repository", "b"],
    ["a", "b", "a", "service", "b"],
    ["a", "b", "b", "fail", "b"],
    ["a", "b", "c", "service", "c", "service"],
    ["a", "b", "c", "repository", "b", "repository"],
    ["a", "b", "c", "fail", "b", "none"],
    // Added.
    ["-", "-", "b", "repository", "b"],
    ["-", "b", "-", "service", "b"],
    ["-", "b", "b", "fail", "b"],
    ["-", "b", "c", "service", "c", "service"],
    ["-", "b", "", "service", "b"],
    ["-", "", "c", "repository", "c"],
    // Removed.
    ["a", "-", "a", "service", "-"],
    ["a", "a", "-", "repository", "-"],
    ["a", "-", "-", "service", "-"],
    ["a", "-", "b", "repository", "b", "service"],
    ["a", "b", "-", "service", "b", "repository"],
    ["a", "-", "b", "fail", "-", "none"],
    ["a", "b", "-", "fail", "b", "none"],
    ["a", "-", "a*", "service", "-"],
    ["a", "a*", "-", "service", "-"],
    ["a", "-", "", "service", "-"],
    ["a", "", "-", "service", "-"],
    ["", "-", "b", "repository", "b", "service"],
    // Emptied on purpose, or never translated.
    ["a", "a", "", "repository", ""],
    ["a", "", "a", "service", ""],
    ["", "a", "", "service", "a"],
    ["", "", "a", "repository", "a"],
    ["a", "", "b", "repository", "b", "service"],
    ["a", "b", "", "service", "b", "repository"],
    // Marks.
    ["a", "a", "a*", "repository", "a*"],
    ["a*", "a*", "a", "repository", "a"],
    ["a*", "a", "a*", "service", "a"],
    ["a", "a*", "b", "repository", "b"],
    ["a", "b*", "b", "repository", "b"],
    ["a", "b", "b*", "service", "b"],
    // Plural forms stand together.
    ["a|b", "a|b", "a|c", "repository", "a|c"],
    ["a|b", "x|b", "a|c", "repository", "x|b", "repository"],
    ["|", "", "a|b", "repository", "a|b"],
  ])("base %j, repository %j, service %j (%s) gives %j", (base, repository, service, policy, result, taken) => {
    const input = { base: sideOf(base), repository: sideOf(repository), service: sideOf(service), policy };
    const { changes, conflicts } = mergeCatalogues(input);
    expect(notation(applied(input.repository, changes).units)).toBe(result);
    expect(conflicts.map((conflict) => conflict.taken)).toEqual(taken === undefined ? [] : [taken]);
  });

  it("tells a conflict with all three texts", () => {
    const { conflicts } = mergeCatalogues({
      base: sideOf("a|b"),
      repository: sideOf("-"),
      service: sideOf("c|d"),
      policy: "service",
    });
    expect(conflicts).toEqual([
      { key: "key", base: ["a", "b"], repository: undefined, service: ["c", "d"], taken: "service", policy: "service" },
    ]);
  });

  it("puts new units where the service has them", () => {
    const { changes } = mergeCatalogues({
      base: catalogue(unit("b", ["2"]), unit("x", ["9"])),
      repository: catalogue(unit("b", ["2"]), unit("x", ["9"])),
      service: catalogue(unit("a", ["1"]), unit("b", ["2"]), unit("c", ["3"]), unit("d", ["4"])),
      policy: "service",
    });
    expect(
      changes.map((change) => (change.kind === "add" ? [change.unit.key, change.after] : [change.kind, change.key])),
    ).toEqual([
      ["a", undefined],
      ["c", "b"],
      ["d", "c"],
      ["remove", "x"],
    ]);
  });

  it("replaces an entry whose number of forms the service changed", () => {
    const plural = { ...unit("key", ["x", "y"]), source: ["key", "keys"] };
    const { changes } = mergeCatalogues({
      base: sideOf("a"),
      repository: sideOf("a"),
      service: catalogue(plural),
      policy: "service",
    });
    expect(changes).toEqual([
      { kind: "remove", key: "key" },
      { kind: "add", unit: plural, after: "key" },
    ]);
  });
});

describe("merging without a base", () => {
  it.each<[string, string, Policy, string, string?]>([
    ["a", "a", "service", "a"],
    ["a", "-", "service", "a"],
    ["-", "a", "repository", "a"],
    ["", "a", "repository", "a"],
    ["a", "", "service", "a"],
    ["a", "b", "service", "b", "service"],
    ["a", "b", "repository", "a", "repository"],
    ["a", "b", "fail", "a", "none"],
    ["a*", "a", "repository", "a"],
    ["a", "a*", "service", "a"],
  ])("repository %j, service %j (%s) gives %j", (repository, service, policy, result, taken) => {
    const input = { repository: sideOf(repository), service: sideOf(service), policy };
    const { changes, conflicts } = mergeCatalogues(input);
    expect(notation(applied(input.repository, changes).units)).toBe(result);
    expect(conflicts.map((conflict) => [conflict.taken, conflict.base])).toEqual(
      taken === undefined ? [] : [[taken, undefined]],
    );
  });
});

describe("laws of merging", () => {
  const anyTexts = fc.oneof(
    fc.constantFrom([""], ["a"], ["b"], ["c"]),
    fc.constantFrom(["a", "b"], ["a", ""], ["", ""], ["b", "b"]),
  );
  const anyCatalogue = fc
    .uniqueArray(fc.record({ key: fc.constantFrom("k", "l", "m", "n"), texts: anyTexts, marked: fc.boolean() }), {
      selector: ({ key }) => key,
    })
    .map((list) => catalogue(...list.map(({ key, texts, marked }) => unit(key, texts, marked))));
  const anyPolicy = fc.constantFrom<Policy>("service", "repository", "fail");
  const runs = { numRuns: sampled(3_000) };

  const merged = (input: MergeInput): Catalogue => applied(input.repository, mergeCatalogues(input).changes);
  /** A form more without a text says nothing. */
  const textOf = (side: Catalogue | undefined, key: string): string => {
    const texts = side?.units.find((each) => each.key === key && !isEmpty(each.target))?.target;
    return JSON.stringify(texts?.slice(0, texts.findLastIndex((text) => text !== "") + 1) ?? null);
  };

  it("is the other side, where one side did not change", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, anyPolicy, (base, other, policy) => {
        const adopted = mergeCatalogues({ base, repository: base, service: other, policy });
        expect(adopted.conflicts).toEqual([]);
        expect(compare(applied(base, adopted.changes), other)).toEqual([]);
        expect(mergeCatalogues({ base, repository: other, service: base, policy })).toEqual({
          changes: [],
          conflicts: [],
          renames: [],
          refused: [],
          refusedConflicts: [],
        });
      }),
      runs,
    );
  });

  it("changes nothing the second time, with and without a base", () => {
    fc.assert(
      fc.property(
        fc.option(anyCatalogue, { nil: undefined }),
        anyCatalogue,
        anyCatalogue,
        anyPolicy,
        (base, repository, service, policy) => {
          const known = base === undefined ? {} : { base };
          const once = merged({ ...known, repository, service, policy });
          expect(mergeCatalogues({ ...known, repository: once, service, policy }).changes).toEqual([]);
        },
      ),
      runs,
    );
  });

  it("loses no text that a side had and its other side did not take away, but to a conflict that it names", () => {
    fc.assert(
      fc.property(
        fc.option(anyCatalogue, { nil: undefined }),
        anyCatalogue,
        anyCatalogue,
        anyPolicy,
        (base, repository, service, policy) => {
          const input = { ...(base !== undefined && { base }), repository, service, policy };
          const { changes, conflicts } = mergeCatalogues(input);
          const result = applied(repository, changes);
          const named = new Set(conflicts.map(({ key }) => key));
          for (const key of ["k", "l", "m", "n"]) {
            const [was, ours, theirs, now] = [base, repository, service, result].map((side) => textOf(side, key));
            const kept = [ours, theirs].filter((text) => text !== "null" && text !== was);
            if (named.has(key)) expect([ours, theirs]).toContain(now);
            else for (const text of kept) expect(now).toBe(text);
            // A text both sides still have stays, whatever happened to others.
            if (ours === theirs) expect(now).toBe(ours);
          }
        },
      ),
      runs,
    );
  });

  it("names as conflicts exactly the texts that both changed differently", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, anyCatalogue, anyPolicy, (base, repository, service, policy) => {
        const { conflicts } = mergeCatalogues({ base, repository, service, policy });
        for (const { key } of conflicts) {
          const [was, ours, theirs] = [base, repository, service].map((side) => textOf(side, key));
          expect(new Set([was, ours, theirs]).size, key).toBeGreaterThan(1);
          expect(ours).not.toBe(theirs);
        }
      }),
      runs,
    );
  });

  it("gives one meaning whichever side is the repository, as long as the policy takes the same side's texts", () => {
    fc.assert(
      fc.property(
        fc.option(anyCatalogue, { nil: undefined }),
        anyCatalogue,
        anyCatalogue,
        fc.boolean(),
        (base, one, other, takesOne) => {
          const known = base === undefined ? {} : { base };
          const there = mergeCatalogues({
            ...known,
            repository: one,
            service: other,
            policy: takesOne ? "repository" : "service",
          });
          const back = mergeCatalogues({
            ...known,
            repository: other,
            service: one,
            policy: takesOne ? "service" : "repository",
          });
          expect(compare(applied(one, there.changes), applied(other, back.changes))).toEqual([]);
          expect(there.conflicts.map(({ key }) => key).toSorted()).toEqual(
            back.conflicts.map(({ key }) => key).toSorted(),
          );
        },
      ),
      runs,
    );
  });

  it("tells each conflict with the base, both sides, what was taken and the policy that decided", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, anyCatalogue, anyPolicy, (base, repository, service, policy) => {
        const { changes, conflicts } = mergeCatalogues({ base, repository, service, policy });
        const result = applied(repository, changes);
        for (const conflict of conflicts) {
          const textsIn = (side: Catalogue) => side.units.find(({ key }) => key === conflict.key)?.target;
          expect([conflict.base, conflict.repository, conflict.service]).toEqual(
            [base, repository, service].map(textsIn),
          );
          expect(conflict.policy).toBe(policy);
          const taken = conflict.taken === "service" ? conflict.service : conflict.repository;
          expect(textsIn(result)).toEqual(taken);
        }
      }),
      runs,
    );
  });

  it("leaves the repository's texts alone where nobody may win", () => {
    fc.assert(
      fc.property(anyCatalogue, anyCatalogue, anyCatalogue, (base, repository, service) => {
        const { changes, conflicts } = mergeCatalogues({ base, repository, service, policy: "fail" });
        const result = applied(repository, changes);
        for (const { key, taken } of conflicts) {
          expect(taken).toBe("none");
          expect(textOf(result, key)).toBe(textOf(repository, key));
        }
      }),
      runs,
    );
  });
});
