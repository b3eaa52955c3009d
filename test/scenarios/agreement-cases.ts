import { expect } from "vitest";
import {
  createAgreementWorld,
  type AgreementOptions,
  type AgreementWorld,
  type MergeMethod,
  type RunSeen,
} from "../support/agreement-world.ts";
import type { Site } from "../support/world.ts";

export interface AgreementCase {
  /** Begins with its number among the cases. */
  readonly name: string;
  readonly play: (site: Site, options?: Pick<AgreementOptions, "slug" | "isReal">) => Promise<void>;
}

function agreementCase(
  name: string,
  options: AgreementOptions,
  scenario: (world: AgreementWorld) => Promise<void>,
): AgreementCase {
  return {
    name,
    play: async (site, more) => {
      await using world = await createAgreementWorld(site, { ...options, ...more });
      await scenario(world);
    },
  };
}

export const CZECH = "locales/cs.json";

/** A run in which all is well. */
export async function run(world: AgreementWorld): Promise<RunSeen> {
  const seen = await world.run();
  expect(seen.exitCode, JSON.stringify(seen.result.health)).toBe(0);
  expect(seen.result.conflicts).toEqual([]);
  return seen;
}

export async function expectInStep(world: AgreementWorld): Promise<void> {
  expect(await world.status()).toEqual({ isLocked: false, needsMerge: false, needsCommit: false });
  for (const language of ["cs", "de"]) {
    expect(await world.inGit(`locales/${language}.json`)).toMatchObject(await world.onService(language));
  }
  expect(await world.proposed(CZECH)).toBeUndefined();
}

const methods = ["merge", "squash", "titled", "rebase"] as const satisfies readonly MergeMethod[];
const policies = ["service", "repository", "fail"] as const;

/** The first six cases, in which a run once stopped for good, reported conflicts that were none, or put an old text back. */
export const agreementCases: readonly AgreementCase[] = [
  ...methods.map((method) =>
    agreementCase(`1 (${method}): a source commit after the merge keeps nobody from working`, {}, async (world) => {
      for (const text of ["O nas", "O nás"]) {
        await world.save("cs", "about", text);
        await run(world);
      }
      expect(await world.merge(method)).toBe("merged");
      await world.edit("locales/en.json", { more: "More" });

      await run(world);

      await expectInStep(world);
      expect(await world.onService("en")).toMatchObject({ more: "More" });
    }),
  ),

  ...methods.map((method) =>
    agreementCase(
      `2 (${method}): a developer's correction and rename after the merge reach the service`,
      {},
      async (world) => {
        for (const text of ["Zrušit", "Zrušit!"]) {
          await world.save("cs", "cancel", text);
          await run(world);
        }
        await world.merge(method);
        await world.edit(CZECH, { cancel: "Storno" });
        await run(world);
        await world.edit("locales/en.json", { save: undefined, store: "Save" });
        await world.edit(CZECH, { save: undefined, store: "Uložit" });
        await world.edit("locales/de.json", { save: undefined, store: "Speichern" });

        await run(world);
        await run(world);

        await expectInStep(world);
        expect(await world.onService("cs")).toMatchObject({ cancel: "Storno", store: "Uložit" });
      },
    ),
  ),

  ...policies.map((conflicts) =>
    agreementCase(
      `3 (conflicts: ${conflicts}): what a translator saves after squashes without trailers comes, and is no conflict`,
      { reads: "its own repository", conflicts },
      async (world) => {
        for (const text of ["O nás", "O naší firmě"]) {
          await world.save("cs", "about", text);
          await run(world);
          await world.merge("titled");
        }
        await world.save("cs", "about", "Kdo jsme");

        await run(world);

        expect(await world.proposed(CZECH)).toMatchObject({ about: "Kdo jsme" });
      },
    ),
  ),

  agreementCase(
    "3 (without a record): the service's own log tells that nobody changed the text in git",
    { reads: "its own repository", conflicts: "repository" },
    async (world) => {
      await world.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
      for (const text of ["O nás", "O naší firmě"]) {
        await world.save("cs", "about", text);
        await run(world);
        await world.merge("titled");
      }
      await world.save("cs", "about", "Kdo jsme");

      await run(world);

      expect(await world.proposed(CZECH)).toMatchObject({ about: "Kdo jsme" });
    },
  ),

  ...["with", "without"].map((record) =>
    agreementCase(
      `4 (${record} a record): a developer's fix stays where an older merge kept its trailers`,
      { reads: "its own repository" },
      async (world) => {
        if (record === "without") await world.repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
        await world.save("cs", "about", "O nás");
        await run(world);
        await world.merge("squash");
        await world.save("cs", "cancel", "Smazat");
        await run(world);
        await world.merge("titled");
        await world.edit(CZECH, { cancel: "Odstranit" });

        const { deliveries } = await run(world);

        expect(deliveries).toEqual([]);
        expect(await world.inGit(CZECH)).toMatchObject({ about: "O nás", cancel: "Odstranit" });
      },
    ),
  ),

  agreementCase(
    "5: a run at any time heals, without an event and without a person, and nobody stays locked out",
    {},
    async (world) => {
      for (const text of ["O nas", "O nás"]) {
        await world.save("cs", "about", text);
        await run(world);
      }
      await world.save("de", "title", "Guten Tag");
      await world.merge("titled");
      await world.edit("locales/en.json", { title: "Hello!" });

      await run(world);

      expect(await world.status()).toMatchObject({ isLocked: false, needsMerge: false });
      expect(await world.onService("de")).toMatchObject({ title: "Guten Tag" });
      expect(await world.proposed("locales/de.json")).toMatchObject({ title: "Guten Tag" });
      await world.merge("titled");
      await run(world);
      await run(world);
      await expectInStep(world);
    },
  ),

  agreementCase(
    "6: a key renamed while its translation waits in the pull request comes under the new key alone",
    { reads: "its own repository" },
    async (world) => {
      await world.save("cs", "cancel", "Zrušit");
      await run(world);
      await world.edit("locales/en.json", { cancel: undefined, remove: "Cancel" });

      await run(world);

      const proposed = await world.proposed(CZECH);
      expect(proposed).toMatchObject({ remove: "Zrušit" });
      expect(proposed).not.toHaveProperty("cancel");
    },
  ),
];
