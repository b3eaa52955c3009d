import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadMapping } from "../../src/mapping/load.ts";
import { resolveMapping } from "../../src/mapping/resolve.ts";
import { runCli } from "../support/cli.ts";
import { createGitHub } from "../support/github-host.ts";
import { createRepository, type Files, type TestRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";

const MAPPING = ".github/interlinear.yml";
const some = '{ "shop": { "title": "Shop" } }\n';
const more = '{ "shop": { "title": "Shop", "save": "Save" } }\n';

const init = ({ path }: TestRepository, ...args: readonly string[]) => runCli(["init", ...args], { cwd: path });

async function sourcesOf(repository: TestRepository): Promise<readonly string[]> {
  const files = (await repository.git("ls-files")).split("\n");
  return resolveMapping(loadMapping(await repository.read(MAPPING), MAPPING), files).bindings.flatMap(
    ({ source }) => source ?? [],
  );
}

const sources: readonly (readonly [
  because: string,
  files: Files,
  args: readonly string[],
  expected: readonly string[],
])[] = [
  [
    "the English that has all strings, not the first by the alphabet",
    { "locales/en-AU.json": some, "locales/en-GB.json": more, "locales/de.json": some },
    [],
    ["locales/en-GB.json"],
  ],
  [
    "that of the United States, where both have as many",
    { "locales/en_GB.json": some, "locales/en_US.json": some, "locales/de.json": some },
    [],
    ["locales/en_US.json"],
  ],
  [
    "the language that angular.json names, where there is no English",
    {
      "angular.json": '{ "projects": { "a": { "i18n": { "sourceLocale": "de" } } } }\n',
      "locales/de.json": some,
      "locales/fr.json": some,
    },
    [],
    ["locales/de.json"],
  ],
  [
    "the template that l10n.yaml names",
    {
      "l10n.yaml": "arb-dir: lib/l10n\ntemplate-arb-file: app_de.arb\n",
      "lib/l10n/app_de.arb": '{ "title": "Laden" }\n',
      "lib/l10n/app_fr.arb": '{ "title": "Boutique" }\n',
    },
    [],
    ["lib/l10n/app_de.arb"],
  ],
  [
    "the default locale of Next.js",
    {
      "next.config.js": 'module.exports = { i18n: { locales: ["fr", "de"], defaultLocale: "fr" } };\n',
      "messages/fr.json": some,
      "messages/de.json": some,
    },
    [],
    ["messages/fr.json"],
  ],
  [
    "the source of .tx/config",
    {
      ".tx/config":
        "[main]\nhost = https://www.transifex.com\n\n[o:a:p:b:r:c]\nfile_filter = i18n/<lang>.json\nsource_file = i18n/cs.json\nsource_lang = cs\n",
      "i18n/cs.json": some,
      "i18n/de.json": some,
    },
    [],
    ["i18n/cs.json"],
  ],
  [
    "the language that somebody names, whatever else there is",
    { "locales/en.json": some, "locales/de.json": some },
    ["--source-language", "de"],
    ["locales/de.json"],
  ],
  [
    "files of people, not what a build made of them",
    { "dist/locales/en.json": more, "dist/locales/de.json": more, "locales/en.json": some, "locales/de.json": some },
    [],
    ["locales/en.json"],
  ],
];

test.each(sources)("init takes for the source: %s", async (_because, files, args, expected) => {
  await using repository = await createRepository(files);

  const { exitCode, output } = await init(repository, ...args);

  expect(exitCode, output).toBe(0);
  expect(await sourcesOf(repository)).toEqual(expected);
});

const nothing: readonly (readonly [what: string, files: Files, said: readonly string[]])[] = [
  ["no translation files", { "README.md": "hello\n" }, ["git knows no translation files here", "git add"]],
  [
    "translations without a source",
    { "locales/de.json": some, "locales/fr.json": some },
    ["locales/{language}.json has de and fr", "--source-language de"],
  ],
  [
    "dictionaries in programs",
    { "src/locales/en.ts": "export default {};\n", "src/locales/de.ts": "export default {};\n" },
    ["src/locales/de.ts", "move its texts into JSON files"],
  ],
  [
    "files that are named by languages in words",
    { "locales/english.json": some, "locales/german.json": some },
    ["locales/english.json", "by its code, not by its name"],
  ],
];

test.each(nothing)("init writes no mapping and says why, where there is %s", async (_what, files, said) => {
  await using repository = await createRepository(files);

  const { exitCode, output } = await init(repository);

  expect(exitCode, output).toBe(2);
  for (const words of ["IL-M15", ...said]) expect(output).toContain(words);
  expect(existsSync(join(repository.path, MAPPING))).toBe(false);
});

test("init binds no symbolic link, which a run would refuse", async () => {
  await using repository = await createRepository({ "shared/en.json": some, "locales/de.json": some });
  await symlink("../shared/en.json", join(repository.path, "locales/en.json"));
  await repository.git("add", ".");

  const result = await init(repository);

  expect(result.exitCode).toBe(2);
  expect(result.output).toContain("locales/en.json");
  expect(result.output).toContain("a symbolic link is not read");
});

test("init names files that git does not know yet", async () => {
  await using repository = await createRepository({ "README.md": "hello\n" });
  await repository.write({ "locales/en.json": some, "locales/de.json": some });

  const { exitCode, output } = await init(repository);

  expect(exitCode).toBe(2);
  expect(output).toContain("git does not know locales/de.json and locales/en.json yet");
  expect(output).toContain("git add locales/de.json");
});

test("init names the configuration of another tool, and what it saw beside what it could use", async () => {
  await using repository = await createRepository({
    "crowdin.yml": "files:\n  - source: /locales/en.json\n    translation: /locales/%two_letters_code%.json\n",
    "locales/en.json": some,
    "locales/de.json": some,
    "locales/english.json": some,
  });

  const { exitCode, stdout, output } = await init(repository);

  expect(exitCode, output).toBe(0);
  expect(stdout).toContain("crowdin.yml is there: `interlinear import --from crowdin --force`");
  expect(stdout).toContain("locales/english.json cannot be bound");
});

test("init asks the service which project the token is for", async () => {
  await using service = await startService();
  await using repository = await createRepository({ "locales/en.json": some, "locales/de.json": some });
  await service.administration.createProject({ name: "Acme", slug: "acme" });
  const { token } = await service.administration.createBot("acme");

  const { exitCode, output } = await runCli(["init", "--service", service.url], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: token },
  });

  expect(exitCode, output).toBe(0);
  expect(await repository.read(MAPPING)).toContain("project: acme");
});

