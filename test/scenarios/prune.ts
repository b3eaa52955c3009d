import { expect } from "vitest";
import { createScene, webComponent, type Scene } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

/** German and Czech are there from the beginning; French was brought home by us, and the service has given it up since. */
export async function afterFrench(
  site: Site,
  settings: string,
  merge: (scene: Scene) => Promise<unknown> = (scene) => scene.merge(),
): Promise<Scene> {
  const scene = await createScene(site, { components: [webComponent], settings });
  await callService(site.service, "POST", `/api/components/${site.project}/web/translations/`, {
    body: { language_code: "fr" },
  });
  await scene.translate("web", "fr", "title", "Bonjour");
  expect((await scene.sync()).exitCode).toBe(0);
  await merge(scene);
  await callService(site.service, "DELETE", `/api/translations/${site.project}/web/fr/`);
  await scene.repository.remoteGit("update-ref", "-d", "refs/heads/interlinear/main");
  return scene;
}

export async function changes(scene: Scene): Promise<string> {
  if ((await scene.repository.remoteGit("branch", "--list", "interlinear/*")) === "") return "";
  return scene.repository.remoteGit("diff", "--name-status", "main", "interlinear/main");
}
