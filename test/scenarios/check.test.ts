import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliProgram, runCli } from "../support/cli.ts";
import { command } from "../support/command.ts";
import { createRepository, gitEnvironment, type Files, type TestRepository } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const files: Files = {
  "locales/en.json": `{
  "cart": {
    "items": "{count} items in your cart",
    "greeting": "Hello {{name}}!"
  },
  "open": "Open <b>now</b>."
}
`,
  "locales/de.json": `{
  "cart": {
    "items": "Artikel im Warenkorb",
    "greeting": "Hallo {{name}}!"
  },
  "open": "<b>Jetzt</b> öffnen"
}
`,
  "locales/fr.json": `{
  "cart": {
    "items": "{count} articles dans le panier",
    "greeting": "Bonjour {{name}} !"
  },
  "open": "Ouvrir <b>maintenant</b>."
}
`,
  "package.json": '{ "name": "shop", "description": "{count}" }\n',
};

interface CheckDocument {
  readonly files: readonly {
    readonly file: string;
    readonly source?: string | null;
    readonly language?: string | null;
    readonly findings?: readonly {
      readonly key: string;
      readonly check: string;
      readonly line: number;
      readonly column: number;
    }[];
    readonly error?: { readonly code: string; readonly place: { readonly line: number; readonly column: number } };
  }[];
  readonly totals: Readonly<Record<string, number>>;
}

async function check(repository: Pick<TestRepository, "path">, ...args: readonly string[]) {
  const result = await runCli(["check", ...args, "--json"], { cwd: repository.path });
  const document: CheckDocument = JSON.parse(result.stdout);
  return { exitCode: result.exitCode, ...document };
}

test("a lost placeholder is shown at its line with both texts, and ends with 3", async () => {
  await using repository = await createRepository(files);

  const result = await runCli(["check", "locales/de.json", "locales/fr.json"], { cwd: repository.path });

  expect(result.exitCode).toBe(3);
  expect(result.stdout.split("\n")).toEqual([
    'locales/de.json:3:5  breaks  cart.items: Missing "{count}". (placeholders)',
    "    en  {count} items in your cart",
    "    de  Artikel im Warenkorb",
    "",
    expect.stringMatching(
      /^2 files, 6 strings: 1 finding that breaks the app, \d+ findings? that looks? wrong \(--severity all shows them\)$/,
    ),
    "",
  ]);
});

test("without a file all translations of the repository are looked at, and nothing else", async () => {
  await using repository = await createRepository(files);

  const { exitCode, files: looked, totals } = await check(repository);

  expect(exitCode).toBe(3);
  expect(looked.map(({ file }) => file).toSorted()).toEqual(["locales/de.json", "locales/en.json", "locales/fr.json"]);
  expect(looked.find(({ file }) => file === "locales/de.json")).toMatchObject({
    source: "locales/en.json",
    language: "de",
    findings: [{ key: "cart.items", check: "placeholders", line: 3, column: 5 }],
  });
  expect(totals).toMatchObject({ files: 3, breaks: 1, unreadable: 0 });
});

test("what only looks wrong is shown on demand, and never fails", async () => {
  await using repository = await createRepository({
    ...files,
    "locales/de.json": String(files["locales/de.json"]).replace("Artikel", "{count} Artikel"),
  });

  const breaking = await check(repository, "locales/de.json");
  const all = await check(repository, "locales/de.json", "--severity", "all");

  expect([breaking.exitCode, all.exitCode]).toEqual([0, 0]);
  expect(breaking.files[0]?.findings).toEqual([]);
  expect(all.files[0]?.findings).toMatchObject([{ key: "open", check: "end_stop", line: 6 }]);
});

test("a file that cannot be read is shown with line and column, the others are checked all the same", async () => {
  await using repository = await createRepository({ ...files, "locales/fr.json": '{\n  "open": "x",,\n}\n' });

  const { exitCode, files: looked } = await check(repository, "locales/fr.json", "locales/de.json");

  expect(exitCode).toBe(2);
  expect(looked[0]).toMatchObject({
    file: "locales/fr.json",
    error: { code: "IL-R01", place: { line: 2, column: 15 } },
  });
  expect(looked[1]?.findings).toHaveLength(1);
});

