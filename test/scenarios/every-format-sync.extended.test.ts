import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unitStates } from "../../src/catalog/unit.ts";
import type { UnitChange } from "../../src/catalog/unit-change.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import {
  oneLanguageEach,
  oneOfEachKind,
  pluralFormats,
  type FormatFiles,
  type Texts,
} from "../support/format-files.ts";
import { isFull } from "../support/samples.ts";
import { formatStage, type FinishedRun, type FormatStage, type Player } from "../support/format-stage.ts";
import { downloadsOf, type Site } from "../support/world.ts";

/*
 * Every format in one repository, with a component for each: a run of the engine is a run over all of them, and each test
 * looks at what became of one format. `npm run test:extended` takes one of each kind, `npm run test:full` all.
 */

const formats = oneLanguageEach.filter(({ id }) => isFull || oneOfEachKind.has(id));

const beginning = {
  title: ["Shop"],
  save: ["Save it"],
  leave: ["Leave"],
  count: ["{count} left"],
  note: ["Read me"],
  help: ["Help"],
  exit: ["Exit"],
};
const english: Texts = {
  ...beginning,
  files: ["%d file", "%d files"],
  // Of a later version of the program.
  store: ["Store"],
  cancel: ["Cancel"],
  quit: ["Exit"],
};
const czech: Texts = {
  title: ["Obchod"],
  save: [""],
  leave: ["Odejít"],
  count: ["Zbývá {count}"],
  note: ["Čti"],
  help: ["Pomoc"],
  exit: ["Konec"],
};
const forms = {
  cs: ["%d soubor", "%d soubory", "%d souborů"],
  sl: ["%d datoteka", "%d datoteki", "%d datoteke", "%d datotek"],
} as const;

function firstTexts({ hasPlurals }: FormatFiles): Readonly<Record<string, Texts>> {
  if (!hasPlurals) return { en: beginning, cs: czech };
  return {
    en: { ...beginning, files: english["files"] ?? [] },
    cs: { ...czech, files: ["", "", ""] },
    sl: { title: ["Trgovina"], files: ["", "", "", ""] },
  };
}

const ids = formats.map(({ id }) => id);
const idsOf = (accepts: (format: (typeof formats)[number]) => boolean): readonly string[] =>
  formats.filter(accepts).map(({ id }) => id);
const monolingual = idsOf(({ kind }) => kind === "monolingual");
/** PO has an upload of sources (`source`); the service has none for the others with sources. */
const withoutUpload = idsOf(({ id, kind }) => kind === "bilingual" && id !== "po");

let site: Site & AsyncDisposable;

