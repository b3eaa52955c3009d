import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { downloadsOf } from "../support/world.ts";
import { bringMendedTextsHome, holdBackWhatBreaks } from "./held-back-texts.ts";

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", async () => {
  await using site = await embeddedSite();
  await using scene = await holdBackWhatBreaks(site);

  await scene.merge();
  site.proxy.clear();
  const merged = await scene.sync();
  expect(merged.exitCode, merged.output).toBe(0);
  expect(downloadsOf(site.proxy.requests), "the file is not fetched every night").toEqual([]);

  await scene.translate("web", "cs", "button.cancel", "Zrušit");
  const still = await scene.sync();
  expect(still.output).toMatch(/held back locales\/cs\.json/);
  expect(JSON.parse(await scene.proposed("locales/cs.json"))).not.toHaveProperty("files");

  await bringMendedTextsHome(scene);
});

test.each([
  ["report", /broken {4}locales\/de\.json:\d+ {2}files/],
  ["off", /^(?!.*\{count\})/s],
])("with checks: %s the text goes through", async (setting, said) => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], settings: `checks: ${setting}\n` });
  await scene.translate("web", "de", "files", "Sie haben Dateien.");

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(result.output).toMatch(said);
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({ files: "Sie haben Dateien." });
});
