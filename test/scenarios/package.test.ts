import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, type CommandResult } from "../support/command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actionFolder as project } from "../support/runner.ts";

/** Decimal megabytes that `npm i interlinear` may put on a disk, and how many packages. */
const MOST_MEGABYTES = 15;
const MOST_PACKAGES = 30;

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

/** As somebody with nothing but Node and npm has it: an empty home, and nothing of ours in the environment. */
function run(program: string, args: readonly string[], cwd = folder.path): Promise<CommandResult> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const env = { PATH: path, HOME: join(folder.path, "home"), NO_COLOR: "1", npm_config_offline: "true" };
  return command(program, args, { cwd, env, timeoutMilliseconds: 150_000 });
}

function interlinear(args: readonly string[], cwd?: string): Promise<CommandResult> {
  return run(
    process.execPath,
    [join(folder.path, "node_modules", "interlinear", "bin", "interlinear.mjs"), ...args],
    cwd,
  );
}

beforeAll(async () => {
  folder = await temporaryDirectory();
  await mkdir(join(folder.path, "home"));
  await writeFile(join(folder.path, "package.json"), '{ "private": true, "type": "module" }');
  const packed = await run("npm", ["pack", "--silent", "--pack-destination", folder.path], project);
  expect(packed.output).toMatch(/interlinear-.*\.tgz/);
  const installed = await run("npm", ["install", "--silent", packed.stdout.trim().split("\n").at(-1) ?? ""]);
  expect(installed).toMatchObject({ exitCode: 0 });
}, 180_000);

afterAll(() => folder[Symbol.asyncDispose]());

test("a small package is all that npm installs", async () => {
  const lock: { packages: object } = JSON.parse(await readFile(join(folder.path, "package-lock.json"), "utf8"));
  const modules = join(folder.path, "node_modules");
  let bytes = 0;
  for (const entry of await readdir(modules, { recursive: true })) bytes += (await stat(join(modules, entry))).size;

  expect(Object.keys(lock.packages).filter((path) => path !== "").length).toBeLessThanOrEqual(MOST_PACKAGES);
  expect(bytes / 1_000_000).toBeLessThanOrEqual(MOST_MEGABYTES);
});

test("the command line says its version, writes a mapping, and plans with it", async () => {
  const { version }: { version: string } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
  const repository = join(folder.path, "repository");
  await mkdir(join(repository, "locales"), { recursive: true });
  await writeFile(join(repository, "locales", "en.json"), '{ "greeting": "Hello" }\n');
  await run("git", ["init", "--quiet"], repository);
  await run("git", ["add", "--all"], repository);

  expect(await interlinear(["--version"])).toMatchObject({ exitCode: 0, output: `${version}\n` });
  expect(await interlinear(["init"], repository)).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(repository, ".github", "interlinear.yml"), "utf8")).toContain("locales/en.json");
  expect((await interlinear(["plan"], repository)).output).toContain("there is no token for the service");
});

test("the merge driver is installed with the launcher of this package", async () => {
  const repository = join(folder.path, "merging");
  await mkdir(repository);
  await run("git", ["init", "--quiet"], repository);

  await interlinear(["merge", "--install"], repository);

  const { stdout } = await run("git", ["config", "merge.interlinear.driver"], repository);
  expect(stdout).toContain(join("node_modules", "interlinear", "bin", "interlinear.mjs"));
});

test("the demo's round trip needs nothing but what was installed", async () => {
  const { exitCode, output } = await interlinear(["demo"]);

  expect(output).toContain("The whole round trip took");
  expect(exitCode).toBe(0);
});

test("a strict TypeScript project imports the library with its types", async () => {
  const program = `
    import { formatFor, type Catalogue, type Format } from "interlinear";
    const format: Format | undefined = formatFor("json");
    const read: Catalogue | undefined = format?.read(new TextEncoder().encode('{ "a": "b" }'), { path: "en.json" });
    const keys: readonly string[] = (read?.units ?? []).map((unit) => unit.key);
    console.log(keys.length);
    // @ts-expect-error: types are there, so this is a mistake that is seen
    formatFor(1);
  `;
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom"],
    types: [],
  };
  await writeFile(join(folder.path, "program.ts"), program);
  await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));

  const tsc = join(project, "node_modules", "typescript", "bin", "tsc");
  expect((await run(process.execPath, [tsc, "-p", folder.path])).output).toBe("");
  expect((await run(process.execPath, [join(folder.path, "program.ts")])).stdout).toBe("1\n");
});
