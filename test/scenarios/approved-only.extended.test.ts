import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import { callService, unitOf } from "../support/service-api.ts";
import { downloadsOf } from "../support/world.ts";

const APPROVED = 30;

async function approve({ site }: Scene, slug: string, language: string, unit: string): Promise<void> {
  const { id, target } = await unitOf(site.service, `${site.project}/${slug}`, language, unit);
  await callService(site.service, "PATCH", `/api/units/${String(id)}/`, { body: { target, state: APPROVED } });
}

async function switchOnReviews({ site }: Scene): Promise<void> {
  await callService(site.service, "PATCH", `/api/projects/${site.project}/`, { body: { translation_review: true } });
}

test("only approved texts come home; what waits is counted, keeps git's text, and comes once it is approved", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, {
    components: [webComponent, serverComponent],
    settings: "pull:\n  approved-only: true\n",
  });
  await switchOnReviews(scene);
  await scene.translate("web", "de", "title", "Servus");
  await scene.translate("web", "de", "button.save", "Sichern");
  await approve(scene, "web", "de", "button.save");
  await scene.translate("server", "de", "Welcome", "Grüß Gott");

  const first = await scene.sync();

  expect(first.exitCode, first.output).toBe(0);
  expect(first.output).toContain("2 translations in 1 language wait for a review");
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({
    title: "Hallo",
    button: { save: "Sichern" },
  });
  expect(await scene.repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe("locales/de.json");

  const waiting = await scene.sync();

  expect(waiting.exitCode, waiting.output).toBe(0);
  expect(waiting.output).toContain("2 translations in 1 language wait for a review");
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({ title: "Hallo" });

  await scene.merge();
  await approve(scene, "web", "de", "title");
  await approve(scene, "server", "de", "Welcome");

  const approved = await scene.sync();

  expect(approved.exitCode, approved.output).toBe(0);
  expect(approved.output).not.toContain("for a review");
  expect(JSON.parse(await scene.proposed("locales/de.json"))).toMatchObject({ title: "Servus" });
  expect(await scene.proposed("po/de.po")).toContain('msgstr "Grüß Gott"');

  await scene.merge();
  site.proxy.clear();
  const after = await scene.sync();
  expect(after.exitCode, after.output).toBe(0);
  expect(downloadsOf(site.proxy.requests), "all is approved: nothing is looked at again").toEqual([]);
});

test("where the project has no reviews nothing comes, and the run says where they are switched on", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, {
    components: [webComponent],
    settings: "pull:\n  approved-only: true\n",
  });
  await scene.translate("web", "de", "title", "Servus");

  const result = await scene.sync();

  expect(result.output).toContain("reviews are switched off in acme");
  expect(result.output).toContain("switches them on (Settings, Workflow)");
  await expect(scene.proposed("locales/de.json")).rejects.toThrow();
});