test.each([
  ["gitea", ".gitea/workflows/interlinear.yml", "FORGEJO_TOKEN or GITEA_TOKEN"],
  ["forgejo", ".forgejo/workflows/interlinear.yml", "FORGEJO_TOKEN or GITEA_TOKEN"],
  ["github", ".github/workflows/interlinear.yml", "gh secret set TRANSLATION_TOKEN"],
])(
  "--forge %s writes mapping and workflow after it was told so, and says what is left to do",
  async (forge, path, left) => {
    await using repository = await createRepository({ "locales/en.json": more, "locales/de.json": some });

    const unasked = await init(repository, "--forge", forge);
    expect(unasked.exitCode).toBe(2);
    const dry = await init(repository, "--forge", forge, "--dry-run");
    expect(dry.output).toMatch(/This will:\n {2}write \.github\/interlinear\.yml\n {2}write /);
    expect(existsSync(join(repository.path, path))).toBe(false);
    expect(existsSync(join(repository.path, MAPPING))).toBe(false);

    const done = await init(repository, "--forge", forge, "--yes");
    expect(done.exitCode, done.output).toBe(0);
    expect(done.output).toContain(left);
    expect(await repository.read(path)).toContain("interlinear/interlinear@v0");
    expect(await repository.read(MAPPING)).toContain("locales/en.json");

    await repository.write({ [path]: "mine\n" });
    expect((await init(repository, "--forge", forge, "--yes")).output).toContain(`${path} already exists and stays`);
    expect(await repository.read(path)).toBe("mine\n");
  },
);

const GITHUB_MAPPING = `version: 1
service: https://translate.example.org
project: acme
pull-request:
  labels: [i18n, "Übersetzung"]
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
`;

test("--forge github shows what it will do, and makes the secret, sealed, and the labels, once", async () => {
  await using repository = await createRepository({ "locales/en.json": more, [MAPPING]: GITHUB_MAPPING });
  await using github = await createGitHub(repository, {
    settings: { tokenKind: "personal", login: "dana", permissions: { secrets: "write", issues: "write" } },
    labels: ["I18N"],
  });
  const environment = {
    INTERLINEAR_TOKEN: "wlp_secret",
    GITHUB_TOKEN: github.token,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  };
  const run = (...words: readonly string[]) =>
    runCli(["init", "--forge", "github", ...words], { cwd: repository.path, environment });
  const made = () => ({ secrets: Object.fromEntries(github.world.secrets), labels: [...github.world.labels.keys()] });

  const shown = await run("--dry-run");
  expect(shown.exitCode, shown.output).toBe(0);
  expect(shown.output).toContain("make the workflow's secret TRANSLATION_TOKEN of INTERLINEAR_TOKEN");
  expect(shown.output).toContain('make the label "Übersetzung"');
  expect(made()).toEqual({ secrets: {}, labels: ["i18n"] });

  const done = await run("--yes");
  expect(done.exitCode, done.output).toBe(0);
  expect(made()).toEqual({ secrets: { TRANSLATION_TOKEN: "wlp_secret" }, labels: ["i18n", "übersetzung"] });

  const again = await run("--yes");
  expect(again.output).toContain("Everything exists already.");
  const paths = github.proxy.requests.map(({ path }) => path).join("\n");
  for (const text of [shown.output, done.output, again.output, paths]) {
    for (const secret of [github.token, "wlp_secret"]) expect(text).not.toContain(secret);
  }
});

test("--forge github says which right a token lacks, and changes nothing", async () => {
  await using repository = await createRepository({ "locales/en.json": more, [MAPPING]: GITHUB_MAPPING });
  await using github = await createGitHub(repository, {
    settings: { tokenKind: "personal", login: "dana", permissions: { issues: "write" } },
  });
  const environment = {
    INTERLINEAR_TOKEN: "wlp_secret",
    GITHUB_TOKEN: github.token,
    GITHUB_REPOSITORY: github.repository,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_SERVER_URL: github.serverUrl,
  };

  const { exitCode, output } = await runCli(["init", "--forge", "github", "--yes"], {
    cwd: repository.path,
    environment,
  });

  expect(exitCode).toBe(1);
  expect(output).toContain("secrets: read");
  expect(existsSync(join(repository.path, ".github/workflows/interlinear.yml"))).toBe(false);
});

test.each([
  [["--forge", "github", "--bot", "https://bot.example.org"], "on GitHub the bot is an App"],
  [["--forge", "bitbucket"], 'there is no forge "bitbucket"'],
  [["--yes"], "--yes needs --forge"],
])("says what is wrong with %j", async (args, message) => {
  await using repository = await createRepository({ "locales/en.json": more });

  const { exitCode, output } = await init(repository, ...args);

  expect(exitCode).toBe(2);
  expect(output).toContain(message);
  expect(existsSync(join(repository.path, MAPPING))).toBe(false);
});
