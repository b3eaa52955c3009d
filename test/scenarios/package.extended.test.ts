import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, type CommandResult } from "../support/command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actionFolder as project } from "../support/runner.ts";

/** Decimal megabytes that `npm i interlinear` may put on a disk, and how many packages. */
const MOST_MEGABYTES = 15;
const MOST_PACKAGES = 30;

const compiler = join(project, "node_modules", "typescript", "bin", "tsc");

const script = `
import { compare, detectFormat, FormatError, mergeFile, parseFlags, runChecks, unitStates } from "interlinear";

const encoder = new TextEncoder();
const bytes = encoder.encode('{\\n  "quit": "Konec"\\n}\\n');
const format = detectFormat("locales/cs.json", bytes);
const patched = format.patch(bytes, [{ kind: "set", key: "quit", target: ["Ukončit"] }]);
const [difference] = compare(format.read(bytes), format.read(patched));
const { bytes: merged, conflicts } = mergeFile({ format, base: bytes, ours: bytes, theirs: patched, policy: "fail" });
const findings = runChecks({
  source: ["{count} files"], target: ["soubory"], state: unitStates.translated, flags: parseFlags("perl-brace-format"),
  sourceLanguage: "en", language: "cs", pluralForms: 3, isSource: false,
});
let place;
try {
  format.read(encoder.encode('{\\n  "quit" "Konec"\\n}'), { path: "cs.json" });
} catch (error) {
  if (error instanceof FormatError) place = error.place;
}
console.log(JSON.stringify({
  format: format.id, difference: difference.kind, merged: new TextDecoder().decode(merged), conflicts: conflicts.length,
  findings: findings.filter(({ severity }) => severity === "breaks").map(({ check }) => check), line: place.line,
}));
`;

const typed = `
import { formatFor, mergeCatalogues, type Catalogue, type CheckFinding, type Format, type UnitChange } from "interlinear";

export const format: Format | undefined = formatFor("po");
export const keys = (catalogue: Catalogue): readonly string[] => catalogue.units.map(({ key }) => key);
export const change: UnitChange = { kind: "remove", key: "a" };
export const severity = (finding: CheckFinding): "breaks" | "looks-wrong" => finding.severity;
export const merge = (one: Catalogue, other: Catalogue) =>
  mergeCatalogues({ repository: one, service: other, policy: "service" }).conflicts.length;
// @ts-expect-error: a change has a kind that is known
export const wrong: UnitChange = { kind: "replace", key: "a" };
`;

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;

/** As somebody with nothing but Node and npm has it: an empty home, and nothing of ours in the environment. */
function run(program: string, args: readonly string[], cwd = folder.path): Promise<CommandResult> {
  const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const env = { PATH: path, HOME: join(folder.path, "home"), NO_COLOR: "1", npm_config_offline: "true" };
  return command(program, args, { cwd, env, timeoutMilliseconds: 600_000 });
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
  // `npm run test:extended` has just built what is packed; npm builds it otherwise.
  const built = process.env["INTERLINEAR_LIBRARY"] === "built" ? ["--ignore-scripts"] : [];
  const packed = await run("npm", ["pack", "--silent", ...built, "--pack-destination", folder.path], project);
  expect(packed.output).toMatch(/interlinear-.*\.tgz/);
  const installed = await run("npm", ["install", "--silent", packed.stdout.trim().split("\n").at(-1) ?? ""]);
  expect(installed).toMatchObject({ exitCode: 0 });
});

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
  expect((await interlinear(["units", "locales/en.json"], repository)).output).toContain("Hello");
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

test("the package is a library: imported from JavaScript and TypeScript, with types that need no others", async () => {
  await writeFile(join(folder.path, "script.mjs"), script);
  await writeFile(join(folder.path, "typed.ts"), typed);
  await writeFile(
    join(folder.path, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: [],
        skipLibCheck: false,
      },
      files: ["typed.ts"],
    }),
  );

  const ran = await run(process.execPath, ["script.mjs"]);
  const checked = await run(process.execPath, [compiler, "-p", "."]);

  expect(ran.exitCode, ran.output).toBe(0);
  expect(JSON.parse(ran.stdout)).toEqual({
    format: "json",
    difference: "changed",
    merged: '{\n  "quit": "Ukončit"\n}\n',
    conflicts: 0,
    findings: ["perl_brace_format"],
    line: 2,
  });
  expect(checked.exitCode, checked.output).toBe(0);
});

test("the examples of docs/library.md are right about types", async () => {
  const text = await readFile(join(project, "docs", "library.md"), "utf8");
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, example = ""]) => example);
  const names = examples.map((_, index) => `example-${String(index)}.ts`);
  for (const [index, example] of examples.entries()) await writeFile(join(folder.path, names[index] ?? ""), example);
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(project, "node_modules", "@types")],
  };
  await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names }));

  const checked = await run(process.execPath, [compiler, "-p", "."]);

  expect(examples.length).toBeGreaterThan(1);
  expect(checked.exitCode, checked.output).toBe(0);
});
