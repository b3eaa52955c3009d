import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping, webSource } from "../support/sample-files.ts";
import { callService, createComponent } from "../support/service-api.ts";

const web = { name: "web", slug: "web", file_format: "json-nested", filemask: "locales/*.json" };

test("what a locked component refuses is told once, as refused", async () => {
  await using site = await embeddedSite();
  await using upstream = await createRepository(sampleFiles);
  const source = { repo: upstream.remoteUrl, branch: upstream.branch, template: "locales/en.json" };
  await createComponent(site.service, site.project, { ...web, ...source });
  const mapping = sampleMapping(site.proxy.url, site.project).split("  - component: server")[0] ?? "";
  await using repository = await createRepository({
    ...sampleFiles,
    "locales/en.json": webSource.replace("Hello", "Hello there"),
    ".github/interlinear.yml": mapping,
  });
  await callService(site.service, "POST", `/api/components/${site.project}/web/lock/`, { body: { lock: true } });

  const pushed = await runCli(["push"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  expect(pushed.exitCode, pushed.output).toBe(1);
  expect(pushed.output).toContain("locked");
  expect(pushed.output).not.toContain("the service took the file");
});

test("a new language's upload counts the strings of its file", async () => {
  await using site = await embeddedSite();
  await using upstream = await createRepository(sampleFiles);
  const source = { repo: upstream.remoteUrl, branch: upstream.branch, template: "locales/en.json" };
  await createComponent(site.service, site.project, { ...web, ...source });
  const mapping = sampleMapping(site.proxy.url, site.project).split("  - component: server")[0] ?? "";
  await using repository = await createRepository({
    ...sampleFiles,
    "locales/fr.json": '{\n    "title": "Bonjour"\n}\n',
    ".github/interlinear.yml": `${mapping}push: { translations: missing }\n`,
  });

  const pushed = await runCli(["push"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  expect(pushed.exitCode, pushed.output).toBe(0);
  expect(pushed.output).toContain("1 of 1 strings taken");
});
