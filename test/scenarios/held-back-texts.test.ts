import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { createComponent, saveTranslation } from "../support/service-api.ts";
import { downloadsOf } from "../support/world.ts";
import type { Site } from "../support/world.ts";

async function play(site: Site, setting = "") {
  await using resources = new AsyncDisposableStack();
  const mapping = sampleMapping(site.proxy.url, site.project);
  const upstream = resources.use(await createRepository(sampleFiles));
  const repository = resources.use(
    await createRepository({ ...sampleFiles, ".github/interlinear.yml": `${mapping}${setting}` }),
  );
  const shared = { repo: upstream.remoteUrl, branch: upstream.branch };
  await createComponent(site.service, site.project, {
    ...shared,
    name: "web",
    slug: "web",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await createComponent(site.service, site.project, {
    ...shared,
    name: "server",
    slug: "server",
    file_format: "po",
    filemask: "po/*.po",
    new_base: "po/server.pot",
  });
  const owned = resources.move();
  return {
    repository,
    sync: () => runCli(["sync"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } }),
    translate: (component: string, language: string, unit: string, ...target: readonly string[]) =>
      saveTranslation(
        site.service,
        site.translator.token,
        { component: `${site.project}/${component}`, language, unit },
        target,
      ),
    proposed: (path: string) => repository.remoteGit("show", `interlinear/main:${path}`),
    merge: async () => {
      await repository.git("fetch", "--quiet", "origin");
      await repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
      await repository.git("push", "--quiet", "origin", "HEAD");
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", async () => {
  await using site = await embeddedSite();
  await using scene = await play(site);
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  await scene.translate("web", "de", "title", "Servus");
  await scene.translate("web", "cs", "files", "Máte {cuont} souborů.");
  await scene.translate("web", "cs", "title", "Nazdar");
  await scene.translate("server", "de", "%d file deleted", "Eine Datei gelöscht", "%s Dateien gelöscht");
  await scene.translate("server", "de", "Welcome", "100 % willkommen");

  const first = await scene.sync();
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toMatch(/held back locales\/de\.json:\d+ {2}files \(de\)/);
  expect(first.output).toContain('Missing "{count}"');
  expect(first.output).toContain("service: Máte {cuont} souborů.");
  expect(first.output).toContain("/translate/");
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({
    title: "Servus",
    files: "Sie haben {count} Dateien.",
  });
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).not.toHaveProperty("files");
  const german = await scene.proposed("po/de.po");
  expect(german).toContain('msgstr "100 % willkommen"');
  expect(german).toContain('msgstr[0] ""\nmsgstr[1] ""');

  site.proxy.clear();
  const waiting = await scene.sync();
  expect(waiting.exitCode, waiting.output).toBe(0);
  expect(waiting.output).toContain("nothing new");
  expect(downloadsOf(site.proxy.requests)).toEqual([]);

  await scene.merge();
  site.proxy.clear();
  const merged = await scene.sync();
  expect(merged.exitCode, merged.output).toBe(0);
  expect(downloadsOf(site.proxy.requests), "the file is not fetched every night").toEqual([]);

  await scene.translate("web", "cs", "button.cancel", "Zrušit");
  const still = await scene.sync();
  expect(still.output).toMatch(/held back locales\/cs\.json/);
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).not.toHaveProperty("files");

  await scene.translate("web", "cs", "files", "Máte {count} souborů.");
  await scene.translate("web", "de", "files", "{count} Dateien.");
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  expect(mended.output).not.toContain("held back");
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).toMatchObject({ files: "Máte {count} souborů." });
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({ files: "{count} Dateien." });
});

test.each([
  ["report", /broken {4}locales\/de\.json:\d+ {2}files/],
  ["off", /^(?!.*\{count\})/s],
])("with checks: %s the text goes through", async (setting, said) => {
  await using site = await embeddedSite();
  await using scene = await play(site, `checks: ${setting}\n`);
  await scene.translate("web", "de", "files", "Sie haben Dateien.");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(result.output).toMatch(said);
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({ files: "Sie haben Dateien." });
});
