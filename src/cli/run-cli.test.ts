import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gitText } from "../git/run.ts";
import { commands } from "./commands.ts";
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

test("runs that end soon keep their heap small, and nothing else does", async () => {
  const kept: string[] = [];
  for (const name of Object.keys(commands)) {
    await runCli([...name.split(" "), "--help"], {
      environment: {},
      directory,
      stdout: { write: () => undefined },
      stderr: { write: () => undefined },
      untilEnding: () => Promise.resolve(undefined),
      keepHeapSmall: () => kept.push(name),
    });
  }

  expect(kept).toEqual(["plan", "push", "pull", "sync", "stats", "review"]);
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

test.each([
  [["PLAN"], "IL-C01", 'did you mean "plan"?', "interlinear help"],
  [["-v"], "IL-C01", "-v is no command", "--version"],
  [["--verbose", "plan"], "IL-C01", "--verbose is no command", "the command first"],
  [["--dry-run", "sync"], "IL-C01", "--dry-run is no command", "the command first"],
  [["--token", "abc", "plan"], "IL-C01", "--token is no command", "INTERLINEAR_TOKEN"],
  [["--token=abc", "plan"], "IL-C01", "--token is no command", "INTERLINEAR_TOKEN"],
  [["fetch"], "IL-C01", 'no command "fetch"', "interlinear pull"],
  [["export"], "IL-C01", 'no command "export"', "interlinear pull"],
  [["update"], "IL-C01", 'no command "update"', "interlinear sync"],
  [["connect"], "IL-C01", 'no command "connect"', "interlinear up"],
  [["list"], "IL-C01", 'no command "list"', "interlinear stats"],
  [["languages"], "IL-C01", 'no command "languages"', "interlinear stats"],
  [["translate"], "IL-C01", 'no command "translate"', "interlinear up --local"],
  [["watch"], "IL-C01", 'no command "watch"', "serve --bot"],
  [["test"], "IL-C01", 'no command "test"', "interlinear check"],
  [["pr"], "IL-C01", 'no command "pr"', "interlinear sync"],
  [["delete"], "IL-C01", 'no command "delete"', "deletes nothing"],
  [["plan", "website"], "IL-C02", '"website" is not expected after plan', "--component NAME"],
  [["push", "pull"], "IL-C02", '"pull" is not expected after push', "help push"],
  [["sync", "--dry"], "IL-C02", "did you mean --dry-run?", "help sync"],
  [["up", "--url", "https://x.example"], "IL-C02", "did you mean --service?", "help up"],
  [["plan", "--locale", "de"], "IL-C02", "did you mean --language?", "help plan"],
  [["plan", "--config", "x.yml"], "IL-C02", "did you mean --mapping?", "help plan"],
  [["plan", "--project", "acme"], "IL-C02", "no option --project", "at its top"],
  [["plan", "--all"], "IL-C02", "no option --all", "everything is looked at"],
  [["plan", "--debug"], "IL-C02", "no option --debug", "INTERLINEAR_DEBUG"],
  [["plan", "--quiet"], "IL-C02", "no option --quiet", "standard error"],
  [["sync", "--branch", "x"], "IL-C02", "no option --branch", "checked out"],
  [["push", "--force"], "IL-C02", "did you mean --allow-removals?", "help push"],
  [["up", "--forge", "gitlab"], "IL-C02", 'no forge "gitlab"', "interlinear sync"],
  [["init", "--forge", "bitbucket"], "IL-C02", 'no forge "bitbucket"', "interlinear sync"],
])("%j is answered with what was meant", async (args, code, message, remedy) => {
  const answer = await cli([...args, "--json"]);

  expect(answer.code).toBe(2);
  expect(JSON.parse(answer.stdout).errors).toEqual([
    expect.objectContaining({ code, message: expect.stringContaining(message), hint: expect.stringContaining(remedy) }),
  ]);
});

test("a token under another client's name is named, and not used", async () => {
  await track({
    "locales/en.json": "{}\n",
    ".github/interlinear.yml":
      "version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n  - component: web\n    source: locales/en.json\n    translations: locales/{language}.json\n",
  });

  const { code, stderr } = await cli(["plan"], { WLC_KEY: "wlu_of_the_other_client" });

  expect(code).toBe(2);
  expect(stderr).toContain(
    'WLC_KEY is set, and not read: if it is a token of that service, write INTERLINEAR_TOKEN="$WLC_KEY"',
  );
  expect(stderr).not.toContain("wlu_of_the_other_client");
});

test.each([
  ["${{ secrets.TRANSLATION_TOKEN }}", "nobody filled in"],
  ["TRANSLATION_TOKEN", "nobody filled in"],
  ["svp_…", "nobody filled in"],
  ["svp_one\nsvp_two", "several lines"],
  ["Bearer svp_one", "the word Bearer"],
])("the token %j is told from a token", async (token, words) => {
  await track({
    "locales/en.json": "{}\n",
    ".github/interlinear.yml":
      "version: 1\nservice: https://translate.example.org\nproject: acme\ncomponents:\n  - component: web\n    source: locales/en.json\n    translations: locales/{language}.json\n",
  });

  const { code, stderr } = await cli(["plan"], { INTERLINEAR_TOKEN: token });

  expect(code).toBe(2);
  expect(stderr).toContain("IL-S01");
  expect(stderr).toContain(words);
});

test.each([
  [".github/interlinaer.yml", ".github/interlinaer.yml is there"],
  ["interlinear.yaml", "interlinear.yaml is there"],
  [".github/workflows/interlinear.yml", ".github/workflows/interlinear.yml is there"],
])("a mapping that lies at %s is found", async (path, words) => {
  await track({ [path]: "version: 1\ncomponents: []\n" });

  const { code, stderr } = await cli(["plan"]);

  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

test("version --json is a document", async () => {
  const { stdout } = await cli(["version", "--json"]);
  expect(JSON.parse(stdout)).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});
