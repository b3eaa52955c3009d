import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gitText } from "../git/run.ts";
import { runCli } from "./run-cli.ts";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "interlinear-cli-"));
  await gitText(["init", "-q"], { cwd: directory });
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function cli(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const printed = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runCli(args, {
    environment: { PATH: process.env.PATH, ...environment },
    directory,
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    untilEnding: () => Promise.resolve(undefined),
  });
  return { code, ...printed };
}

async function track(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(directory, path, ".."), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  await gitText(["add", "."], { cwd: directory });
}

test("a misspelt command names the nearest one and is the user's to mend", async () => {
  const { code, stderr } = await cli(["plna"]);

  expect(code).toBe(2);
  expect(stderr).toContain('there is no command "plna"; did you mean "plan"?');
});

test("help shows every option of a command, and nothing takes a token", async () => {
  const { code, stdout } = await cli(["sync", "--help"]);

  expect(code).toBe(0);
  expect(stdout).toContain("--dry-run");
  expect(stdout).not.toContain("--token");
});

test("with --json an error is a document on standard output", async () => {
  const { code, stdout } = await cli(["plan", "--json"]);

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "IL-M01", hint: expect.stringContaining("init") } });
});

test("an error in the mapping is shown at its place, with the line and what was expected", async () => {
  await track({
    ".github/interlinear.yml": "version: 1\nservice: https://translate.example.org\nproject: acme\ncomponets: []\n",
  });

  const { code, stderr } = await cli(["plan"], { INTERLINEAR_TOKEN: "svp_0123456789" });

  expect(code).toBe(2);
  expect(stderr).toMatch(/^\.github\/interlinear\.yml:4:1 {2}IL-M03 {2}/m);
  expect(stderr).toMatch(/^ +4 \| componets: \[\]\n +\| \^{9}/m);
});

test("a missing token is named before anything is asked", async () => {
  await track({
    "locales/en.json": "{}\n",
    ".github/interlinear.yml":
      "version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n  - { component: web, source: locales/en.json, translations: 'locales/{language}.json' }\n",
  });

  const { code, stderr } = await cli(["plan"]);

  expect(code).toBe(2);
  expect(stderr).toContain("IL-W01");
  expect(stderr).toContain("INTERLINEAR_TOKEN");
});

describe("init", () => {
  test("writes a mapping of what it finds, tells what to do next, and overwrites nothing", async () => {
    await track({ "locales/en.json": "{}\n", "locales/de.json": "{}\n", "locales/cs.json": "{}\n" });

    const first = await cli(["init", "--service", "https://translate.acme.example", "--project", "acme"]);
    const second = await cli(["init"]);
    const forced = await cli(["init", "--force", "--json"]);

    expect(first.code).toBe(0);
    expect(first.stdout).toContain("Wrote .github/interlinear.yml: 1 component.");
    expect(first.stdout).toContain("INTERLINEAR_TOKEN");
    expect(second.code).toBe(2);
    expect(second.stderr).toContain("IL-C03");
    expect(JSON.parse(forced.stdout)).toMatchObject({ components: [{ source: "locales/en.json" }] });
  });
});
