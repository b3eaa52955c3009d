import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, serverComponent, webComponent, type Scene } from "../support/scene.ts";
import { callService, unitOf, unitsOf, uploadsIn } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";
import { change, GERMAN, inStep, sendBesideHeldBack, SENDS } from "./changes-beside-held-texts.ts";

const NEEDS_EDITING = 10;
const APPROVED = 30;

function uploaded(site: Site): readonly unknown[] {
  return uploadsIn(site.proxy.requests).map(({ fields, content }) => [fields["method"], JSON.parse(content)]);
}

test("what git changes is sent alone: a text that was held back stays on the service, and in the list", async () => {
  await using site = await embeddedSite();
  await sendBesideHeldBack(site);
});

test("where git and the service changed other strings at once, git's goes, and what was held back does not", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], settings: SENDS });
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  await scene.translate("web", "de", "title", "Servus");
  await change(scene, '"Speichern"', '"Sichern"');
  await inStep(scene);
  await scene.merge();
  site.proxy.clear();

  await inStep(scene);

  expect(uploaded(site)).toEqual([["translate", { button: { save: "Sichern" } }]]);
  expect(await scene.textOf("web", "de", "files")).toEqual(["Sie haben Dateien."]);
});

test("what a translator saves right before an upload stays, where git never changed it", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], settings: SENDS });
  await change(scene, '"Speichern"', '"Sichern"');
  let isSaved = false;
  site.proxy.hold(async ({ method, path }) => {
    if (isSaved || method !== "POST" || !path.endsWith("/de/file/")) return;
    isSaved = true;
    await scene.translate("web", "de", "title", "Servus");
  });

  await inStep(scene);

  expect(isSaved).toBe(true);
  expect(await scene.textOf("web", "de", "title")).toEqual(["Servus"]);
  expect(await scene.textOf("web", "de", "button.save")).toEqual(["Sichern"]);
});

test("a text that breaks the app keeps none of git's other changes in the file from being sent", async () => {
  await using site = await embeddedSite();
  await using scene = await createScene(site, { components: [webComponent], settings: SENDS });
  await scene.translate("web", "de", "files", "Sie haben Dateien.");
  await change(scene, '"Speichern"', '"Sichern"');

  await inStep(scene);
  const second = await inStep(scene);

  expect(second).toMatch(/held back locales\/de\.json/);
  expect(await scene.textOf("web", "de", "button.save")).toEqual(["Sichern"]);
  expect(await scene.textOf("web", "de", "files")).toEqual(["Sie haben Dateien."]);
  site.proxy.clear();
  expect(await inStep(scene)).toMatch(/held back locales\/de\.json/);
  expect(uploaded(site)).toEqual([]);
});

async function withReviews(site: Site): Promise<Scene> {
  await callService(site.service, "PATCH", `/api/projects/${site.project}/`, { body: { translation_review: true } });
  const settings = `${SENDS}pull: { approved-only: true }\n`;
  return createScene(site, { components: [webComponent], settings });
}

async function approve({ site }: Scene, unit: string): Promise<void> {
  const { id, target } = await unitOf(site.service, `${site.project}/web`, "de", unit);
  await callService(site.service, "PATCH", `/api/units/${String(id)}/`, { body: { target, state: APPROVED } });
}

test("a text that waits for a review keeps none of git's other changes from being sent, and comes once approved", async () => {
  await using site = await embeddedSite();
  await using scene = await withReviews(site);
  await scene.translate("web", "de", "title", "Servus");
  await change(scene, '"Speichern"', '"Sichern"');

  await inStep(scene);
  const second = await inStep(scene);

  expect(second).toContain("1 translation in 1 language waits for a review");
  expect(await scene.textOf("web", "de", "button.save")).toEqual(["Sichern"]);
  expect(await scene.textOf("web", "de", "title")).toEqual(["Servus"]);
  await approve(scene, "title");
  await inStep(scene);
  expect(JSON.parse(await scene.proposed(GERMAN))).toMatchObject({ title: "Servus", button: { save: "Sichern" } });
});

test("git's change is sent beside a text that waits also where another one of the file came home meanwhile", async () => {
  await using site = await embeddedSite();
  await using scene = await withReviews(site);
  await scene.translate("web", "de", "title", "Servus");
  await scene.translate("web", "de", "button.cancel", "Abbruch");
  await approve(scene, "button.cancel");
  await change(scene, '"Speichern"', '"Sichern"');
  await inStep(scene);
  expect(JSON.parse(await scene.proposed(GERMAN))).toMatchObject({ title: "Hallo", button: { cancel: "Abbruch" } });
  await scene.merge();

  await inStep(scene);
  await inStep(scene);

  expect(uploaded(site)).toEqual([["translate", { button: { save: "Sichern" } }]]);
  expect(await scene.textOf("web", "de", "title")).toEqual(["Servus"]);
});

test("what the service does not take is sent once, and what waits beside it comes once approved", async () => {
  await using site = await embeddedSite();
  await using scene = await withReviews(site);
  await approve(scene, "button.save");
  await scene.translate("web", "de", "title", "Servus");
  await change(scene, '"Speichern"', '"Sichern"');

  await inStep(scene);
  await inStep(scene);
  expect(uploaded(site)).toEqual([["translate", { button: { save: "Sichern" } }]]);
  expect(await scene.textOf("web", "de", "button.save")).toEqual(["Speichern"]);
  const third = await inStep(scene);

  expect(third).toContain("1 translation in 1 language waits for a review");
  await inStep(scene);
  expect(uploaded(site)).toHaveLength(1);
  await approve(scene, "title");
  await inStep(scene);
  expect(JSON.parse(await scene.proposed(GERMAN))).toMatchObject({ title: "Servus", button: { save: "Sichern" } });
});

test("a text that git and a translator changed, and that waits for a review, keeps git's changes back, and the run says so", async () => {
  await using site = await embeddedSite();
  await using scene = await withReviews(site);
  await inStep(scene);
  await scene.translate("web", "de", "title", "Servus");
  await change(scene, '"Hallo"', '"Guten Tag"');

  const { exitCode, output } = await scene.run("sync", "--json");

  expect(exitCode, output).toBe(0);
  expect(output).toContain("not sent while texts of this file on the service are held back or wait for a review");
  expect(uploaded(site)).toEqual([]);
});

test.each(["missing", "changed"])(
  "drafts of a language in which nothing is translated yet are not written over (push.translations: %s)",
  async (translations) => {
    await using site = await embeddedSite();
    const settings = `push: { translations: ${translations} }\n`;
    await using scene = await createScene(site, { components: [serverComponent], settings });
    await inStep(scene);
    for (const { id, target } of await unitsOf(site.service, `${site.project}/server`, "de")) {
      const draft = target.map((_, form) => `Entwurf ${String(form)} %d`);
      const body = { target: draft, state: NEEDS_EDITING };
      await callService(site.service, "PATCH", `/api/units/${String(id)}/`, { body });
    }
    site.proxy.clear();

    await inStep(scene);
    await inStep(scene);

    expect(uploadsIn(site.proxy.requests).map(({ fields }) => fields["method"])).toEqual([]);
    const texts = (await scene.units("server", "de")).flatMap(({ target }) => target);
    expect(
      texts.every((text) => text.startsWith("Entwurf")),
      texts.join("\n"),
    ).toBe(true);
  },
);
