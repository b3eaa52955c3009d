import { expect } from "vitest";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import type { ApiUnit } from "../support/service-api.ts";
import { downloadsOf, type Site } from "../support/world.ts";

/** Translators saved texts that break the app, and others: only those come home, and nothing is fetched twice. */
export async function holdBackWhatBreaks(site: Site, prefix = ""): Promise<Scene> {
  await using resources = new AsyncDisposableStack();
  const components = [webComponent, serverComponent];
  const scene = resources.use(await createScene(site, { components, prefix }));
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
  resources.move();
  return scene;
}

/** The translators mend their texts, which then come as well. */
export async function bringMendedTextsHome(scene: Scene): Promise<void> {
  await scene.translate("web", "cs", "files", "Máte {count} souborů.");
  await scene.translate("web", "de", "files", "{count} Dateien.");
  const mended = await scene.sync();
  expect(mended.exitCode, mended.output).toBe(0);
  expect(mended.output).not.toContain("held back locales/");
  expect(JSON.parse(await scene.proposed("locales/cs.json")), mended.output).toMatchObject({
    files: "Máte {count} souborů.",
  });
  expect(JSON.parse(await scene.proposed("locales/de.json")), mended.output).toMatchObject({
    files: "{count} Dateien.",
  });
}

/** A held-back text gets a comment on the service that says why; runs that meet it again add no other. */
export async function tellTranslatorsOnce(site: Site, prefix = ""): Promise<Scene> {
  await using resources = new AsyncDisposableStack();
  const components = [webComponent, serverComponent];
  const settings = "tell-translators: true\n";
  const scene = resources.use(await createScene(site, { components, prefix, settings }));
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  await scene.translate("server", "de", "%d file deleted", "Eine Datei gelöscht", "%s Dateien gelöscht");

  const first = await scene.sync();
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toContain("Translators were told of 2 texts that were held back.");
  expect(commented(await scene.units("web", "de"))).toEqual(["files"]);
  expect(commented(await scene.units("server", "de"))).toEqual(["%d file deleted"]);

  await scene.translate("web", "de", "title", "Servus");
  const again = await scene.sync();
  expect(again.output).toMatch(/held back locales\/de\.json/);
  expect(again.output).not.toContain("Translators were told");
  resources.move();
  return scene;
}

function commented(units: readonly ApiUnit[]): readonly string[] {
  return units.filter(({ has_comment: has }) => has).map(({ context, source }) => context || (source[0] ?? ""));
}