beforeAll(async () => {
  site = await embeddedSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** Sets a text in a file, or adds the string: some formats leave out what is not translated. */
function textChange({ files }: Player, bytes: Uint8Array, language: string, name: string, target: readonly string[]) {
  const key = files.keyOf(name);
  const isThere = files.format.read(bytes, { language }).units.some((unit) => unit.key === key);
  const set: UnitChange = { kind: "set", key, target, state: unitStates.translated };
  return isThere
    ? set
    : ({ kind: "add", unit: files.unit(name, language, target), after: files.keyOf("title") } as const);
}

describe("a component that gets its sources by upload", () => {
  let stage: FormatStage;
  const player = (id: string): Player => {
    const found = stage.players.find((candidate) => candidate.id === id);
    if (found === undefined) throw new Error(`no player for ${id}`);
    return found;
  };

  beforeAll(async () => {
    stage = await formatStage(site, { formats, english, texts: firstTexts, reads: "its own repository", prefix: "" });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  describe("after a translator saved texts", () => {
    let first: FinishedRun;
    let second: FinishedRun;
    let downloads: readonly string[];
    const before = new Map<string, Buffer>();

    beforeAll(async () => {
      for (const one of stage.players) {
        for (const language of one.files.hasPlurals ? ["cs", "sl"] : ["cs"])
          before.set(`${one.id} ${language}`, await one.bytes(language));
        await one.translate("cs", "save", "Uložit");
        if (!one.files.hasPlurals) continue;
        await one.translate("cs", "files", ...forms.cs);
        await one.translate("sl", "files", ...forms.sl);
      }
      first = await stage.sync();
      await stage.merge();
      site.proxy.clear();
      second = await stage.sync();
      downloads = downloadsOf(site.proxy.requests);
    });

    test("brings all of them in one commit, and has nothing to do afterwards", async () => {
      expect(first.exitCode, first.output).toBe(0);
      expect(first.result.plan.findings).toEqual([]);
      expect(await stage.repository.git("rev-list", "--count", "HEAD~1..HEAD")).toBe("1");
      expect(second.exitCode, second.output).toBe(0);
      expect([downloads, second.result.files, second.result.plan.findings]).toEqual([[], [], []]);
    });

    test.each(ids)("changes these lines of the file and no other (%s)", async (id) => {
      const one = player(id);
      const old = before.get(`${id} cs`) ?? new Uint8Array();
      const changes = [textChange(one, old, "cs", "save", ["Uložit"])];
      if (one.files.hasPlurals) changes.push(textChange(one, old, "cs", "files", forms.cs));

      expect(legible(await one.bytes("cs"))).toBe(legible(one.patched(old, "cs", ...changes)));
      expect(await one.texts("cs")).toContainEqual([one.files.keyOf("save"), ["Uložit"]]);
    });

    test.each(idsOf(({ id }) => pluralFormats.has(id)))("brings a plural's three and four forms (%s)", async (id) => {
      const one = player(id);
      const old = before.get(`${id} sl`) ?? new Uint8Array();

      expect((await one.texts("cs")).get(one.files.keyOf("files"))).toEqual(forms.cs);
      expect((await one.texts("sl")).get(one.files.keyOf("files"))).toEqual(forms.sl);
      expect(legible(await one.bytes("sl"))).toBe(
        legible(one.patched(old, "sl", textChange(one, old, "sl", "files", forms.sl))),
      );
    });
  });

  describe("after sources and translations changed on both sides", () => {
    let synced: FinishedRun;
    let later: FinishedRun;
    let downloads: readonly string[];

    beforeAll(async () => {
      for (const one of stage.players) {
        const translation = await one.bytes("cs");
        const edits = (["note", "leave"] as const).map((name) =>
          textChange(one, translation, "cs", name, [name === "note" ? "Z gitu" : "Pryč"]),
        );
        await stage.repository.write({
          [one.path("en")]: await nextSource(one),
          [one.path("cs")]: one.patched(translation, "cs", ...edits),
        });
        await one.translate("cs", "note", "Ze služby");
        await one.translate("cs", "help", "Nápověda");
        await one.translate("cs", "count", "Zbývá");
      }
      await stage.repository.publish("Change sources and translations");
      synced = await stage.sync();
      await stage.merge();
      site.proxy.clear();
      later = await stage.sync();
      downloads = downloadsOf(site.proxy.requests);
    });

    test("says what needs a person, does all the rest, and has nothing to do afterwards", () => {
      const failed = synced.result.steps.filter(({ outcome }) => outcome === "failed");
      expect(failed).toEqual([]);
      expect(synced.exitCode, synced.output).toBe(2);
      expect(later.result.files).toEqual([]);
      // What is refused is looked at again, source by source; and the new strings that a template brought into a PO file
      // are in no commit as long as none of them is translated.
      const again = [...withoutUpload.map((id) => `${id}/en`), "po/sl"];
      expect(downloads.toSorted()).toEqual(
        again.map((name) => `GET /api/translations/${site.project}/${name}/file/`).toSorted(),
      );
    });

    test.each(withoutUpload)("tells where a source goes that no upload takes (%s)", (id) => {
      const one = player(id);
      const about = { kind: "refused", component: one.component, path: one.path("en"), isWrongInput: true };
      const message = `the service takes no new source for a bilingual ${id} component by upload, so git's stays here`;
      const remedy =
        "Whoever looks after the component on the service lets it read this repository, or gives it a base file (monolingual).";

      expect(synced.result.plan.findings).toContainEqual({ ...about, message, remedy });
    });

    test.each([...monolingual, "po"])("sends new and changed strings of the source (%s)", async (id) => {
      const one = player(id);
      const methods = synced.result.plan.steps.flatMap((step) =>
        step.kind === "upload" && step.component === one.component ? [step.method] : [],
      );

      expect(methods).toEqual(one.isBilingual ? ["source"] : ["add", "replace"]);
      expect((await one.stored("cs", "cancel")).source).toEqual(["Cancel"]);
      expect((await one.stored("cs", one.isBilingual ? "store" : "title")).source).toEqual(["Store"]);
    });

    test.each(monolingual)("carries the translation of a renamed key over (%s)", async (id) => {
      const one = player(id);
      const texts = await one.texts("cs");

      expect(texts.get(one.files.keyOf("quit"))).toEqual(["Konec"]);
      expect(texts.has(one.files.keyOf("exit"))).toBe(false);
      expect((await one.stored("cs", "quit")).target).toEqual(["Konec"]);
    });

    test.each(ids)("keeps what either side changed, and lists what both did (%s)", async (id) => {
      const one = player(id);
      const texts = await one.texts("cs");
      const own = synced.result.conflicts.filter(({ component }) => component === one.component);

      expect(texts.get(one.files.keyOf("leave"))).toEqual(["Pryč"]);
      expect(texts.get(one.files.keyOf("help"))).toEqual(["Nápověda"]);
      expect(texts.get(one.files.keyOf("note"))).toEqual(["Ze služby"]);
      expect(own).toMatchObject([
        {
          key: one.files.keyOf("note"),
          base: ["Čti"],
          repository: ["Z gitu"],
          service: ["Ze služby"],
          taken: "service",
        },
      ]);
    });

    test.each(ids)("holds a text back that lost its placeholder (%s)", async (id) => {
      const one = player(id);
      const own = synced.result.broken.filter(({ component }) => component === one.component);

      expect((await one.texts("cs")).get(one.files.keyOf("count"))).toEqual(["Zbývá {count}"]);
      expect(own).toMatchObject([{ key: one.files.keyOf("count"), service: ["Zbývá"], isHeldBack: true }]);
    });
  });
});

describe("a component that reads the repository itself", () => {
  let stage: FormatStage;
  let synced: FinishedRun;

  beforeAll(async () => {
    const texts = () => ({ en: beginning, cs: czech });
    stage = await formatStage(site, { formats, english, texts, reads: "this repository", prefix: "own-" });
    for (const one of stage.players) {
      const translation = await one.bytes("cs");
      // Whoever extracts the strings of a format with sources does it for all languages.
      const unit = one.files.unit("cancel", "cs", [""]);
      const change: UnitChange = { kind: "add", unit, after: one.files.keyOf("save") };
      await stage.repository.write({
        [one.path("en")]: await nextSource(one),
        ...(one.isBilingual ? { [one.path("cs")]: one.patched(translation, "cs", change) } : {}),
      });
      await one.translate("cs", "save", "Uložit");
    }
    await stage.repository.publish("Change sources");
    synced = await stage.sync();
    await stage.merge();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  test("is told to fetch, and nothing is uploaded but the translations of renamed keys", () => {
    expect(synced.exitCode, synced.output).toBe(0);
    expect(new Set(synced.result.steps.map(({ step }) => step.kind))).toEqual(
      new Set(["pull-repository", "rename", "commit", "download"]),
    );
    expect(synced.result.plan.findings).toEqual([]);
  });

  test.each(ids)("has the new strings, and gives back what was saved before (%s)", async (id) => {
    const one = stage.players.find((candidate) => candidate.id === id);

    expect((await one?.stored("cs", "cancel"))?.source).toEqual(["Cancel"]);
    expect((await one?.texts("cs"))?.get(one?.files.keyOf("save") ?? "")).toEqual(["Uložit"]);
  });

  test.each(monolingual)("keeps the translation of a renamed key (%s)", async (id) => {
    const one = stage.players.find((candidate) => candidate.id === id);

    expect((await one?.texts("cs"))?.get(one?.files.keyOf("quit") ?? "")).toEqual(["Konec"]);
  });
});

/** The source of the next version: one text is another, one string is new, and one has another key with the same text. */
async function nextSource(one: Player): Promise<Uint8Array> {
  const { files } = one;
  const source = await one.bytes("en");
  const added: UnitChange = { kind: "add", unit: files.unit("cancel", "en", ["Cancel"]), after: files.keyOf("save") };
  if (one.isBilingual) {
    const store: UnitChange = { kind: "add", unit: files.unit("store", "en", ["Store"]), after: files.keyOf("save") };
    return one.patched(source, "en", { kind: "remove", key: files.keyOf("title") }, store, added);
  }
  return one.patched(
    source,
    "en",
    { kind: "set", key: files.keyOf("title"), target: ["Store"] },
    added,
    { kind: "remove", key: files.keyOf("exit") },
    { kind: "add", unit: files.unit("quit", "en", ["Exit"]), after: files.keyOf("help") },
  );
}

function legible(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
