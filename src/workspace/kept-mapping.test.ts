import { chmod, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { systemClock } from "../core/clock.ts";
import { silentLogger } from "../core/logger.ts";
import type { Git } from "../git/git.ts";
import { keepMapping, keptMapping, type WrittenMapping } from "./kept-mapping.ts";
import { openWorkspace, type WorkspaceOptions } from "./open-workspace.ts";

const PATH = ".github/interlinear.yml";
const MAPPING = `version: 1
service: http://127.0.0.1:9
project: acme
components:
  - component: "{part}"
    source: parts/{part}/en.json
    translations: parts/{part}/{language}.json
`;
const FILES = {
  [PATH]: MAPPING,
  "parts/web/en.json": "{}\n",
  "parts/web/de.json": "{}\n",
  "parts/web/package.json": "{}\n",
  "README.md": "# Acme\n",
};
const NOON = { ...systemClock, now: () => new Date("2026-11-29T12:00:00Z") };

/** What a run finds, and whether it took it from the one before, which is told by a mark. */
async function found(repository: TestRepository, options: Partial<WorkspaceOptions> = {}) {
  await using workspace = await openWorkspace({
    directory: repository.path,
    mappingPath: PATH,
    token: "svp_0123456789",
    logger: silentLogger,
    clock: NOON,
    ...options,
  });
  const entries = await workspace.git.index(workspace.isBindable);
  const files = await workspace.boundFiles(entries, workspace.mapping);
  const { tellTranslators: isTaken, ...mapping } = workspace.mapping;
  const components = (await workspace.parsed()).value.components.length;
  return { isTaken, seen: { mapping, components, files: files.map(({ mode, path }) => `${mode} ${path}`) } };
}

function keptFile(repository: TestRepository): Promise<string> {
  const folder = join(repository.path, ".git", "interlinear");
  return readdir(folder).then((names) => join(folder, names[0] ?? ""));
}

/** A clone in which a run bound its mapping, with a mark on what that one kept. */
async function cloneAfterRun(): Promise<TestRepository> {
  const repository = await createRepository(FILES);
  await found(repository);
  const file = await keptFile(repository);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"tellTranslators":false', '"tellTranslators":true'));
  return repository;
}

test("the next run takes the mapping as it was bound, and finds the same with it", async () => {
  await using repository = await cloneAfterRun();

  const next = await found(repository);

  expect(next.isTaken).toBe(true);
  expect(next.seen).toEqual((await found(repository, { full: true })).seen);
  expect(next.seen.files).toEqual(["100644 parts/web/de.json", "100644 parts/web/en.json"]);
});

type Change = (repository: TestRepository) => Promise<Partial<WorkspaceOptions> | undefined | void>;

const staging = async (repository: TestRepository, files: Readonly<Record<string, string>>): Promise<void> => {
  await repository.write(files);
  await repository.git("add", "--all");
};

test.each<readonly [string, Change]>([
  ["another byte in the mapping", (repository) => repository.write({ [PATH]: `${MAPPING}# Nothing new\n` })],
  [
    "a component more in the mapping",
    (repository) =>
      repository.write({
        [PATH]: `${MAPPING}  - component: readme\n    source: README.md\n    translations: "{language}.md"\n`,
      }),
  ],
  ["a file that a glob binds", (repository) => staging(repository, { "parts/app/en.json": "{}\n" })],
  ["a translation more", (repository) => staging(repository, { "parts/web/fr.json": "{}\n" })],
  ["a translation less", (repository) => repository.git("rm", "parts/web/de.json").then(() => undefined)],
  [
    "a translation in another place",
    (repository) => repository.git("mv", "parts/web/de.json", "parts/web/fr.json").then(() => undefined),
  ],
  [
    "another branch with other files",
    async (repository) => {
      await repository.git("checkout", "-b", "stable");
      await staging(repository, { "parts/old/en.json": "{}\n" });
    },
  ],
  ["another day", async () => ({ clock: { ...NOON, now: () => new Date("2026-11-30T00:00:00Z") } })],
  ["a look at everything", async () => ({ full: true })],
  ["a commit that is stood on", async (repository) => ({ commit: await repository.git("rev-parse", "HEAD") })],
  ["a mapping out of a commit", async (repository) => ({ mappingCommit: await repository.git("rev-parse", "HEAD") })],
  [
    "files of a commit",
    async (repository) => ({
      mappingCommit: await repository.git("rev-parse", "HEAD"),
      files: "mapping-commit",
    }),
  ],
  [
    "the same mapping at another path",
    async (repository) => {
      await staging(repository, { "other.yml": MAPPING });
      return { mappingPath: "other.yml" };
    },
  ],
  [
    "a kept file that is cut off",
    async (repository) => {
      const file = await keptFile(repository);
      await writeFile(file, (await readFile(file)).subarray(0, 300));
    },
  ],
  ["a kept file that is something else", async (repository) => writeFile(await keptFile(repository), "[]")],
  ["no kept file", async (repository) => rm(await keptFile(repository))],
])("with %s the mapping is read and bound anew", async (_, change) => {
  await using repository = await cloneAfterRun();
  const options = (await change(repository)) ?? {};

  const next = await found(repository, options);

  expect(next.isTaken).toBe(false);
  // As in a clone that no run has seen.
  await rm(join(repository.path, ".git", "interlinear"), { recursive: true, force: true });
  expect(next.seen).toEqual((await found(repository, options)).seen);
});

test("what is another file at the same path shows in what a run finds", async () => {
  await using repository = await cloneAfterRun();
  await rm(join(repository.path, "parts/web/de.json"));
  await symlink("en.json", join(repository.path, "parts/web/de.json"));
  await chmod(join(repository.path, "parts/web/en.json"), 0o755);
  await repository.git("add", "--all");

  const next = await found(repository);

  expect(next).toMatchObject({
    isTaken: true,
    seen: { files: ["120000 parts/web/de.json", "100755 parts/web/en.json"] },
  });
});

test("another version of the program, and files that no index has, keep and take nothing", async () => {
  await using repository = await createRepository(FILES);
  const entry = (path: string) => ({ path, mode: "100644", blob: "a".repeat(40) });
  const git: Pick<Git, "folder" | "index"> = {
    folder: join(repository.path, ".git"),
    index: async () => [entry("parts/web/en.json")],
  };
  await using workspace = await openWorkspace({
    directory: repository.path,
    mappingPath: PATH,
    token: "svp_0123456789",
    logger: silentLogger,
  });
  const bound = { mapping: workspace.mapping, isBindable: undefined, ends: undefined };
  const written: WrittenMapping = { path: PATH, text: MAPPING, version: "1.0.0", day: "2026-11-29" };
  const view = [entry("parts/web/en.json"), entry("parts/web/Texts.xcstrings/de.po")];

  await keepMapping(git, written, bound, { entries: view, files: view });
  expect(await keptMapping(git, written)).toBeUndefined();
  const entries = await git.index();
  await keepMapping(git, written, bound, { entries, files: entries });
  expect(await keptMapping(git, written)).toMatchObject({ mapping: workspace.mapping });
  expect(await keptMapping(git, { ...written, version: "1.0.1" })).toBeUndefined();
  expect(await keptMapping({ ...git, folder: undefined }, written)).toBeUndefined();
});
