import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { type Scene } from "../support/scene.ts";
import { afterFrench, changes } from "./prune.ts";

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
