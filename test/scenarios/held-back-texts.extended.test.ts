import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import { downloadsOf } from "../support/world.ts";
import { bringMendedTextsHome, holdBackWhatBreaks, tellTranslatorsOnce } from "./held-back-texts.ts";

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

test("translators are told once, on the service, why a text was held back", async () => {
  await using site = await embeddedSite();
  await using scene = await tellTranslatorsOnce(site);

  const unit = (await scene.units("web", "de")).find(({ context }) => context === "files");
  const { results } = await callService<{ readonly results: readonly { readonly comment: string }[] }>(
    site.service,
    "GET",
    `/api/units/${String(unit?.id)}/comments/`,
  );

  expect(results).toHaveLength(1);
  expect(results[0]?.comment).toContain("it would break the app");
  expect(results[0]?.comment).toContain("{count}");
});

test("a service that takes no comment is a warning, and everything else is done", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], settings: "tell-translators: true\n" });
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  site.proxy.decide(({ method, path }) => (method === "POST" && path.endsWith("/comments/") ? "refuse" : "pass"));

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  expect(result.output).toContain("Translators were not told of texts that were held back");
  expect(JSON.parse(await scene.repository.read("locales/de.json"))).toMatchObject({ title: "Hallo" });
});
