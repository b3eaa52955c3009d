import { expect, test } from "vitest";
import type { MergeMethod, PlayedWorld, RunSeen } from "../support/agreement-world.ts";
import { createMemoryWorld, type MemoryWorldOptions } from "../support/memory/memory-world.ts";

/** Each of these histories, found by `agreement-model.test.ts`, once lost a text, called for a person, or never came to rest. */

type Texts = Readonly<Record<string, string | undefined>>;

interface History extends Partial<MemoryWorldOptions> {
  readonly play: (world: PlayedWorld) => Promise<unknown>;
  /** How the last pull request is merged; no run comes before it where it says so. */
  readonly last?: MergeMethod;
  /** Of one language, on both sides in the end. */
  readonly czech?: Texts;
  readonly german?: Texts;
  readonly conflicts?: "service" | "repository" | "fail";
  /** Keys that some run lists as a conflict. */
  readonly listed?: readonly string[];
}

const CZECH = "locales/cs.json";
const GERMAN = "locales/de.json";

const histories: Readonly<Record<string, History>> = {
  "what git has beside a merged translation gets to a service that reads the repository": {
    play: async (world) => {
      await world.save("de", "title", "Guten Tag");
      await world.run();
      await world.edit(GERMAN, { about: "Über uns" });
      await world.run();
    },
    german: { title: "Guten Tag", about: "Über uns" },
  },
  "a merge that is taken back before any run saw it stays taken back": {
    play: async (world) => {
      await world.save("cs", "title", "Nazdar");
      await world.run();
      await world.merge("merge");
      await world.revert();
    },
    czech: { title: "Ahoj" },
  },
  "and what is translated after that is no conflict": {
    play: async (world) => {
      await world.save("cs", "title", "Nazdar");
      await world.run();
      await world.merge("titled");
      await world.revert();
      await world.save("cs", "save", "Ulož");
    },
    czech: { title: "Ahoj", save: "Ulož" },
  },
  "commits that were thrown away leave the service too": {
    play: async (world) => {
      await world.edit(CZECH, { title: "Nazdar" });
      await world.run();
      await world.forcePush(1);
    },
    czech: { title: "Ahoj" },
  },
  "a source that was thrown away is nobody's work on the service": {
    play: async (world) => {
      await world.edit("locales/en.json", { more: "More" });
      await world.run();
      await world.forcePush(1);
      await world.save("cs", "title", "Nazdar");
    },
    czech: { title: "Nazdar" },
  },
  "a source that the service committed and failed to read is read by the next run": {
    reads: "its own repository",
    firstReplaceFails: true,
    play: async (world) => {
      await world.edit("locales/en.json", { more: "More" });
      await world.run();
      await world.run();
      await world.save("cs", "more", "Více");
    },
    czech: { more: "Více" },
  },
  "a rename that was thrown away proposes no removal": {
    play: async (world) => {
      await world.save("cs", "title", "Nazdar");
      await world.rename("title", "greeting", "Hello");
      await world.run();
      await world.forcePush(1);
    },
  },
  "a text that was saved before its key was renamed is found under the new key": {
    play: async (world) => {
      await world.save("cs", "about", "O nás");
      await world.rename("about", "team", "About us");
      await world.heal();
    },
    czech: { team: "O nás", about: undefined },
  },
  "also where the pull request with the old key was merged meanwhile": {
    play: async (world) => {
      await world.save("cs", "about", "O nás");
      await world.run();
      await world.rename("about", "team", "About us");
      await world.heal();
      await world.merge("merge");
    },
    czech: { team: "O nás", about: undefined },
  },
  "also where the service had read the new name before": {
    service: "embedded",
    play: async (world) => {
      await world.save("cs", "about", "O nás");
      await world.run();
      await world.rename("about", "team", "About us");
      await world.heal();
      await world.merge("merge");
    },
    czech: { team: "O nás", about: undefined },
  },
  "a text under a key's former name comes out of hiding where git's own stands under the new one": {
    lines: "far",
    play: async (world) => {
      await world.edit(CZECH, { about: "O naší firmě" });
      await world.save("cs", "about", "O nás");
      await world.rename("about", "team", "About us");
    },
    czech: { team: "O nás" },
  },
  "and is listed where both sides gave it before either knew of the other's": {
    lines: "far",
    play: async (world) => {
      await world.run();
      await world.save("de", "about", "Über uns");
      await world.edit(GERMAN, { about: "Wir" });
      await world.rename("about", "team", "About us");
    },
    german: { team: "Über uns" },
    listed: ["team"],
  },
  "once, where nobody is to win: the service shows git's text already": {
    lines: "far",
    conflicts: "fail",
    play: async (world) => {
      await world.run();
      await world.save("de", "about", "Über uns");
      await world.edit(GERMAN, { about: "Wir" });
      await world.rename("about", "team", "About us");
    },
    german: { team: "Wir" },
    listed: ["team"],
  },
  "a translator's newer text survives that git renames its key at the same time": {
    play: async (world) => {
      await world.save("de", "cancel", "Stornieren");
      await world.rename("cancel", "stop", "Cancel");
      await world.removeLanguage("cs");
    },
    german: { stop: "Stornieren", cancel: undefined },
  },
  "what was sent, and was there already, is not sent again": {
    reads: "its own repository",
    play: async (world) => {
      await world.rename("title", "greeting", "Hello");
      await world.run();
      await world.revert();
    },
    czech: { title: "Ahoj" },
  },
  "git's text is sent although the run that proposed the other side's died": {
    reads: "its own repository",
    play: async (world) => {
      await world.edit(GERMAN, { about: "Über uns" });
      await world.save("de", "title", "Guten Tag");
      await world.runKilled(11);
    },
    german: { title: "Guten Tag", about: "Über uns" },
  },
  "a text of git that is still to be sent is not taken for one that the service removed": {
    reads: "its own repository",
    play: async (world) => {
      await world.edit(GERMAN, { about: "Über uns" });
      await world.save("de", "title", "Guten Tag");
      await world.run();
      await world.merge("merge");
      await world.save("de", "save", "Sichern");
    },
    german: { title: "Guten Tag", about: "Über uns", save: "Sichern" },
  },
  "somebody's change of the same file in a squashed merge is no agreement": {
    service: "embedded",
    last: "rebase",
    play: async (world) => {
      await world.save("de", "cancel", "Stornieren");
      await world.run();
      await world.edit(GERMAN, { title: "Guten Tag" });
      await world.merge("rebase");
    },
    german: { title: "Guten Tag", cancel: "Stornieren" },
  },
  "the repository's text gets to the service where it wins": {
    conflicts: "repository",
    play: async (world) => {
      await world.save("cs", "title", "Nazdar");
      await world.run();
      await world.commitOnBranch(CZECH, { title: "Dobrý den" });
      await world.save("cs", "title", "Čau");
      await world.merge("merge");
    },
    czech: { title: "Dobrý den" },
    listed: ["title"],
  },
  "a text that only the service changed is no conflict of a reset": {
    conflicts: "repository",
    play: async (world) => {
      await world.edit(GERMAN, { title: "Guten Tag" });
      await world.save("de", "about", "Über uns");
      await world.run();
      await world.edit(CZECH, { title: "Nazdar" });
      await world.save("cs", "title", "Čau");
      await world.save("de", "title", "Servus");
    },
    czech: { title: "Nazdar" },
    german: { title: "Servus", about: "Über uns" },
    listed: ["title"],
  },
  "git's text of a renamed key is newer than the service's, whatever git changed after the rename": {
    play: async (world) => {
      await world.edit(GERMAN, { cancel: "Stornieren" });
      await world.save("de", "title", "Guten Tag");
      await world.rename("cancel", "stop", "Cancel");
      await world.edit(GERMAN, { title: "Servus" });
    },
    german: { title: "Guten Tag", stop: "Stornieren" },
    listed: ["title"],
  },
  "git's text of a key that was renamed twice is not hidden by what stood under its first name": {
    reads: "its own repository",
    play: async (world) => {
      await world.rename("cancel", "stop", "Cancel");
      await world.edit(GERMAN, { stop: "Stornieren" });
      await world.run();
      await world.rename("stop", "halt", "Cancel");
      await world.removeLanguage("cs");
    },
    german: { halt: "Stornieren", stop: undefined },
  },
  "a translation that waited while its source was changed, taken back and renamed comes under the new name": {
    play: async (world) => {
      await world.save("cs", "about", "O nás");
      await world.edit("locales/en.json", { about: "Who we are" });
      await world.run();
      await world.revert();
      await world.rename("about", "team", "About us");
      await world.merge("merge");
    },
    czech: { team: "O nás", about: undefined },
  },
  "what nobody was to win stays open where the message that said so was edited": {
    conflicts: "fail",
    last: "edited",
    play: async (world) => {
      await world.save("de", "save", "Sichern");
      await world.run();
      await world.edit(GERMAN, { save: "Ablegen" });
      await world.save("de", "title", "Guten Tag");
      await world.run();
      await world.merge("edited");
      await world.run();
      await world.merge("edited");
      expect(await world.inGit(GERMAN)).toMatchObject({ save: "Ablegen" });
      // A person decides, there.
      await world.save("de", "save", "Ablegen");
    },
    german: { title: "Guten Tag", save: "Ablegen" },
  },
  "a proposal whose key got its former name back is made anew, though the service's file is the same": {
    play: async (world) => {
      await world.save("cs", "about", "O nás");
      await world.rename("about", "r2", "About us");
      await world.run();
      await world.revert();
      await world.edit("locales/en.json", { title: "Hello!" });
    },
    czech: { about: "O nás" },
  },
  "what a reset decided is listed by the next run where its own died": {
    conflicts: "repository",
    play: async (world) => {
      await world.edit(GERMAN, { save: "Sichern" });
      await world.save("de", "save", "Ablegen");
      await world.runKilled(22);
    },
    german: { save: "Sichern" },
    listed: ["save"],
  },
  "a translator goes back to a text that git once had after thirteen proposals that nobody merged": {
    play: async (world) => {
      await world.edit(CZECH, { title: "Nazdar" });
      await world.run();
      for (let night = 1; night <= 13; night += 1) {
        await world.save("cs", "title", `Nazdar ${String(night)}`);
        await world.run();
      }
      await world.save("cs", "title", "Ahoj");
    },
    czech: { title: "Ahoj" },
  },
};

