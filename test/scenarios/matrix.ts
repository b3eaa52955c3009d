import { join } from "node:path";
import { expect } from "vitest";
import type { Matrix } from "../../src/workspace/matrix.ts";
import { runCli, type CliOptions } from "../support/cli.ts";
import { createScene, type Scene, type SceneComponent } from "../support/scene.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Site } from "../support/world.ts";

export const SOURCE = '{\n    "one": "One",\n    "two": "Two"\n}\n';
export const CZECH = '{\n    "one": "Jedna"\n}\n';

export interface Monorepo extends AsyncDisposable {
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
export async function createMonorepo(site: Site, size: number, settings = ""): Promise<Monorepo> {
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

export async function planned({ commandLine }: Monorepo, shards: number): Promise<Matrix> {
  const { exitCode, stdout, output } = await runCli(["plan", "--matrix", String(shards), "--json"], commandLine);
  expect(exitCode, output).toBe(0);
  const { matrix }: { readonly matrix: Matrix } = JSON.parse(stdout);
  return matrix;
}

export function shardArguments({ folder }: Monorepo, shard: Matrix["include"][number]): readonly string[] {
  const path = join(folder, `shard-${String(shard.shard)}.json`);
  return ["sync", "--shard", JSON.stringify(shard), "--shard-file", path];
}

export function collect({ commandLine, folder }: Monorepo, matrix: Matrix) {
  return runCli(["collect", "--matrix", JSON.stringify(matrix), "--shards", folder, "--json"], commandLine);
}

export interface Proposed {
  readonly tree: string;
  readonly paths: readonly string[];
  readonly commits: string;
}

export async function proposed({ scene }: Monorepo): Promise<Proposed> {
  const git = (...args: readonly string[]): Promise<string> => scene.repository.remoteGit(...args);
  return {
    tree: await git("rev-parse", "interlinear/main^{tree}"),
    paths: (await git("diff", "--name-only", "main", "interlinear/main")).split("\n"),
    commits: await git("rev-list", "--count", "main..interlinear/main"),
  };
}
