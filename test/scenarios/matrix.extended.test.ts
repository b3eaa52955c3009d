import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/workspace/matrix.ts";
import { runCli, startCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { isFull } from "../support/samples.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, downloadsOf } from "../support/world.ts";
import { createMonorepo, planned, shardArguments, collect, proposed } from "./matrix.ts";

test("components in three jobs end in the pull request that one job makes", async () => {
  await using site = await embeddedSite();
  const size = isFull ? 12 : 6;
  await using monorepo = await createMonorepo(site, size);
  const { slugs } = monorepo;
  const matrix = await planned(monorepo, 3);

  expect(matrix.include.map(({ shard }) => shard)).toEqual([1, 2, 3]);
  const names = matrix.include.flatMap(({ components: words }) => words.split(" "));
  expect(names.toSorted()).toEqual(slugs.map((slug) => `${site.project}/${slug}`));
  const works = matrix.include.map(({ work }) => work);
  expect(Math.max(...works)).toBeLessThan(2 * Math.min(...works));

  const shards = await Promise.all(
    matrix.include.map((shard) => runCli(shardArguments(monorepo, shard), monorepo.commandLine)),
  );
  for (const { exitCode, output } of shards) expect(exitCode, output).toBe(0);
  expect(await monorepo.scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");

  const collected = await collect(monorepo, matrix);
  expect(collected.exitCode, collected.output).toBe(0);
  const together = await proposed(monorepo);
  expect(together.commits).toBe("1");
  // French is 16 of 25 strings (8 of 13): enough over the whole project, so it comes wherever it was begun.
  expect(together.paths).toEqual(
    slugs
      .flatMap((slug, index) => [`${slug}/cs.json`, ...(index < (size * 2) / 3 ? [`${slug}/fr.json`] : [])])
      .toSorted(),
  );
  const record = (): Promise<string> =>
    monorepo.scene.repository.remoteGit("rev-parse", "refs/interlinear/agreement/main^{tree}");
  const written = await record();
  await monorepo.scene.repository.remoteGit("update-ref", "-d", "refs/heads/interlinear/main");

  const alone = await runCli(["sync", "--json"], monorepo.commandLine);
  expect(alone.exitCode, alone.output).toBe(0);
  expect(await proposed(monorepo)).toEqual(together);
  expect(await record(), "three jobs write down what one would").toBe(written);
  const [one, several]: readonly { readonly files: unknown; readonly statistics: unknown }[] = [
    JSON.parse(alone.stdout),
    JSON.parse(collected.stdout),
  ];
  expect(several?.files).toEqual(one?.files);
  expect(several?.statistics).toEqual(one?.statistics);
});

test("a job that is killed is named at the end, and the others' work is proposed", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, isFull ? 6 : 3);
  const matrix = await planned(monorepo, 3);
  const [first, killed, third] = matrix.include;
  if (first === undefined || killed === undefined || third === undefined) throw new Error("there are no three shards");

  for (const shard of [first, third]) await runCli(shardArguments(monorepo, shard), monorepo.commandLine);
  const running = startCli(shardArguments(monorepo, killed), monorepo.commandLine);
  await running.stop("SIGKILL");

  const collected = await collect(monorepo, matrix);
  expect(collected.exitCode, collected.output).toBe(1);
  expect(collected.output).toContain(`shard 2 (${killed.components.replaceAll(" ", ", ")}) is missing`);
  const { paths } = await proposed(monorepo);
  const touched = new Set(paths.map((path) => `${site.project}/${path.slice(0, path.indexOf("/"))}`));
  expect([...touched].toSorted()).toEqual(
    [first, third].flatMap(({ components: words }) => words.split(" ")).toSorted(),
  );

  // The next run takes what is left.
  const healed = await runCli(["sync"], monorepo.commandLine);
  expect(healed.exitCode, healed.output).toBe(0);
  expect((await proposed(monorepo)).paths).toHaveLength(isFull ? 10 : 5);
});

test("a matrix is of everything: what the last job finds in no shard would be taken for gone", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, 1);

  const { exitCode, output } = await runCli(["plan", "--matrix", "2", "--language", "de"], monorepo.commandLine);

  expect(exitCode).toBe(2);
  expect(output).toContain("--matrix spreads the work on everything, without --component and --language");
});

test("where nothing is to be done no job is started, and a pull request that has nothing to bring is closed", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, 3);
  const { scene } = monorepo;
  const { repository } = scene;
  await runCli(["sync"], monorepo.commandLine);
  await scene.merge();
  await repository.remoteGit("update-ref", "-d", "refs/heads/interlinear/main");

  const matrix = await planned(monorepo, 3);
  expect(matrix).toEqual({ include: [] });
  await mkdir(monorepo.folder, { recursive: true });
  const collected = await collect(monorepo, matrix);
  expect(collected.exitCode, collected.output).toBe(0);
  expect(await repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
});

test("with a pull request for each component, what waits in one unchanged is not fetched again", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, 3, "pull-request: { group-by: component }\n");
  const { scene } = monorepo;
  const round = async (): Promise<string> => {
    const matrix = await planned(monorepo, 2);
    for (const shard of matrix.include) {
      const { exitCode, output } = await runCli(shardArguments(monorepo, shard), monorepo.commandLine);
      expect(exitCode, output).toBe(0);
    }
    const { exitCode, output } = await collect(monorepo, matrix);
    expect(exitCode, output).toBe(0);
    return scene.repository.remoteGit("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/interlinear");
  };

  const first = await round();
  expect(first.split("\n")).toHaveLength(3);
  site.proxy.clear();

  expect(await round()).toBe(first);
  expect(downloadsOf(site.proxy.requests)).toEqual([]);
});

test("the action plans a matrix, runs its parts in jobs of their own, and makes one pull request in the last", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await using folder = await temporaryDirectory();
  await world.translate(world.web, "cs", "files", "Soubory: {count}");
  await world.translate(world.server, "cs", "Welcome", "Buďte vítáni");
  const trigger = await dispatched(world.repository, world.github.repository);
  const run = (inputs: Readonly<Record<string, string>>) => world.run(trigger, { inputs });

  const plan = await run({ command: "plan", shards: "2" });
  expect(plan.exitCode, plan.log).toBe(0);
  const matrix = plan.outputs["matrix"] ?? "";
  const { include }: Matrix = JSON.parse(matrix);
  expect(include).toHaveLength(2);

  for (const shard of include) {
    const file = join(folder.path, `shard-${String(shard.shard)}.json`);
    const part = await run({ command: "sync", shard: JSON.stringify(shard, undefined, 2), "shard-file": file });
    expect(part.exitCode, part.log).toBe(0);
    expect(part.outputs["changed"]).toBe("false");
  }
  expect(await world.github.pullRequests()).toEqual([]);

  const end = await run({ command: "collect", matrix, "shard-file": folder.path });
  expect(end.exitCode, end.log).toBe(0);
  expect(end.outputs["changed"]).toBe("true");
  const [pullRequest, ...others] = await world.github.pullRequests();
  expect(others).toEqual([]);
  expect(pullRequest?.body).toContain("Buďte vítáni");
  expect(await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe(
    "locales/cs.json\npo/cs.po",
  );

  await rm(join(folder.path, "shard-2.json"));
  const lost = await run({ command: "collect", matrix, "shard-file": folder.path });
  expect(lost.exitCode).toBe(1);
  expect(lost.log).toContain("shard 2 (");
  expect((await world.github.pullRequests()).map(({ state }) => state)).toEqual(["open"]);
});