test.each(Object.entries(histories))("%s", async (_, history) => {
  const { play, last = "merge", czech = {}, german = {}, listed = [], ...options } = history;
  await using world = await createMemoryWorld({
    reads: "this repository",
    conflicts: "service",
    forge: "plain",
    service: "real",
    settings: "push: { translations: changed }\n",
    ...options,
  });
  await play(world);

  const first = await world.run();
  await world.merge(last);
  const second = await world.run();
  const third = await world.run();

  expect(await world.status()).toMatchObject({ isLocked: false });
  expect({ exitCode: third.exitCode, files: third.result.files, moved: moved(third) }).toEqual({
    exitCode: 0,
    files: [],
    moved: [],
  });
  const conflicts = [first, second, third].flatMap(({ result }) => result.conflicts.map(({ key }) => key));
  expect([...new Set(conflicts)]).toEqual(listed);
  for (const [language, texts] of Object.entries({ cs: czech, de: german })) {
    const [git, service] = await Promise.all([world.inGit(`locales/${language}.json`), world.onService(language)]);
    for (const [key, text] of Object.entries(texts)) {
      expect({ git: git[key], service: service[key] }, `${language} ${key}`).toEqual({ git: text, service: text });
    }
  }
});

function moved({ result }: RunSeen): readonly string[] {
  return result.steps.flatMap(({ step: { kind }, outcome }) => (outcome === "done" ? [kind] : []));
}
