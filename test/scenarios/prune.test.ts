import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { createScene, webComponent, type Scene } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import type { Site } from "../support/world.ts";

/** German and Czech are there from the beginning; French was brought home by us, and the service has given it up since. */
async function afterFrench(
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

async function changes(scene: Scene): Promise<string> {
  if ((await scene.repository.remoteGit("branch", "--list", "interlinear/*")) === "") return "";
  return scene.repository.remoteGit("diff", "--name-status", "main", "interlinear/main");
}

test("prune: apply removes the file of a language that is gone, in the pull request, once", async () => {
  await using site = await embeddedSite();
  await using scene = await afterFrench(site, "pull: { prune: apply, prune-limit: 50 }\n");

  expect((await scene.plan()).output).toContain("remove");
  const { exitCode, output } = await scene.sync();
  expect(exitCode, output).toBe(0);
  expect(await changes(scene)).toBe("D\tlocales/fr.json");
  const commit = await scene.repository.remoteGit("rev-parse", "interlinear/main");

  expect((await scene.sync()).exitCode).toBe(0);
  expect(await scene.repository.remoteGit("rev-parse", "interlinear/main")).toBe(commit);

  await scene.merge();
  expect((await scene.plan()).output).toContain("\n  3 in step\n");
});

test("prune: report only says so", async () => {
  await using site = await embeddedSite();
  await using scene = await afterFrench(site, "pull: { prune: report }\n");

  const { exitCode, output } = await scene.plan();
  expect(exitCode, output).toBe(0);
  expect(output).toContain("git has files for languages that the service lacks: fr");
  expect((await scene.sync()).exitCode).toBe(0);
  expect(await changes(scene)).toBe("");
});

test("beyond the limit nothing is removed without a yes, and the exit code is 3", async () => {
  await using site = await embeddedSite();
  await using scene = await afterFrench(site, "pull: { prune: apply, prune-limit: 20 }\n");

  const refused = await scene.sync();
  expect(refused.exitCode, refused.output).toBe(3);
  expect(refused.output).toContain("would remove 1 of 3 translation files: fr (33 %, the limit is 20 %)");
  expect(await changes(scene)).toBe("");
});

test("a file that somebody changed here since it came is not removed", async () => {
  await using site = await embeddedSite();
  await using scene = await afterFrench(site, "pull: { prune: apply, prune-limit: 100 }\n");
  await scene.repository.write({ "locales/fr.json": '{\n    "title": "Salut"\n}\n' });
  await scene.repository.publish("Say it otherwise");

  const { exitCode, output } = await scene.sync();
  expect(exitCode, output).toBe(0);
  expect(await changes(scene)).toBe("");
  expect((await scene.plan()).output).toContain("They stay: no commit of Interlinear brought them as they are");
});

test("a file that somebody corrected in the pull request before it was squashed is not removed", async () => {
  await using site = await embeddedSite();
  const squashCorrected = async ({ repository }: Scene): Promise<void> => {
    await repository.git("fetch", "--quiet", "origin");
    await repository.git("switch", "--quiet", "--create", "corrected", "origin/interlinear/main");
    await repository.write({ "locales/fr.json": '{\n    "title": "Salut"\n}\n' });
    await repository.git("commit", "--quiet", "--all", "--message", "Say it otherwise");
    await repository.git("switch", "--quiet", "main");
    await repository.git("merge", "--quiet", "--squash", "corrected");
    await repository.git("commit", "--quiet", "--no-edit");
    expect(await repository.git("log", "-1", "--format=%B")).toContain("Interlinear-Tree:");
    await repository.git("push", "--quiet", "origin", "HEAD:main");
  };
  await using scene = await afterFrench(site, "pull: { prune: apply, prune-limit: 100 }\n", squashCorrected);

  const { exitCode, output } = await scene.sync();

  expect(exitCode, output).toBe(0);
  expect(await changes(scene)).toBe("");
});

test("a language that the mapping leaves out, and an answer without any language, remove nothing", async () => {
  await using site = await embeddedSite();
  await using scene = await afterFrench(site, "pull: { prune: apply, prune-limit: 100 }\n");
  const { repository } = scene;
  const mapping = await repository.read(".github/interlinear.yml");
  await repository.write({ ".github/interlinear.yml": `${mapping}languages: { except: [fr, de] }\n` });
  await repository.publish("Leave languages out");
  expect((await scene.sync()).exitCode).toBe(0);
  expect(await changes(scene)).toBe("");

  await repository.write({ ".github/interlinear.yml": mapping });
  await repository.publish("Take part of all again");
  for (const language of ["cs", "de"])
    await callService(site.service, "DELETE", `/api/translations/${site.project}/web/${language}/`);
  expect((await scene.sync()).exitCode).toBe(0);
  expect(await changes(scene)).toBe("");
});
