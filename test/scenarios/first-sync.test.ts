import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateProject } from "../../bench/generated-project.ts";
import { runCli } from "../support/cli.ts";
import { requestLines } from "../support/proxy.ts";
import type { TestRepository } from "../support/repository.ts";
import { startService, type EmbeddedService } from "../support/service.ts";

/** The requests of one run. */
async function sync(service: EmbeddedService, { path: cwd }: TestRepository): Promise<readonly string[]> {
  service.proxy.clear();
  const environment = { INTERLINEAR_TOKEN: service.adminToken };
  const { exitCode, output } = await runCli(["sync"], { cwd, environment });
  expect(exitCode, output).toBe(0);
  return requestLines(service.proxy.requests).toSorted();
}

function isFile(line: string): boolean {
  return line.includes("/file/");
}

test("a first run of many components asks for all languages and all files at once, however many there are", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 9, languages: 9, strings: 2 }, "translations");

  expect(await sync(service, project.repository)).toEqual([
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/file/",
    "GET /api/projects/generated/repository/",
    "GET /api/translations/",
    "GET /api/translations/",
  ]);
});

test("a first run asks for no archive of a project of which it wants one language", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 3, languages: 9, strings: 2 }, "translations");
  const path = ".github/interlinear.yml";
  const mapping = await project.repository.read(path);
  await project.repository.write({ [path]: `${mapping}    languages:\n      only: [de]\n` });
  await project.repository.publish("Only German");

  const requests = await sync(service, project.repository);

  expect(requests.filter(isFile)).toEqual(
    ["part-01", "part-02", "part-03"].map((part) => `GET /api/translations/generated/${part}/de/file/`),
  );
});

test("where the remote takes no record, nothing is downloaded while the branch of the first run waits", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 3, languages: 9, strings: 2 }, "translations");
  const hook = join(project.repository.remotePath, "hooks", "update");
  await writeFile(hook, '#!/bin/sh\ncase "$1" in refs/interlinear/*) exit 1;; esac\n');
  await chmod(hook, 0o755);

  const first = await sync(service, project.repository);
  const next = await sync(service, project.repository);

  expect(first.filter(isFile)).toEqual(["GET /api/projects/generated/file/"]);
  expect(next.filter(isFile)).toEqual([]);
});
