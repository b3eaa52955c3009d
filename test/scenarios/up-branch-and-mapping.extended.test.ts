import { expect, test } from "vitest";
import { parse } from "yaml";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";

const files = {
  "locales/en.json": '{ "cart": "Cart" }\n',
  "locales/de.json": '{ "cart": "Korb" }\n',
};
const WORKFLOW = ".github/workflows/interlinear.yml";

type Service = Awaited<ReturnType<typeof startService>>;

const upIn = (service: Service, cwd: string, ...more: readonly string[]) =>
  runCli(["up", "--service", service.url, "--project", "acme", "--forge", "github", "--yes", ...more], {
    cwd,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

test("on a feature branch, workflow and component are for the default branch of the remote", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  await repository.git("switch", "--quiet", "--create", "texts");

  const up = await upIn(service, repository.path, "--repository", repository.remoteUrl);

  expect(up.exitCode, up.output).toBe(0);
  expect(up.stdout).toMatch(/^ {2}branch +main$/m);
  expect(up.stdout).toContain("the workflow runs as soon as it is on main");
  expect(parse(await repository.read(WORKFLOW))).toMatchObject({ on: { push: { branches: ["main"] } } });
  const component = await fetch(`${service.url}/api/components/acme/locales/`, {
    headers: { authorization: `Token ${service.adminToken}` },
  });
  expect(JSON.parse(await component.text())).toMatchObject({ branch: "main" });
});

test("where no remote tells its default branch, the one that is checked out is taken, and that is said", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  await repository.git("remote", "remove", "origin");
  await repository.git("switch", "--quiet", "--create", "texts");

  const up = await upIn(service, repository.path, "--dry-run");

  expect(up.exitCode, up.output).toBe(0);
  expect(up.stdout).toContain("No remote says what its default branch is: what is made is for texts");
});

test("a mapping at another place is in the workflow, and a workflow for another mapping does not count", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  const first = await upIn(service, repository.path, "--mapping", "config/tr.yml");
  const written = await repository.read(WORKFLOW);
  const again = await upIn(service, repository.path, "--mapping", "config/tr.yml");

  const other = await upIn(service, repository.path, "--mapping", "config/second.yml", "--dry-run");

  expect(first.exitCode, first.output).toBe(0);
  expect(written).toContain("mapping: config/tr.yml");
  expect(again.stdout).toContain("Nothing is missing");
  expect(other.exitCode, other.output).toBe(0);
  expect(other.stdout).toContain(
    `${WORKFLOW}: it runs Interlinear with the mapping config/tr.yml, and nothing runs it with config/second.yml`,
  );
  expect(other.stdout).toContain("Have a workflow run this mapping");
  expect(other.stdout).not.toContain("gh secret set");
});
