import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { hostedRepository } from "./hosted-repository.ts";
import { forge, isForgejo, personsAddress, tell, tokenWith } from "./lab.ts";

const dev = forge.tokenOf("dev");
const tests = "on: push\njobs:\n  tests:\n    runs-on: ubuntu-latest\n    steps:\n      - run: exit 0\n";

const doctor = async (repository: TestRepository, environment: Readonly<Record<string, string>>): Promise<string> =>
  (await runCli(["doctor"], { cwd: repository.path, environment })).output;

it("a repository that came from GitHub keeps its workflows: ours goes beside them, and Actions are switched on", async () => {
  const name = `dev/moved-${randomUUID().slice(0, 8)}`;
  await tell(dev, "POST", "/user/repos", { name: name.split("/")[1], default_branch: "main" });
  await tell(dev, "PATCH", `/repos/${name}`, { has_actions: false });
  await using repository = await createRepository({
    ...sampleFiles,
    ".github/interlinear.yml": sampleMapping("https://translate.example.org", "acme"),
    ".github/workflows/tests.yml": tests,
  });
  await repository.git("remote", "set-url", "origin", personsAddress("dev", name));
  const environment = { GITEA_TOKEN: await tokenWith(["write:repository", "write:issue"], "dev") };

  const { output, exitCode } = await runCli(["init", "--forge", "gitea", "--yes"], {
    cwd: repository.path,
    environment,
  });
  expect(exitCode, output).toBe(0);
  expect(output).toContain("done: switch on Actions");
  expect(await repository.read(".github/workflows/interlinear.yml")).toContain("interlinear/interlinear@v0");
  expect(existsSync(join(repository.path, ".gitea"))).toBe(false);

  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Set up translations");
  await repository.git("push", "--quiet", "origin", "main");
  expect(await doctor(repository, environment)).not.toMatch(/never runs?\b/);
  await tell(dev, "PATCH", `/repos/${name}`, { has_actions: false });
  expect(await doctor(repository, environment)).toContain(
    "Actions are switched off in this repository, so .github/workflows/interlinear.yml never runs",
  );
});

it("a renamed repository is found by the old name of the clone's remote, which is said", async () => {
  await using hosted = await hostedRepository("bot");
  const was = hosted.name.split("/")[1] ?? "";
  await tell(dev, "PATCH", `/repos/${hosted.name}`, { name: `${was}-now` });
  await hosted.translate("title", "Guten Tag");
  await hosted.clone.git("remote", "set-url", "origin", personsAddress("dev", hosted.name));
  const environment = { INTERLINEAR_TOKEN: hosted.site.botToken, GITEA_TOKEN: forge.documentedToken };
  const sync = () => runCli(["sync", "--forge", "gitea"], { cwd: hosted.clone.path, environment });

  const { output, exitCode } = await sync();
  expect(exitCode, output).toBe(0);
  expect(output).toContain(`${hosted.name} is ${hosted.name}-now now`);
  // The second one finds the pull request of the first.
  expect((await sync()).exitCode).toBe(0);
  const pulls = await tell(dev, "GET", `/repos/${hosted.name}-now/pulls?state=open`);
  expect(pulls).toHaveLength(1);

  const up = await runCli(["up", "--dry-run"], { cwd: hosted.clone.path, environment });
  expect(up.output).toContain(`.${(await isForgejo()) ? "forgejo" : "gitea"}/workflows/interlinear.yml`);
});
