import { expect } from "vitest";
import {
  createAgreementWorld,
  type AgreementOptions,
  type MergeMethod,
  type PlayedWorld,
  type RunSeen,
} from "../support/agreement-world.ts";
import { createMemoryWorld } from "../support/memory/memory-world.ts";
import type { Site } from "../support/world.ts";

/** Of forges that are in memory too. */
type CaseOptions = AgreementOptions & { readonly forge?: "plain" | "github" };

export interface AgreementCase {
  /** Begins with its number, where it is one of the first. */
  readonly name: string;
  readonly options: CaseOptions;
  readonly play: (world: PlayedWorld) => Promise<void>;
}

function agreementCase(name: string, options: CaseOptions, play: (world: PlayedWorld) => Promise<void>): AgreementCase {
  return { name, options, play };
}

/** With git and HTTP. */
export async function playOnSite(
  { options, play }: AgreementCase,
  site: Site,
  more: Pick<AgreementOptions, "slug" | "isReal"> = {},
): Promise<void> {
  await using world = await createAgreementWorld(site, { ...options, ...more });
  await play(world);
}

/** Without a process and a connection: the same engine, with a service that merges by git's lines alone. */
export async function playInMemory({ options, play }: AgreementCase): Promise<void> {
  const { reads = "this repository", conflicts = "service", forge = "plain", settings, refusesRecord } = options;
  await using world = await createMemoryWorld({
    reads,
    conflicts,
    forge,
    service: "real",
    ...(settings !== undefined && { settings }),
    ...(refusesRecord !== undefined && { refusesRecord }),
  });
  await play(world);
}

export const CZECH = "locales/cs.json";

/** A run in which all is well. */
export async function run(world: PlayedWorld): Promise<RunSeen> {
  const seen = await world.run();
  expect(seen.exitCode, JSON.stringify(seen.result.health)).toBe(0);
  expect(seen.result.conflicts).toEqual([]);
  return seen;
}

export async function expectInStep(world: PlayedWorld): Promise<void> {
  expect(await world.status()).toEqual({ isLocked: false, needsMerge: false, needsCommit: false });
  for (const language of ["cs", "de"]) {
    expect(await world.inGit(`locales/${language}.json`)).toMatchObject(await world.onService(language));
  }
  expect(await world.proposed(CZECH)).toBeUndefined();
}

const methods = ["merge", "squash", "titled", "rebase"] as const satisfies readonly MergeMethod[];
const policies = ["service", "repository", "fail"] as const;

const sending: CaseOptions = { reads: "its own repository", settings: "push: { translations: changed }\n" };

/** The first six are those in which a run once stopped for good, reported conflicts that were none, or put an old text back. */
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
    { reads: "its own repository", conflicts: "repository", refusesRecord: true },
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

  ...["with", "without"].map((record) =>
    agreementCase(
      `4 (${record} a record): a developer's fix stays where an older merge kept its trailers`,
      { reads: "its own repository", refusesRecord: record === "without" },
      async (world) => {
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

  agreementCase(
    "a translator's text that is not committed yet is not written over by a developer's",
    sending,
    async (world) => {
      await world.edit(CZECH, { title: "Zdravím" });
      await world.save("cs", "title", "Nazdar");

      const { result, exitCode } = await world.run();

      expect(exitCode).toBe(0);
      expect(result.conflicts).toMatchObject([{ key: "title", repository: ["Zdravím"], service: ["Nazdar"] }]);
      expect(await world.onService("cs")).toMatchObject({ title: "Nazdar" });
      expect(await world.proposed(CZECH)).toMatchObject({ title: "Nazdar" });
    },
  ),

  agreementCase("where each side changed a string of one file, each gets the other's, once", sending, async (world) => {
    await world.edit(CZECH, { save: "Ulož" });
    await world.save("cs", "about", "O nás");
    await run(world);
    expect(await world.merge("titled")).toBe("merged");

    await run(world);

    expect(await world.onService("cs")).toMatchObject({ save: "Ulož", about: "O nás" });
    await expectInStep(world);
    expect((await run(world)).result.steps).toEqual([]);
  }),

  agreementCase(
    "a service that reads this repository is told to pull where git alone has a language",
    {},
    async (world) => {
      await world.edit("locales/fr.json", { title: "Bonjour" });

      await run(world);

      expect(await world.onService("fr")).toEqual({ title: "Bonjour" });
    },
  ),

  agreementCase(
    "a conflict that somebody settled keeps no other text of the file from the service",
    { ...sending, conflicts: "repository" },
    async (world) => {
      await world.edit(CZECH, { title: "Zdravím", cancel: "Zrušit" });
      await world.save("cs", "title", "Nazdar");
      expect((await world.run()).result.conflicts).toMatchObject([{ key: "title", taken: "repository" }]);
      await world.save("cs", "title", "Zdravím");
      await run(world);

      await run(world);

      expect(await world.onService("cs")).toMatchObject({ title: "Zdravím", cancel: "Zrušit" });
      expect((await run(world)).result.steps).toEqual([]);
    },
  ),

  ...(["this repository", "its own repository"] as const).map((reads) =>
    agreementCase(
      `a string that both sides added is a conflict before anything is agreed (the service reads ${reads})`,
      { ...sending, reads },
      async (world) => {
        await world.save("cs", "about", "O nás");
        await world.edit(CZECH, { about: "O naší firmě" });

        const { result } = await world.run();

        expect(result.conflicts).toMatchObject([{ key: "about", repository: ["O naší firmě"], service: ["O nás"] }]);
        expect(await world.proposed(CZECH)).toMatchObject({ about: "O nás" });
      },
    ),
  ),

  agreementCase(
    "a key renamed while the service cannot merge keeps a translation that only the service has",
    {},
    async (world) => {
      for (const text of ["O nas", "O nás"]) {
        await world.save("cs", "about", text);
        await run(world);
      }
      await world.save("cs", "cancel", "Zrušit");
      await world.merge("titled");
      await world.edit("locales/en.json", { cancel: undefined, remove: "Cancel" });

      const { result } = await run(world);

      expect(result.health).toMatchObject([{ kind: "healed" }]);
      await run(world);
      expect(await world.onService("cs")).toMatchObject({ remove: "Zrušit" });
      expect(await world.proposed(CZECH)).toMatchObject({ remove: "Zrušit" });
    },
  ),
];
