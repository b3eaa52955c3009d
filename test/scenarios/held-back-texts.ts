import { expect } from "vitest";
import { createScene, serverComponent, webComponent } from "../support/scene.ts";
import { downloadsOf, type Site } from "../support/world.ts";

/** From the texts that break the app over the merged pull request to the mended ones. */
export async function holdBackWhatBreaks(site: Site, prefix = ""): Promise<void> {
  await using scene = await createScene(site, { components: [webComponent, serverComponent], prefix });
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
}
