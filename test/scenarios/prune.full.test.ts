import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { callService } from "../support/service-api.ts";
import { afterFrench, changes } from "./prune.ts";

/** What `src/sync/decide/prune.test.ts` has as a table, with git and the service. */

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