test.each([
  [["missing.json"], "IL-C06", "there is no file missing.json"],
  [["--format", "jsno", "locales/de.json"], "IL-C02", 'there is no format "jsno"; did you mean "json"?'],
  [["--flags", "icu-mesage-format", "locales/de.json"], "IL-C02", 'nothing asks for a flag "icu-mesage-format"'],
  [["--severity", "some"], "IL-C02", '--severity takes breaks or all, not "some"'],
  [["--mapping", "none.yml"], "IL-M01", "there is no mapping: none.yml"],
])("refuses %j with %s", async (args, code, message) => {
  await using repository = await createRepository(files);

  const result = await runCli(["check", ...args], { cwd: repository.path });

  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain(`${code}  ${message}`);
});

test("the mapping says what the source is, --source says it against all", async () => {
  await using repository = await createRepository({
    "texts/base.json": '{ "a": "{count} files" }\n',
    "texts/other.json": '{ "a": "Files" }\n',
    "texts/out-cs.json": '{ "a": "souborů" }\n',
    ".github/interlinear.yml":
      "version: 1\nservice: https://translate.example.org\nproject: demo\ncomponents:\n  - component: web\n    source: texts/base.json\n    translations: texts/out-{language}.json\n",
  });

  const mapped = await check(repository, "texts/out-cs.json");
  const named = await check(repository, "texts/out-cs.json", "--source", "texts/other.json");

  expect(mapped.files).toMatchObject([{ source: "texts/base.json", language: "cs", findings: [{ key: "a" }] }]);
  expect(named.files).toMatchObject([{ source: "texts/other.json", findings: [] }]);
});

test("where a mapping says which files are translations, others are looked at only when they are named", async () => {
  await using repository = await createRepository({
    "texts/base.json": '{ "a": "{count} files" }\n',
    "texts/cs.json": '{ "a": "souborů" }\n',
    "fixtures/cs.po": 'msgid "%s left"\nmsgstr "zbývá"\n',
    ".github/interlinear.yml":
      "version: 1\nservice: https://translate.example.org\nproject: demo\ncomponents:\n  - component: web\n    source: texts/base.json\n    translations: texts/{language}.json\n",
  });

  const names = async (...args: readonly string[]) =>
    (await check(repository, ...args)).files.map(({ file }) => file).toSorted();

  expect(await names()).toEqual(["texts/base.json", "texts/cs.json"]);
  expect(await names("fixtures")).toEqual(["fixtures/cs.po"]);
});

test("a file without a string is none that cannot be read, and a template of FreeMarker is no translation", async () => {
  await using repository = await createRepository({
    "res/Texts.resx": '<root>\n  <resheader name="version"><value>2.0</value></resheader>\n</root>\n',
    "lang/cs.ini": "; nothing yet\n",
    "config/locales/cs.yml": "---\n",
    "mail/welcome.ftl": "<#if user??>Hello ${user}</#if>\n",
    "locales/cs/app.ftl": "a = Ahoj\n",
  });

  const named = await check(repository, "res/Texts.resx", "lang/cs.ini", "config/locales/cs.yml");
  const all = await check(repository);

  expect([named.exitCode, named.totals]).toEqual([0, expect.objectContaining({ files: 3, unreadable: 0 })]);
  expect(all.exitCode).toBe(0);
  expect(all.files.map(({ file }) => file)).toContain("locales/cs/app.ftl");
  expect(all.files.map(({ file }) => file)).not.toContain("mail/welcome.ftl");
});

test("a file without a source that is known is read and said to be compared with nothing", async () => {
  await using folder = await temporaryDirectory();
  await writeFile(join(folder.path, "texts.json"), '{ "a": "{count}" }\n');

  const result = await runCli(["check", "texts.json"], { cwd: folder.path });

  expect(result.exitCode).toBe(0);
  expect(result.stdout).toContain("texts.json  its source file is not known");
});

