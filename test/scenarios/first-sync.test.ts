import { expect, test } from "vitest";
import { generateProject } from "../../bench/generated-project.ts";
import { runCli } from "../support/cli.ts";
import { requestLines } from "../support/proxy.ts";
import { startService } from "../support/service.ts";

test("a first run of many components asks for all languages and all files at once, however many there are", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 9, languages: 9, strings: 2 }, "translations");
  service.proxy.clear();
  const arrived: string[] = [];
  service.proxy.hold(async ({ path }) => void arrived.push(path));

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
  // The service packs while its lists are read: whose texts these are is asked for when they were.
  expect(arrived.findIndex((path) => path.endsWith("/file/"))).toBeLessThan(
    arrived.findIndex((path) => path.includes("action=")),
  );
});

test("an archive that was begun before a source went to the service is not used", async () => {
  await using service = await startService();
  await using project = await generateProject(service, { components: 3, languages: 3, strings: 2 }, "translations");
  const path = "packages/part-01/en.json";
  const source: Record<string, string> = JSON.parse(await project.repository.read(path));
  await project.repository.write({ [path]: JSON.stringify({ ...source, key_9: "New" }) });
  await project.repository.publish("A new string");
  service.proxy.clear();

  const { exitCode, output } = await runCli(["sync"], {
    cwd: project.repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(exitCode, output).toBe(0);
  const files = requestLines(service.proxy.requests).filter((line) => line.endsWith("/file/"));
  expect(files.toSorted()).toEqual([
    "GET /api/projects/generated/file/",
    "GET /api/projects/generated/file/",
    "GET /api/translations/generated/part-01/en/file/",
    "POST /api/translations/generated/part-01/en/file/",
  ]);
});
