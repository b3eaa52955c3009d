import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { createComponent, saveTranslation } from "../support/service-api.ts";

test("conflicts: fail fails every run until somebody settles it, while the pull request waits and after it was merged", async () => {
  await using site = await embeddedSite();
  await using upstream = await createRepository(sampleFiles);
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
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": `${mapping}conflicts: fail\n`,
  });
  const translate = (unit: string, text: string) =>
    saveTranslation(site.service, site.translator.token, { component: `${site.project}/web`, language: "cs", unit }, [
      text,
    ]);
  const sync = async () => {
    const { exitCode, output } = await runCli(["sync"], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: site.botToken },
    });
    return { exitCode, output };
  };
  const czech = await repository.read("locales/cs.json");
  await repository.write({ "locales/cs.json": czech.replace("Ahoj", "Dobrý den") });
  await repository.publish("Correct Czech");
  await translate("title", "Zdravím");
  await translate("button.cancel", "Zrušit");

  const isOpen = { exitCode: 3, output: expect.stringContaining("nothing was taken") };
  expect(await sync()).toMatchObject(isOpen);
  expect(await repository.remoteGit("show", "interlinear/main:locales/cs.json")).toContain("Zrušit");
  expect(await sync()).toMatchObject(isOpen);

  await repository.git("fetch", "--quiet", "origin");
  await repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
  expect(await sync()).toMatchObject(isOpen);
  expect(await repository.read("locales/cs.json")).toContain("Dobrý den");

  await translate("title", "Dobrý den");
  expect(await sync()).toMatchObject({ exitCode: 0 });
});