test("a key that stands twice is found, whatever its texts are", async () => {
  await using repository = await createRepository({
    ...files,
    "locales/de.json": '{\n  "open": "<b>Jetzt</b> öffnen.",\n  "open": "<b>Jetzt</b> auf."\n}\n',
  });

  const { exitCode, files: looked } = await check(repository, "locales/de.json");

  expect(exitCode).toBe(3);
  expect(looked[0]?.findings).toMatchObject([{ check: "duplicate-key", key: "open", line: 3, column: 3 }]);
});

test("a file whose keys are none of the source's is not passed over in silence", async () => {
  await using repository = await createRepository({ ...files, "locales/cs.json": '{ "cs": { "open": "Otevřít" } }\n' });

  const result = await runCli(["check", "locales/cs.json"], { cwd: repository.path });

  expect(result.exitCode).toBe(0);
  expect(result.stdout).toContain("none of its keys is in locales/en.json");
});

test("outside of git the files beside it tell the source, and a folder stands for its translations", async () => {
  await using folder = await temporaryDirectory();
  for (const name of ["en", "de"]) {
    await writeFile(join(folder.path, `${name}.json`), String(files[`locales/${name}.json`]));
  }

  const inFolder = await check(folder, ".");

  expect(inFolder.exitCode).toBe(3);
  expect(Object.fromEntries(inFolder.files.map(({ file, source }) => [file, source]))).toEqual({
    "de.json": "en.json",
    "en.json": "en.json",
  });
});

test("PO files bring source, flags and plural forms themselves", async () => {
  await using repository = await createRepository({
    "po/cs.po": [
      'msgid ""',
      'msgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"',
      "",
      "#, c-format",
      'msgid "%d file"',
      'msgid_plural "%d files"',
      'msgstr[0] "%d soubor"',
      'msgstr[1] "soubory"',
      'msgstr[2] "%s souborů"',
      "",
      "#, no-c-format",
      'msgid "%d of it"',
      'msgstr "něco"',
      "",
    ].join("\n"),
  });

  const { exitCode, files: looked } = await check(repository, "po");

  expect(exitCode).toBe(3);
  expect(looked[0]?.findings?.map(({ key, check: id, line }) => [key, id, line])).toEqual([
    ["%d file", "c_format", 4],
    ["%d file", "c_format", 4],
  ]);
});

test("in GitHub's runner every finding becomes an annotation, and texts command nothing", async () => {
  await using repository = await createRepository({
    "locales/en.json": '{\n  "a": "100 %s\\n::error::x {n}"\n}\n',
    "locales/de.json": '{\n  "a": "::error::gone"\n}\n',
  });

  const result = await runCli(["check", "locales/de.json"], {
    cwd: repository.path,
    environment: { GITHUB_ACTIONS: "true" },
  });

  const commands = result.output.split("\n").filter((line) => /^\s*::/.test(line));
  expect(result.exitCode).toBe(3);
  expect(commands.length).toBeGreaterThan(0);
  for (const line of commands)
    expect(line).toMatch(/^::(error|warning) title=Interlinear,file=locales\/de\.json,line=2,col=3::a: /);
});

test("files are checked without the service, the forge or the mapping's schema being loaded", async () => {
  await using repository = await createRepository(files);
  const listing = join(repository.path, "listing.mjs");
  await writeFile(
    listing,
    'import { registerHooks } from "node:module";\nregisterHooks({ load: (url, context, next) => { process.stderr.write(`loads ${url}\\n`); return next(url, context); } });\n',
  );

  const result = await command(process.execPath, ["--import", listing, cliProgram, "check", "locales/fr.json"], {
    cwd: repository.path,
    env: gitEnvironment(),
  });

  const loaded = result.stderr.split("\n").filter((line) => line.startsWith("loads "));
  expect(result.exitCode, result.output).toBe(0);
  expect(loaded.length).toBeGreaterThan(20);
  expect(
    loaded.filter((line) => /octokit|undici|kysely|hono|zod|\/src\/(service|store|sync\/run|forge\/github)/.test(line)),
  ).toEqual([]);
});
