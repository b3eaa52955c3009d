import { expect } from "vitest";
import type { MergeMethod, PlayedWorld, RunSeen } from "../support/agreement-world.ts";
import type { AgreementCase } from "./agreement-cases.ts";

/**
 * What every pull request promises: "Any way of merging is safe". Each of the six cases in which it was not is a part of the
 * scene: what follows a merge is played for each method and message, whatever a developer commits in between.
 */
export interface WayOfMerging {
  readonly method: MergeMethod;
  readonly conflicts: "service" | "repository" | "fail";
  /** What a developer commits between the merge and the next run. */
  readonly between: "nothing" | "a source string" | "a correction" | "a renamed key";
  readonly reads: "this repository" | "its own repository";
}

const methods = ["merge", "squash", "titled", "edited", "rebase"] as const satisfies readonly MergeMethod[];
const policies = ["service", "repository", "fail"] as const;
const commits = ["nothing", "a source string", "a correction", "a renamed key"] as const;
const places = ["this repository", "its own repository"] as const;

/** Every one of them. */
export const waysOfMerging: readonly WayOfMerging[] = methods.flatMap((method) =>
  policies.flatMap((conflicts) =>
    commits.flatMap((between) => places.map((reads) => ({ method, conflicts, between, reads }))),
  ),
);

/** Each method with each policy, with commits and places in turn: each method meets each commit. */
export const mixedWays: readonly WayOfMerging[] = methods.flatMap((method, row) =>
  policies.map((conflicts, column): WayOfMerging => {
    const at = row + column;
    return {
      method,
      conflicts,
      between: commits[at % commits.length] ?? "nothing",
      reads: places[(row + Math.floor(column / 2)) % places.length] ?? "this repository",
    };
  }),
);

const words = {
  merge: "a merge",
  squash: "a squash that keeps our lines",
  titled: "a squash with the title alone",
  edited: "a squash whose message somebody edited",
  rebase: "a rebase",
} as const satisfies Record<MergeMethod, string>;

function wordsOf({ method, conflicts, between, reads }: WayOfMerging): string {
  return `${words[method]}, ${between} in between, conflicts: ${conflicts}, the service reads ${reads}`;
}

const CZECH = "locales/cs.json";

/** A run in which all is well: nobody has to do anything, and both sides never changed one string. */
async function run(world: PlayedWorld, about: string): Promise<RunSeen> {
  const seen = await world.run();
  const { health, conflicts, steps } = seen.result;
  expect(seen.exitCode, `${about}: ${JSON.stringify({ health, steps })}`).toBe(0);
  expect(conflicts, about).toEqual([]);
  return seen;
}

async function expectInStep(world: PlayedWorld, about: string): Promise<void> {
  expect(await world.status(), about).toMatchObject({ isLocked: false, needsMerge: false });
  for (const language of ["cs", "de"]) {
    const git = await world.inGit(`locales/${language}.json`);
    const service = await world.onService(language);
    const source = await world.inGit("locales/en.json");
    // Real services keep keys that the source has no more in their files, and show no strings for them.
    const known = Object.fromEntries(Object.entries(git).filter(([key]) => key in source));
    expect(service, `${about}: ${language}`).toEqual(known);
  }
}

/** As a case that is played with git, in memory, or with a real service. */
export function caseOf(way: WayOfMerging): AgreementCase {
  const { reads, conflicts } = way;
  const settings = reads === "its own repository" ? "push: { translations: changed }\n" : "";
  const name = `any way of merging is safe: ${wordsOf(way)}`;
  return { name, options: { reads, conflicts, settings }, play: (world) => mergeAndGoOn(world, way) };
}

async function mergeAndGoOn(world: PlayedWorld, { method, between }: WayOfMerging): Promise<void> {
  // Two saves with a run after each: the service's own commits can be rebased onto no squash of both.
  for (const text of ["O nas", "O nás"]) {
    await world.save("cs", "about", text);
    await run(world, "before the merge");
  }
  expect(await world.merge(method)).toBe("merged");
  switch (between) {
    case "nothing":
      break;
    case "a source string":
      await world.edit("locales/en.json", { more: "More" });
      break;
    case "a correction":
      await world.edit(CZECH, { about: "O naší firmě" });
      break;
    case "a renamed key":
      await world.rename("save", "store", "Save");
      break;
  }
  const about = between === "a correction" ? "O naší firmě" : "O nás";
  await run(world, "after the merge");
  await run(world, "once more after the merge");
  expect(await world.proposed(CZECH)).toBeUndefined();
  expect(await world.onService("cs")).toMatchObject({ about });
  await expectInStep(world, "after the merge");

  // What a translator writes now comes, and is no conflict.
  await world.save("cs", "about", "Kdo jsme");
  await run(world, "with a translator's new text");
  expect(await world.proposed(CZECH)).toMatchObject({ about: "Kdo jsme" });
  expect(await world.merge(method)).toBe("merged");

  // A fix in git is not taken back by a service that has not changed.
  await world.edit(CZECH, { about: "O firmě" });
  await run(world, "with a fix in git");
  await run(world, "once more with a fix in git");
  expect(await world.proposed(CZECH)).toBeUndefined();
  expect(await world.inGit(CZECH)).toMatchObject({ about: "O firmě" });
  expect(await world.onService("cs")).toMatchObject({ about: "O firmě" });

  // A key that is renamed while its translation waits comes under its new name alone.
  await world.save("cs", "cancel", "Zrušit");
  await run(world, "with a translation that waits");
  await world.edit("locales/en.json", { cancel: undefined, remove: "Cancel" });
  await run(world, "with a key renamed while it waits");
  await run(world, "once more with a key renamed while it waits");
  const waiting = await world.proposed(CZECH);
  expect(waiting).toMatchObject({ remove: "Zrušit" });
  expect(waiting).not.toHaveProperty("cancel");
  expect(await world.merge(method)).toBe("merged");
  await run(world, "at the end");
  await run(world, "once more at the end");
  expect(await world.status()).toMatchObject({ isLocked: false, needsMerge: false });
  expect(await world.onService("cs")).toMatchObject({ about: "O firmě", remove: "Zrušit" });
}
