import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { holdBackWhatBreaks } from "./held-back-texts.ts";

test("a text that lost its placeholder stays out and is listed, the others come home, and mended it comes as well", async () => {
  await using site = await embeddedSite();
  await holdBackWhatBreaks(site);
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
