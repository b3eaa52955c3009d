import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, output } from "../test/support/command.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../test/support/repository.ts";
import { jsonFile, LANGUAGES, mappingOf } from "./generated-project.ts";

const SOURCE = "en.json";
/** Strings of each file. */
const STRINGS = 5;

export interface LargeSize {
  readonly components: number;
  /** Files of the repository that are none of the translations. */
  readonly others: number;
}

/** Where the files of a component are: counted from 1. */
export function partFolder(number: number): string {
  return `packages/part-${String(number).padStart(4, "0")}`;
}

/** A clone whose index has all of these files; of them only the sources lie on the disk, which a plan compares with the index. */
export async function largeRepository(
  service: string,
  project: string,
  { components, others }: LargeSize,
): Promise<TestRepository> {
  const repository = await createRepository({
    ".github/interlinear.yml": mappingOf(service, project),
    ...partFiles("first"),
  });
  const listed = await output("git", ["ls-files", "--stage"], { cwd: repository.path, env: gitEnvironment() });
  const files = listed
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, path]) => path?.startsWith("first/"));
  const lines = Array.from({ length: components }, (_, index) => partFolder(index + 1)).flatMap((folder) =>
    files.map(([entry = "", path = ""]) => `${entry}\t${folder}/${path.slice("first/".length)}`),
  );
  const [someFile = ""] = files[0] ?? [];
  for (let index = 0; index < others; index += 1) {
    lines.push(`${someFile}\tsrc/module-${String(index % 997)}/file-${String(index)}.ts`);
  }
  const source = join(repository.path, "first", SOURCE);
  for (let number = 1; number <= components; number += 1) {
    const folder = join(repository.path, partFolder(number));
    await mkdir(folder, { recursive: true });
    await copyFile(source, join(folder, SOURCE));
  }
  const list = join(repository.path, "..", "index-info");
  await writeFile(list, `${lines.join("\n")}\n`);
  const { exitCode, output: said } = await command("git", ["update-index", "--add", "--index-info"], {
    cwd: repository.path,
    env: gitEnvironment(),
    input: await readFile(list, "utf8"),
    timeoutMilliseconds: 600_000,
  });
  if (exitCode !== 0) throw new Error(said);
  await repository.git("commit", "--quiet", "--message", "Many parts");
  await repository.git("push", "--quiet", "origin", `HEAD:refs/heads/${repository.branch}`);
  return repository;
}

/** The files of one component, in all languages. */
export function partFiles(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["en", ...LANGUAGES].map((language) => [
      `${folder}/${language}.json`,
      jsonFile(STRINGS, (index) => `${language}: ${String(index)}`),
    ]),
  );
}
