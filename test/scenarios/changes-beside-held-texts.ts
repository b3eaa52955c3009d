import { expect } from "vitest";
import { sampleFiles } from "../support/sample-files.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import { uploadsIn } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

export const GERMAN = "locales/de.json";
export const SENDS = "push: { translations: changed }\n";
const GETTEXT = "po/de.po";

/** A developer changes one text in git; all other bytes stay. */
export async function change({ repository }: Scene, before: string, after: string, path = GERMAN): Promise<void> {
  await repository.git("pull", "--quiet", "origin", "main");
  const file = await repository.read(path);
  expect(file).toContain(before);
  await repository.write({ [path]: file.replace(before, after) });
  await repository.publish(`Say ${after}`);
}

export async function inStep(scene: Scene): Promise<string> {
  const { exitCode, output } = await scene.sync();
  expect(exitCode, output).toBe(0);
  return output;
}

function withSteps(path: string, steps: readonly string[]): string {
  return `${JSON.stringify({ ...JSON.parse(String(sampleFiles[path])), steps }, undefined, 4)}\n`;
}

/** In JSON and gettext: what git changes goes alone, and what was held back stays with the translator, and in the list. */
export async function sendBesideHeldBack(site: Site, prefix = ""): Promise<void> {
  const files = {
    ...sampleFiles,
    "locales/en.json": withSteps("locales/en.json", ["Open", "Edit", "Close"]),
    [GERMAN]: withSteps(GERMAN, ["Öffnen", "Ändern", "Zumachen"]),
  };
  const components = [webComponent, serverComponent];
  await using scene = await createScene(site, { components, prefix, files, settings: SENDS });
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  await scene.translate("web", "de", "title", "Servus");
  await scene.translate("server", "de", "%d file deleted", "Eine Datei gelöscht", "%s Dateien gelöscht");
  await scene.translate("server", "de", "Welcome", "Grüß Gott");
  const first = await inStep(scene);
  expect(first).toMatch(/held back locales\/de\.json/);
  expect(first).toMatch(/held back po\/de\.po/);
  await scene.merge();
  await change(scene, '"Zumachen"', '"Schließen"');
  await change(scene, '"Grüß Gott"', '"Willkommen"', GETTEXT);
  site.proxy.clear();

  const output = await inStep(scene);

  const uploads = uploadsIn(site.proxy.requests);
  expect(uploads.map(({ fields }) => fields["method"])).toEqual(["translate", "translate"]);
  const json = uploads.find(({ content }) => content.startsWith("{"));
  expect(JSON.parse(json?.content ?? "")).toEqual({ steps: [null, null, "Schließen"] });
  const gettext = uploads.find((upload) => upload !== json);
  expect(gettext?.content.match(/^msgid .+$/gm)).toEqual(['msgid ""', 'msgid "Welcome"']);
  expect(output).toMatch(/held back locales\/de\.json/);
  expect(output).toMatch(/held back po\/de\.po/);
  const texts = (await scene.units("web", "de")).flatMap(({ target }) => target);
  expect(texts.toSorted()).toEqual(
    ["Abbrechen", "Schließen", "Servus", "Sie haben Dateien.", "Speichern", "Ändern", "Öffnen"].toSorted(),
  );
  expect(await scene.textOf("server", "de", "Welcome")).toEqual(["Willkommen"]);
  expect(await scene.textOf("server", "de", "%d file deleted")).toEqual(["Eine Datei gelöscht", "%s Dateien gelöscht"]);

  await scene.translate("web", "de", "files", "{count} Dateien.");
  await inStep(scene);
  expect(JSON.parse(await scene.proposed(GERMAN))).toMatchObject({ files: "{count} Dateien.", title: "Servus" });
}
