import { expect } from "vitest";
import { webSource } from "../support/sample-files.ts";
import { createScene, webComponent, type Scene, type SceneOptions } from "../support/scene.ts";
import type { Site } from "../support/world.ts";

/** What becomes of translations whose keys developers rename, played against the embedded service and a real one. */

/** `button.cancel` and `title` get other names, the way developers move keys about. */
export const renamedSource = webSource
  .replace('"title": "Hello"', '"heading": "Hello"')
  .replace(',\n        "cancel": "Cancel"', "")
  .replace('"files":', '"dialog": {\n        "cancel": "Cancel"\n    },\n    "files":');

const germanWith = (heading: string) => ({
  heading,
  button: { save: "Speichern" },
  dialog: { cancel: "Abbrechen" },
  files: "Sie haben {count} Dateien.",
});
export const czechRenamed = { heading: "Nazdar", button: { save: "Uložit" } };

/** A translator saved a text, then the developer renamed its key. */
export async function rename(site: Site, options: Partial<SceneOptions> = {}): Promise<Scene> {
  const scene = await createScene(site, { components: [webComponent], ...options });
  await scene.translate("web", "cs", "title", "Nazdar");
  await scene.repository.write({ "locales/en.json": renamedSource });
  await scene.repository.publish("Rename keys");
  return scene;
}

/** The translations are under the new keys, on the service and in the pull request. */
export async function expectCarriedOver(scene: Scene): Promise<void> {
  expect(await scene.textOf("web", "cs", "heading")).toEqual(["Nazdar"]);
  expect(await scene.textOf("web", "de", "heading")).toEqual(["Hallo"]);
  expect(await scene.textOf("web", "de", "dialog.cancel")).toEqual(["Abbrechen"]);
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).toEqual(czechRenamed);
}

/** From the plan over the first run and the merged pull request to the next translation under the new key. */
export async function keepTranslations(site: Site, prefix = ""): Promise<void> {
  await using scene = await rename(site, { prefix });

  const plan = await scene.plan();
  expect(plan.output).toContain("renamed: title → heading, button.cancel → dialog.cancel");
  expect(plan.output).toMatch(/2 renamed \(replace: .*no key goes\)/);

  const first = await scene.sync();
  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toContain("3 translations in 2 languages");
  await expectCarriedOver(scene);
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toEqual(germanWith("Hallo"));

  site.proxy.clear();
  const second = await scene.sync();
  expect(second.exitCode, second.output).toBe(0);
  expect(second.output).toContain("nothing new");
  expect(site.proxy.requests.filter(({ method }) => method !== "GET")).toEqual([]);

  await scene.merge();
  await scene.translate("web", "de", "heading", "Guten Tag");
  const third = await scene.sync();
  expect(third.exitCode, third.output).toBe(0);
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toEqual(germanWith("Guten Tag"));
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).toEqual(czechRenamed);
}

/** Where nobody may add strings, the source goes first and the translations right after it. */
export async function renameWithoutAddingStrings(site: Site, prefix = ""): Promise<void> {
  await using scene = await rename(site, { prefix });
  await scene.configure("web", { manage_units: false });

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  await expectCarriedOver(scene);
}

/** A service that reads the developer's repository drops the old keys when it is told to fetch. */
export async function renameWhereTheServiceReadsThisRepository(site: Site, prefix = ""): Promise<void> {
  await using scene = await rename(site, { prefix, reads: "this repository" });

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  await expectCarriedOver(scene);
}
