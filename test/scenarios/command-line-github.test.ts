import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createWorld, writes } from "../support/world.ts";

test("a sync from a terminal proposes on GitHub with the token of the environment", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  const { github } = world;
  const environment = {
    INTERLINEAR_TOKEN: site.botToken,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  };
  const sync = ["sync", "--forge", "github", "--json"];

  const refused = await runCli(sync, { cwd: world.repository.path, environment });
  const first = await runCli(sync, {
    cwd: world.repository.path,
    environment: { ...environment, GITHUB_TOKEN: github.token },
  });
  world.forgetRequests();
  const second = await runCli(sync, {
    cwd: world.repository.path,
    environment: { ...environment, GITHUB_TOKEN: github.token },
  });

  expect(refused.exitCode).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "IL-C04" } });
  expect(first.exitCode, first.output).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({
    delivery: { outcome: "created", branch: "interlinear/main", pullRequest: { number: 1 } },
  });
  expect(second.exitCode, second.output).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ delivery: { outcome: "unchanged", pullRequest: { number: 1 } } });
  expect(writes(world)).toEqual({ service: [], github: [] });
  for (const secret of [site.botToken, github.token]) expect(first.output + second.output).not.toContain(secret);
});
