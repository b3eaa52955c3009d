import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Matrix } from "../../src/workspace/matrix.ts";
import { runCli, startCli, type CliOptions } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { isFull } from "../support/samples.ts";
import { createScene, type Scene, type SceneComponent } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { createWorld, downloadsOf, type Site } from "../support/world.ts";

const SOURCE = '{\n    "one": "One",\n    "two": "Two"\n}\n';
const CZECH = '{\n    "one": "Jedna"\n}\n';

interface Monorepo extends AsyncDisposable {
  readonly slugs: readonly string[];
  readonly scene: Scene;
  readonly commandLine: CliOptions;
  /** Where shards leave their files. */
  readonly folder: string;
}

/**
 * Components of one repository; every translator was at work: Czech got its second text everywhere, and French is new,
 * complete in two thirds of the components and not begun in the others. One source changed here.
 */
async function createMonorepo(site: Site, size: number, settings = ""): Promise<Monorepo> {
  const slugs = Array.from({ length: size }, (_, index) => `c${String(index + 1).padStart(2, "0")}`);
  const components = slugs.map((slug): SceneComponent => ({
    slug,
    format: "json",
    source: `${slug}/en.json`,
    mask: `${slug}/*.json`,
  }));
  const files = Object.fromEntries(
    slugs.flatMap((slug) => [
      [`${slug}/en.json`, SOURCE],
      [`${slug}/cs.json`, CZECH],
    ]),
  );
  await using resources = new AsyncDisposableStack();
  const scene = resources.use(
    await createScene(site, { components, files, settings: `pull: { minimum-translated: 50 }\n${settings}` }),
  );
  const folder = resources.use(await temporaryDirectory()).path;
  for (const [index, slug] of slugs.entries()) {
    await scene.translate(slug, "cs", "two", `Dvě ${slug}`);
    await callService(site.service, "POST", `/api/components/${site.project}/${slug}/translations/`, {
      body: { language_code: "fr" },
    });
    if (index >= (size * 2) / 3) continue;
    await scene.translate(slug, "fr", "one", "Un");
    await scene.translate(slug, "fr", "two", "Deux");
  }
  await scene.repository.write({ "c02/en.json": '{\n    "one": "One",\n    "two": "Two",\n    "three": "Three"\n}\n' });
  await scene.repository.publish("Add a string");
  const owned = resources.move();
  return {
    slugs,
    scene,
    folder,
    commandLine: { cwd: scene.repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

async function planned({ commandLine }: Monorepo, shards: number): Promise<Matrix> {
  const { exitCode, stdout, output } = await runCli(["plan", "--matrix", String(shards), "--json"], commandLine);
  expect(exitCode, output).toBe(0);
  const { matrix }: { readonly matrix: Matrix } = JSON.parse(stdout);
  return matrix;
}

function shardArguments({ folder }: Monorepo, shard: Matrix["include"][number]): readonly string[] {
  const path = join(folder, `shard-${String(shard.shard)}.json`);
  return ["sync", "--shard", JSON.stringify(shard), "--shard-file", path];
}

function collect({ commandLine, folder }: Monorepo, matrix: Matrix) {
  return runCli(["collect", "--matrix", JSON.stringify(matrix), "--shards", folder, "--json"], commandLine);
}

interface Proposed {
  readonly tree: string;
  readonly paths: readonly string[];
  readonly commits: string;
}

async function proposed({ scene }: Monorepo): Promise<Proposed> {
  const git = (...args: readonly string[]): Promise<string> => scene.repository.remoteGit(...args);
  return {
    tree: await git("rev-parse", "interlinear/main^{tree}"),
    paths: (await git("diff", "--name-only", "main", "interlinear/main")).split("\n"),
    commits: await git("rev-list", "--count", "main..interlinear/main"),
  };
}

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

test("a file that is not what the shard brought home is refused", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, 2);
  const matrix = await planned(monorepo, 1);
  const [shard] = matrix.include;
  if (shard === undefined) throw new Error("there is no shard");
  await runCli(shardArguments(monorepo, shard), monorepo.commandLine);
  const path = join(monorepo.folder, "shard-1.json");
  const original = await readFile(path, "utf8");

  for (const [forged, why] of [
    [original.replaceAll("c01/cs.json", ".github/workflows/ci.yml"), "is not a translation in the mapping"],
    [original.replaceAll("c01/cs.json", "c01/en.json"), "is not a translation in the mapping"],
    [original.replaceAll("c01/cs.json", "README.md"), "is not a translation in the mapping"],
    [original.replace(/"commit":"[0-9a-f]{40}"/, `"commit":"${"1".repeat(40)}"`), "it was made on main 1111"],
    [original.slice(0, -1), "it is no JSON"],
    [original.replace('{"version":1', '{"version":2'), "version"],
  ] as const) {
    expect(forged).not.toBe(original);
    await writeFile(path, forged);

    const collected = await collect(monorepo, matrix);
    expect(collected.exitCode, collected.output).toBe(1);
    expect(collected.output).toContain(why);
    expect(await monorepo.scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  }
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
