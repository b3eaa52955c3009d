import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent, type Scene } from "../support/scene.ts";
import { callService, unitOf, uploadsIn } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

const MINE = "Sichern";

/** A developer mends one German text in git. */
async function changeInGit({ repository }: Scene): Promise<void> {
  const before = await repository.git("show", "HEAD:locales/de.json");
  await repository.write({ "locales/de.json": `${before.replace('"Speichern"', `"${MINE}"`)}\n` });
  await repository.publish("Mend the button");
}

function sceneWith(site: Site, as: string): Promise<Scene> {
  return createScene(site, {
    components: [webComponent],
    settings: `push: { translations: changed, as: ${as} }\n`,
  });
}

function methodsOf(site: Site): readonly string[] {
  return uploadsIn(site.proxy.requests).map(({ path, fields }) => `${fields["method"] ?? ""} ${path}`);
}

test("a text changed in git is suggested once: translators decide, and what they rejected does not come back", async () => {
  await using site = await embeddedSite();
  await using scene = await sceneWith(site, "suggest");
  await changeInGit(scene);
  site.proxy.clear();

  const first = await scene.sync();

  expect(first.exitCode, first.output).toBe(0);
  expect(methodsOf(site)).toEqual(["suggest /api/translations/acme/web/de/file/"]);
  const [upload] = uploadsIn(site.proxy.requests);
  expect(JSON.parse(upload?.content ?? "")).toEqual({ button: { save: MINE } });
  expect(await scene.textOf("web", "de", "button.save")).toEqual(["Speichern"]);
  const { id } = await unitOf(site.service, "acme/web", "de", "button.save");
  const list = `/api/units/${String(id)}/suggestions/`;
  const { results } = await callService<{ results: readonly { id: number; target: readonly string[] }[] }>(
    site.service,
    "GET",
    list,
  );
  expect(results.map(({ target }) => target)).toEqual([[MINE]]);

  await callService(site.service, "DELETE", `/api/suggestions/${String(results[0]?.id)}/`);
  site.proxy.clear();
  const second = await scene.sync();

  expect(second.exitCode, second.output).toBe(0);
  expect(methodsOf(site)).toEqual([]);
  expect(await callService(site.service, "GET", list)).toMatchObject({ count: 0 });
});

test("a text changed in git is approved, and no other with it", async () => {
  await using site = await embeddedSite();
  await callService(site.service, "PATCH", `/api/projects/${site.project}/`, { body: { translation_review: true } });
  await using scene = await sceneWith(site, "approve");
  await changeInGit(scene);

  const result = await scene.sync();

  expect(result.exitCode, result.output).toBe(0);
  const states = (await scene.units("web", "de")).map(({ context, target, state }) => [context, target[0], state]);
  expect(states).toContainEqual(["button.save", MINE, 30]);
  expect(states).toContainEqual(["title", "Hallo", 20]);
});
