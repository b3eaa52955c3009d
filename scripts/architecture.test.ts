import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./stage.ts";

const sources = globSync("src/**/*.{ts,tsx}", { cwd: root })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.(test|contract)\.ts$/.test(path));

function importersOf(module: string): readonly string[] {
  return sources.filter((path) => readFileSync(join(root, path), "utf8").includes(`from "${module}"`));
}

test("git is the only program that the product starts", () => {
  const starting = importersOf("node:child_process");

  expect(starting.length).toBeGreaterThan(0);
  for (const path of starting) {
    expect(path).toMatch(/^src\/git\//);
    const programs = [...readFileSync(join(root, path), "utf8").matchAll(/\b(?:spawn|exec\w*)\(\s*([^,\s)]+)/g)];
    expect(programs.map(([, program]) => program)).toEqual(programs.map(() => '"git"'));
    expect(readFileSync(join(root, path), "utf8")).not.toMatch(/shell:\s*true/);
  }
});

test("only adapters know the database's driver and the HTTP client", () => {
  for (const path of importersOf("node:sqlite")) expect(path).toMatch(/^src\/store\//);
  for (const path of importersOf("undici")) expect(path).toMatch(/^src\/(service-client|forge)\//);
});

test("every folder of the sources stands in ARCHITECTURE.md", () => {
  const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());

  for (const { name } of folders) expect(architecture).toContain(`| \`src/${name}/\` |`);
});
