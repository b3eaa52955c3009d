import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping, webSource } from "../support/sample-files.ts";
import { callService, createComponent, saveTranslation, unitOf } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

/** `button.cancel` and `title` get other names, the way developers move keys about. */
const renamedSource = webSource
  .replace('"title": "Hello"', '"heading": "Hello"')
  .replace(',\n        "cancel": "Cancel"', "")
  .replace('"files":', '"dialog": {\n        "cancel": "Cancel"\n    },\n    "files":');

interface Play extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly component: string;
  sync(...words: readonly string[]): Promise<{ readonly exitCode: number | null; readonly output: string }>;
  translate(language: string, unit: string, text: string): Promise<void>;
  textOf(language: string, unit: string): Promise<readonly string[]>;
  /** A file as the pull request's branch has it. */
  proposed(path: string): Promise<unknown>;
}

async function play(site: Site, reads: "its own repository" | "this repository"): Promise<Play> {
  await using resources = new AsyncDisposableStack();
  const mapping = sampleMapping(site.proxy.url, site.project).split("  - component: server")[0] ?? "";
  const files = { ...sampleFiles, ".github/interlinear.yml": mapping };
  const repository = resources.use(await createRepository(files));
  const upstream = reads === "this repository" ? repository : resources.use(await createRepository(sampleFiles));
  await createComponent(site.service, site.project, {
    name: "web",
    slug: "web",
    repo: upstream.remoteUrl,
    branch: upstream.branch,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  const component = `${site.project}/web`;
  const owned = resources.move();
  return {
    repository,
    component,
    sync: (...words) =>
      runCli(words.length === 0 ? ["sync"] : words, {
        cwd: repository.path,
        environment: { INTERLINEAR_TOKEN: site.botToken },
      }),
    translate: (language, unit, text) =>
      saveTranslation(site.service, site.translator.token, { component, language, unit }, [text]),
    textOf: async (language, unit) => (await unitOf(site.service, component, language, unit)).target,
    proposed: async (path) => JSON.parse(await repository.remoteGit("show", `interlinear/main:${path}`)),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

test("renamed keys keep their translations, on the service and in every locale file, whatever was saved a moment ago", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site, "its own repository");
  await scene.translate("cs", "title", "Nazdar");
  await scene.repository.write({ "locales/en.json": renamedSource });
  await scene.repository.publish("Rename keys");

  const plan = await scene.sync("plan");
  expect(plan.output).toContain("renamed: title → heading, button.cancel → dialog.cancel");
  expect(plan.output).toMatch(/2 renamed \(replace: .*no key goes\)/);

  const first = await scene.sync();
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toContain("3 translations in 2 languages");
  expect(await scene.textOf("cs", "heading")).toEqual(["Nazdar"]);
  expect(await scene.textOf("de", "heading")).toEqual(["Hallo"]);
  expect(await scene.textOf("de", "dialog.cancel")).toEqual(["Abbrechen"]);
  expect(await scene.proposed("locales/cs.json")).toEqual({ heading: "Nazdar", button: { save: "Uložit" } });
  expect(await scene.proposed("locales/de.json")).toEqual({
    heading: "Hallo",
    button: { save: "Speichern" },
    dialog: { cancel: "Abbrechen" },
    files: "Sie haben {count} Dateien.",
  });

  site.proxy.clear();
  const second = await scene.sync();
  expect(second.exitCode, second.output).toBe(0);
  expect(second.output).toContain("nothing new");
  expect(site.proxy.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  await scene.repository.git("fetch", "--quiet", "origin");
  await scene.repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
  await scene.repository.git("push", "--quiet", "origin", "HEAD");
  await scene.translate("de", "heading", "Guten Tag");
  const third = await scene.sync();
  expect(third.exitCode, third.output).toBe(0);
  expect(await scene.proposed("locales/de.json")).toEqual({
    heading: "Guten Tag",
    button: { save: "Speichern" },
    dialog: { cancel: "Abbrechen" },
    files: "Sie haben {count} Dateien.",
  });
  expect(await scene.proposed("locales/cs.json")).toEqual({ heading: "Nazdar", button: { save: "Uložit" } });
});

test("a run that dies between the new keys and their translations is finished by the next one", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site, "its own repository");
  await scene.translate("cs", "title", "Nazdar");
  await scene.repository.write({ "locales/en.json": renamedSource });
  await scene.repository.publish("Rename keys");
  site.proxy.decide(({ method, path }) => (method === "POST" && path.includes("/cs/file/") ? "refuse" : "pass"));

  const broken = await scene.sync();
  expect(broken.exitCode).toBe(1);
  expect(broken.output).toContain("not sent: the translations of the renamed keys are not under their new keys yet");
  expect(await scene.textOf("cs", "title")).toEqual(["Nazdar"]);

  site.proxy.decide(undefined);
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  expect(await scene.textOf("cs", "heading")).toEqual(["Nazdar"]);
  expect(await scene.textOf("de", "dialog.cancel")).toEqual(["Abbrechen"]);
  expect(await scene.proposed("locales/cs.json")).toEqual({ heading: "Nazdar", button: { save: "Uložit" } });
});

test("a component that lets nobody add strings gets the translations right after the source", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site, "its own repository");
  await callService(site.service, "PATCH", `/api/components/${scene.component}/`, { body: { manage_units: false } });
  await scene.translate("cs", "title", "Nazdar");
  await scene.repository.write({ "locales/en.json": renamedSource });
  await scene.repository.publish("Rename keys");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(await scene.textOf("cs", "heading")).toEqual(["Nazdar"]);
  expect(await scene.textOf("de", "dialog.cancel")).toEqual(["Abbrechen"]);
  expect(await scene.proposed("locales/cs.json")).toEqual({ heading: "Nazdar", button: { save: "Uložit" } });
});

test("keys that the developer renamed in the locale files as well meet the translator's newer texts", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site, "its own repository");
  await scene.translate("de", "title", "Servus");
  const german = await scene.repository.read("locales/de.json");
  await scene.repository.write({
    "locales/en.json": renamedSource,
    "locales/de.json": german.replace('"title"', '"heading"'),
  });
  await scene.repository.publish("Rename keys everywhere");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(await scene.textOf("de", "heading")).toEqual(["Servus"]);
  expect(await scene.proposed("locales/de.json")).toMatchObject({ heading: "Servus" });
  expect(await scene.proposed("locales/de.json")).not.toHaveProperty("title");
});

test("a service that reads this repository gets the translations under the new keys after it fetched them", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site, "this repository");
  await scene.translate("cs", "title", "Nazdar");
  await scene.repository.write({ "locales/en.json": renamedSource });
  await scene.repository.publish("Rename keys");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(await scene.textOf("cs", "heading")).toEqual(["Nazdar"]);
  expect(await scene.textOf("de", "dialog.cancel")).toEqual(["Abbrechen"]);
  expect(await scene.proposed("locales/cs.json")).toEqual({ heading: "Nazdar", button: { save: "Uložit" } });
});
