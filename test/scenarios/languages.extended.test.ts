import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import { webSource } from "../support/sample-files.ts";
import { callService } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

function add(site: Site, slug: string, language: string): Promise<unknown> {
  return callService(site.service, "POST", `/api/components/${site.project}/${slug}/translations/`, {
    body: { language_code: language },
  });
}

async function changes(scene: Scene): Promise<readonly string[]> {
  const paths = await scene.repository.remoteGit("diff", "--name-status", "main", "interlinear/main");
  return paths.split("\n");
}

function withMore(strings: number): string {
  const more = Array.from({ length: strings }, (_, index) => `    "more${String(index)}": "More ${String(index)}",\n`);
  return webSource.replace("{\n", `{\n${more.join("")}`);
}

test("a new language comes to every component once it is far enough over all of them, and stays above the lower limit", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, {
    components: [webComponent, serverComponent],
    settings:
      "pull: { minimum-translated: 50, keep-above: 30, prune: apply, prune-limit: 100 }\nlanguages: { only: [fr] }\n",
  });
  // Seven strings in all: four in web, three in server.
  await add(site, "web", "fr");
  await add(site, "server", "fr");
  await scene.translate("web", "fr", "title", "Bonjour");
  await scene.translate("web", "fr", "button.save", "Enregistrer");
  await scene.translate("web", "fr", "button.cancel", "Annuler");

  const below = await scene.sync();
  expect(below.exitCode, below.output).toBe(0);
  expect(below.output).not.toContain("created");
  expect((await scene.plan()).output).toContain("42.8 % translated over the components of acme, below the 50 %");
  expect(await scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");

  await scene.translate("server", "fr", "Welcome", "Bienvenue");
  const enough = await scene.sync();
  expect(enough.exitCode, enough.output).toBe(0);
  expect(await changes(scene)).toEqual(["A\tlocales/fr.json", "A\tpo/fr.po"]);
  await scene.merge();

  // Between the limits: 4 of 10 strings.
  await scene.repository.write({ "locales/en.json": withMore(3) });
  await scene.repository.publish("Add three strings");
  const between = await scene.sync();
  expect(between.exitCode, between.output).toBe(0);
  expect(between.output).not.toContain("remove");

  // Below both of them: 4 of 15.
  await scene.repository.write({ "locales/en.json": withMore(8) });
  await scene.repository.publish("Add five more");
  const fallen = await scene.sync();
  expect(fallen.exitCode, fallen.output).toBe(0);
  expect(await changes(scene)).toEqual(["D\tlocales/fr.json", "D\tpo/fr.po"]);
});

test("languages are asked for, and what the service does not add is said and no failure", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, {
    components: [webComponent],
    settings: "languages: { request: [it, pt_BRR] }\n",
  });

  const planned = await scene.plan();
  expect(planned.output).toContain("asked for by languages.request");
  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(output).toContain("does not add the language pt_BRR");
  expect(output).toContain("pt_BR");
  const { results } = await callService<{ results: readonly { language: { code: string } }[] }>(
    site.service,
    "GET",
    `/api/components/${site.project}/web/translations/`,
  );
  expect(results.map(({ language }) => language.code)).toContain("it");
  expect((await scene.plan()).output).not.toContain(" it ");
});
