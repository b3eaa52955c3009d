import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./stage.ts";

const sources = globSync("src/**/*.{ts,tsx}", { cwd: root })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.(test|contract)\.ts$/.test(path));

function importersOf(module: string): readonly string[] {
  return sources.filter((path) => readFileSync(join(root, path), "utf8").includes(`from "${module}"`));
}

/** Start Node with a program of our own, and nothing else. */
const OWN_PROCESSES = ["src/bot/processes/job-processes.ts", "src/git/git-starter.ts"];

test("git is the only program that the product starts, and its own for jobs of the bot and for git", () => {
  for (const path of OWN_PROCESSES) {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toContain('import { fork, type ChildProcess } from "node:child_process"');
    expect(text.match(/(?<!\.)\bfork\([^,]+/g)).toEqual(["fork(programFile(import.meta.dirname"]);
  }

  const starting = importersOf("node:child_process").filter((path) => !OWN_PROCESSES.includes(path));

  expect(starting.length).toBeGreaterThan(0);
  for (const path of starting) {
    const text = readFileSync(join(root, path), "utf8");
    const imported = /import \{([^}]+)\} from "node:child_process"/.exec(text)?.[1] ?? "";
    const functions = imported.split(",").map((name) => name.trim());
    const starts = functions
      .filter((name) => !name.startsWith("type "))
      .flatMap((name) => [...text.matchAll(new RegExp(String.raw`(?<!\.)\b${name}\(\s*([^,\s)]+)`, "g"))]);
    expect(path).toMatch(/^src\/git\//);
    expect(starts.map(([, program]) => program)).toContain('"git"');
    for (const [, program] of starts) expect(program).toBe('"git"');
    expect(text).not.toMatch(/shell:/);
  }
});

test("only adapters know the database's driver and the HTTP client", () => {
  for (const path of importersOf("node:sqlite")) expect(path).toMatch(/^src\/store\//);
  for (const path of importersOf("undici")) expect(path).toMatch(/^src\/(network|service-client|forge)\//);
});

test.each(["src", "src/service"])("every folder of %s stands in ARCHITECTURE.md", (parent) => {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const folders = readdirSync(join(root, parent), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  for (const { name } of folders) expect(architecture).toContain(`| \`${parent === "src" ? "src/" : ""}${name}/\` |`);
});

test.each(["bot", "records", "admin", "report"])("every folder of src/%s stands in ARCHITECTURE.md", (parent) => {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const folders = readdirSync(join(root, "src", parent), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );

  expect(folders.length).toBeGreaterThan(3);
  for (const { name } of folders) expect(architecture).toContain(`\`${parent}/${name}/\``);
});

test("ARCHITECTURE.md describes no folder of the bot that is not there", () => {
  const [, bot = ""] = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n## The bot\n");
  const described = [...bot.matchAll(/`((?:bot|records|admin)\/[a-z-]+)\/`/g)].map(([, path = ""]) => path);

  expect(described.length).toBeGreaterThan(15);
  for (const path of described) expect(readdirSync(join(root, "src", path)).length).toBeGreaterThan(0);
});

test("ARCHITECTURE.md describes no folder of src/service/ that is not there", () => {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [, service = ""] = architecture.split("## The embedded service\n");
  const described = [...service.matchAll(/^\| `([a-z-]+)\/` \|/gm)].map(([, name]) => name);

  expect(described.length).toBeGreaterThan(20);
  for (const name of described) expect(readdirSync(join(root, "src", "service"))).toContain(name);
});

test("a delivery goes through at most twelve files before its run, those that ARCHITECTURE.md names", () => {
  const [, after = ""] = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("A delivery's way, file by file:\n");
  const [, picture = ""] = after.split("```\n");
  let folder = "";
  const way = [...picture.matchAll(/[\w/-]+\.ts/g)].map(([name]) => {
    if (name.includes("/")) folder = dirname(name);
    return name.includes("/") ? name : `${folder}/${name}`;
  });

  expect(way.filter((path) => !existsSync(join(root, "src", path)))).toEqual([]);
  expect(way.at(-1)).toBe("sync/run.ts");
  expect(way.length - 1).toBeGreaterThan(8);
  expect(way.length - 1).toBeLessThanOrEqual(12);
});
