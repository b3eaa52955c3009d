import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createWorld } from "../support/world.ts";

test("statistics come as OpenMetrics, CSV, Markdown and JSON; a format that is none is refused before anybody is asked", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const stats = (...args: readonly string[]) =>
    runCli(["stats", ...args], { cwd: world.repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });

  const metrics = await stats("--format", "openmetrics");
  const csv = await stats("--format", "csv");
  const markdown = await stats("--format", "markdown");
  const named = await stats("--format", "json");
  const flagged = await stats("--json");
  world.forgetRequests();
  const wrong = await stats("--format", "xml");
  const both = await stats("--format", "csv", "--json");

  expect(metrics.exitCode, metrics.output).toBe(0);
  expect(metrics.stdout).toContain('interlinear_translation_strings{component="acme/web",language="cs"} 4\n');
  expect(metrics.stdout).toMatch(/\n# EOF\n$/);
  expect(csv.stdout.split("\n")).toContainEqual(expect.stringMatching(/^acme\/server,de,German,po\/de\.po,3,/));
  expect(markdown.stdout).toContain("| language |");
  expect(JSON.parse(named.stdout).statistics).toEqual(JSON.parse(flagged.stdout).statistics);
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IL-C02") });
  expect(both.exitCode).toBe(2);
  expect(site.proxy.requests).toEqual([]);
});
