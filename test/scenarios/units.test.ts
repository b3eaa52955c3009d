import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

const files = {
  "po/cs.po": [
    'msgid ""',
    'msgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"',
    "",
    "#. Menu",
    "#: src/app.c:7",
    'msgctxt "menu"',
    'msgid "Open"',
    'msgstr "Otevřít"',
    "",
    'msgid "%d file"',
    'msgid_plural "%d files"',
    'msgstr[0] "%d soubor"',
    'msgstr[1] "%d soubory"',
    'msgstr[2] "%d souborů"',
    "",
    "#, fuzzy",
    'msgid "Quit"',
    'msgstr "Konec"',
    "",
    'msgid "Help"',
    'msgstr ""',
    "",
  ].join("\n"),
  "locales/en.json": '{ "menu": { "open": "Open", "quit": "Quit" } }\n',
  "locales/cs.json": '{ "menu": { "open": "Otevřít", "quit": "" } }\n',
};

test("a table of what a file holds: line, state, key, texts", async () => {
  await using repository = await createRepository(files);

  const result = await runCli(["units", "po/cs.po"], { cwd: repository.path });

  expect(result.exitCode).toBe(0);
  expect(result.stdout.split("\n")).toEqual([
    " 4                 Open (menu)  Otevřít",
    "10                 %d file      %d soubor / %d soubory / %d souborů",
    "16  needs-editing  Quit         Konec",
    "20  untranslated   Help",
    "",
    "4 strings · po",
    "",
  ]);
});

test("with --json the whole catalogue, as docs/checks-and-merge.md describes it", async () => {
  await using repository = await createRepository(files);

  const result = await runCli(["units", "po/cs.po", "--key", "open", "--json"], { cwd: repository.path });

  expect(JSON.parse(result.stdout)).toEqual({
    file: "po/cs.po",
    format: "po",
    language: "cs",
    pluralForms: 3,
    pluralFormula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2",
    languages: null,
    total: 4,
    units: [
      {
        key: "menu\u0004Open",
        context: "menu",
        source: ["Open"],
        target: ["Otevřít"],
        state: 20,
        note: "Menu",
        location: "src/app.c:7",
        flags: "",
        previousSource: "",
        line: 4,
      },
    ],
  });
});

test.each([
  [
    ["--state", "untranslated,needs-editing"],
    ["Quit", "Help"],
  ],
  [["--key", "%*file"], ["%d file"]],
  [["--key", "OPEN"], ["menu\u0004Open"]],
  [["--state", "approved"], []],
])("%j shows %j", async (args, keys) => {
  await using repository = await createRepository(files);

  const result = await runCli(["units", "po/cs.po", ...args, "--json"], { cwd: repository.path });

  const { units }: { units: readonly { key: string }[] } = JSON.parse(result.stdout);
  expect(units.map(({ key }) => key)).toEqual(keys);
});

test("a version that git knows, with the source texts of another file", async () => {
  await using repository = await createRepository(files);
  await repository.write({ "locales/cs.json": "{}\n" });

  const result = await runCli(["units", "HEAD:locales/cs.json", "--source", "locales/en.json", "--json"], {
    cwd: repository.path,
  });

  expect(JSON.parse(result.stdout)).toMatchObject({
    units: [
      { key: "menu.open", source: ["Open"], target: ["Otevřít"], state: 20 },
      { key: "menu.quit", source: ["Quit"], target: [""], state: 0 },
    ],
  });
});

test.each([
  [["po/none.po"], "po/none.po cannot be read: there is no such file"],
  [["."], ". cannot be read: it is a folder"],
  [["po/cs.po", "--state", "done"], 'there is no state "done"'],
  [["po/cs.po", "--format", "json"], "po/cs.po:1:1  IL-R01"],
  [[".gitattributes"], ".gitattributes is no translation file that is read here"],
])("refuses %j", async (args, message) => {
  await using repository = await createRepository({ ...files, ".gitattributes": "x\n" });

  const result = await runCli(["units", ...args], { cwd: repository.path });

  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain(message);
});
