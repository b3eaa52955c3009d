import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadMapping } from "../../src/mapping/load.ts";
import { resolveMapping } from "../../src/mapping/resolve.ts";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { writesOf } from "../support/proxy.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { startService } from "../support/service.ts";
import { createWorld } from "../support/world.ts";

const MAPPING = ".github/interlinear.yml";
const CROWDIN = {
  "crowdin.yml": `project_id: "1"
api_token: 0123456789abcdef
files:
  - source: /locales/en.json
    translation: /locales/%two_letters_code%.json
  - source: /gone/*.json
    translation: /gone/%locale%/%original_file_name%
`,
};

function run({ path }: TestRepository, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runCli(["import", ...args], { cwd: path, environment });
}

async function bindings(text: string, repository: TestRepository) {
  const files = (await repository.git("ls-files")).split("\n");
  return resolveMapping(loadMapping(text, MAPPING), files).bindings;
}

test("the configuration that is there becomes a mapping; what is left out is said with its line, no secret with it", async () => {
  await using repository = await createRepository({ ...sampleFiles, ...CROWDIN });

  const result = await run(repository, ["--service", "https://translate.example.org", "--project", "acme"]);

  expect(result.exitCode, result.output).toBe(0);
  expect(result.stdout.split("\n").slice(0, 3)).toEqual([
    "Wrote .github/interlinear.yml from crowdin.yml: 1 component.",
    "  locales  locales/en.json  2 languages",
    "  ! crowdin.yml:6  gone/{name}.json: no file matches gone/{name}.json",
  ]);
  expect(result.output).not.toContain("0123456789abcdef");
  const text = await readFile(join(repository.path, MAPPING), "utf8");
  expect(await bindings(text, repository)).toMatchObject([
    { source: "locales/en.json", translations: "locales/{language}.json", component: { project: "acme" } },
  ]);
});

test("a mapping that is there is kept unless one says --force, and --stdout writes nothing", async () => {
  await using repository = await createRepository({ ...sampleFiles, ...CROWDIN, [MAPPING]: "mine\n" });

  const kept = await run(repository, []);
  const printed = await run(repository, ["--stdout"]);
  const before = await readFile(join(repository.path, MAPPING), "utf8");
  const forced = await run(repository, ["--force"]);

  expect(kept.exitCode).toBe(2);
  expect(kept.stderr).toContain("IL-C03");
  expect(printed.exitCode).toBe(0);
  expect(await bindings(printed.stdout, repository)).toHaveLength(1);
  expect(before).toBe("mine\n");
  expect(forced.exitCode).toBe(0);
  expect(await readFile(join(repository.path, MAPPING), "utf8")).toBe(printed.stdout);
});

test("two tools are a question, none is told, a misspelt one as well", async () => {
  const transifex = { ".tx/config": "[a.b]\nsource_file = po/server.pot\nfile_filter = po/<lang>.po\n" };
  await using both = await createRepository({ ...sampleFiles, ...CROWDIN, ...transifex });
  await using none = await createRepository(sampleFiles);

  const asked = await run(both, ["--stdout"]);
  const chosen = await run(both, ["--stdout", "--from", "transifex"]);
  const nothing = await run(none, []);
  const misspelt = await run(none, ["--from", "crowdn"]);

  expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--from: crowdin, transifex") });
  expect(await bindings(chosen.stdout, both)).toMatchObject([
    { source: "po/server.pot", component: { component: "b" } },
  ]);
  expect(nothing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("git knows no configuration") });
  expect(misspelt).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('did you mean "crowdin"?') });
});

test("a project's components on the service become the mapping that binds them, and nothing is written there", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const args = ["--from", "service", "--service", site.proxy.url, "--project", site.project, "--stdout"];

  const result = await run(world.repository, args, { INTERLINEAR_TOKEN: site.botToken });
  const refused = await run(world.repository, args);

  expect(result.exitCode, result.output).toBe(0);
  expect(await bindings(result.stdout, world.repository)).toMatchObject([
    {
      component: { project: "acme", component: "web" },
      source: "locales/en.json",
      translations: "locales/{language}.json",
    },
    { component: { project: "acme", component: "server" }, source: "po/server.pot", translations: "po/{language}.po" },
  ]);
  expect(writesOf(site.proxy.requests)).toEqual([]);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IL-W01") });
});

test("the official client's own configuration is enough to ask the service", async () => {
  await using service = await startService();
  await using repository = await createRepository({
    ...sampleFiles,
    ".weblate": `[weblate]\nurl = ${service.url}/api/\ntranslation = acme/app\n`,
  });
  await service.administration.createProject({ name: "Acme", slug: "acme" });
  await service.administration.createComponent(
    "acme",
    { name: "App", slug: "app", file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json" },
    { kind: "document", name: "en.json", content: Buffer.from(await repository.read("locales/en.json")) },
  );

  const without = await run(repository, []);
  const { exitCode, output } = await run(repository, [], { INTERLINEAR_TOKEN: service.adminToken });

  expect(without.output).toContain(`.weblate names ${service.url}`);
  expect(exitCode, output).toBe(0);
  const text = await readFile(join(repository.path, MAPPING), "utf8");
  expect(text).toContain(`service: ${service.url}`);
  expect(await bindings(text, repository)).toMatchObject([
    { source: "locales/en.json", component: { project: "acme" } },
  ]);
});

test("a broken configuration of another tool is broken at a line, not missing", async () => {
  await using repository = await createRepository({
    ...sampleFiles,
    "crowdin.yml": "files:\n  - source: /locales/en.json\n\ttranslation: x\n",
  });

  const { exitCode, output } = await run(repository, []);

  expect(exitCode).toBe(2);
  expect(output).toContain("crowdin.yml is broken at line 3");
});
