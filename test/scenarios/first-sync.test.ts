import { expect, test } from "vitest";
import { generateProject } from "../../bench/generated-project.ts";
import { runCli } from "../support/cli.ts";
import { requestLines } from "../support/proxy.ts";
import { startService } from "../support/service.ts";

test("a first run of many components asks for all languages and all files at once, however many there are", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 9, languages: 9, strings: 2 }, "translations");
  service.proxy.clear();

  const { exitCode, output } = await runCli(["sync"], {
    cwd: project.repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(exitCode, output).toBe(0);
  expect(requestLines(service.proxy.requests).toSorted()).toEqual([
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/changes/",
    "GET /api/projects/generated/file/",
    "GET /api/projects/generated/repository/",
    "GET /api/translations/",
    "GET /api/translations/",
  ]);
});
