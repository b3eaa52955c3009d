import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { command, output } from "../support/command.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../support/temporary-directory.ts";

const root = dirname(dirname(import.meta.dirname));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

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

/** The package as it would be published, unpacked: it has no dependencies. */
async function installed(path: string): Promise<void> {
  await output(npm, ["pack", "--silent", "--pack-destination", path], { cwd: root });
  const archive = (await readdir(path)).find((name) => name.endsWith(".tgz"));
  await output("tar", ["-xzf", archive ?? ""], { cwd: path });
  const modules = join(path, "node_modules");
  await mkdir(modules);
  await rename(join(path, "package"), join(modules, "interlinear"));
}

let folder: TemporaryDirectory;

beforeAll(async () => {
  folder = await temporaryDirectory();
  await installed(folder.path);
});

afterAll(() => folder[Symbol.asyncDispose]());

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
        noEmit: true,
        types: [],
        skipLibCheck: false,
      },
      files: ["typed.ts"],
    }),
  );

  const ran = await command(process.execPath, ["script.mjs"], { cwd: folder.path });
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const checked = await command(process.execPath, [compiler, "-p", "."], { cwd: folder.path });

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
  const text = await readFile(join(root, "docs", "library.md"), "utf8");
  const examples = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, example = ""]) => example);
  const names = examples.map((_, index) => `example-${String(index)}.ts`);
  for (const [index, example] of examples.entries()) await writeFile(join(folder.path, names[index] ?? ""), example);
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    strict: true,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
  };
  await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names }));

  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const checked = await command(process.execPath, [compiler, "-p", "."], { cwd: folder.path });

  expect(examples.length).toBeGreaterThan(1);
  expect(checked.exitCode, checked.output).toBe(0);
});

test("the package's command works from where it is unpacked", async () => {
  await writeFile(join(folder.path, "cs.po"), 'msgid "Open"\nmsgstr "Otevřít"\n');
  const launcher = join(folder.path, "node_modules", "interlinear", "bin", "interlinear.mjs");

  const result = await command(process.execPath, [launcher, "units", "cs.po"], { cwd: folder.path });

  expect(result.exitCode, result.output).toBe(0);
  expect(result.stdout).toContain("Otevřít");
});
