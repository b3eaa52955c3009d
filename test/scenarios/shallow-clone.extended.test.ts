import { expect, test } from "vitest";
import { pathToFileURL } from "node:url";
import { command } from "../support/command.ts";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { createComponent, saveTranslation } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Site } from "../support/world.ts";

/** The sample's JSON component; German was corrected in git only, and Czech is new on the service. */
async function correctedInGit(site: Site): Promise<AsyncDisposable & { readonly repository: TestRepository }> {
  const upstream = await createRepository(sampleFiles);
  await createComponent(site.service, site.project, {
    name: "web",
    slug: "web",
    repo: upstream.remoteUrl,
    branch: upstream.branch,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  const mapping = sampleMapping(site.proxy.url, site.project).split("  - component: server")[0] ?? "";
  const repository = await createRepository({ ...sampleFiles, ".github/interlinear.yml": mapping });
  const german = await repository.read("locales/de.json");
  await repository.write({ "locales/de.json": german.replace("Hallo", "Guten Tag") });
  await repository.publish("Correct German");
  await saveTranslation(
    site.service,
    site.translator.token,
    { component: `${site.project}/web`, language: "cs", unit: "button.cancel" },
    ["Zrušit"],
  );
  return {
    repository,
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test("a correction in git survives a sync from a clone of depth 1", async () => {
  await using site = await embeddedSite();
  await using world = await correctedInGit(site);
  await using clone = await temporaryDirectory();
  const address = pathToFileURL(world.repository.remotePath).href;
  await command("git", ["clone", "--quiet", "--depth=1", address, "."], { cwd: clone.path, env: gitEnvironment() });

  const synced = await runCli(["sync"], { cwd: clone.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  expect(synced.exitCode, synced.output).toBe(0);
  const changed = await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(changed).toBe("locales/cs.json");
});

test("a clone of depth 1 that cannot fetch its history takes nothing, and says what to do", async () => {
  await using site = await embeddedSite();
  await using world = await correctedInGit(site);
  await using clone = await temporaryDirectory();
  const git = (...args: readonly string[]) => command("git", args, { cwd: clone.path, env: gitEnvironment() });
  await git("clone", "--quiet", "--depth=1", pathToFileURL(world.repository.remotePath).href, ".");
  await git("remote", "set-url", "origin", "https://user:sesame@127.0.0.1:1/gone.git");

  const pulled = await runCli(["pull"], { cwd: clone.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  expect(pulled.exitCode, pulled.output).toBe(1);
  expect(pulled.output).toContain("IL-G07");
  expect(pulled.output).toContain("fetch-depth: 0");
  expect(pulled.output).not.toContain("sesame");
  expect((await git("status", "--porcelain")).stdout).toBe("");
});
