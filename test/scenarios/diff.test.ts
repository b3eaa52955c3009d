import { expect, test } from "vitest";
import { cliProgram, runCli } from "../support/cli.ts";
import { compiledCode } from "../support/compiled-code.ts";
import { command } from "../support/command.ts";
import { createRepository, gitEnvironment } from "../support/repository.ts";

const before = {
  "locales/cs.json": `{
  "menu": { "open": "Otevřít", "quit": "Konec" },
  "old-name": "Stejný text",
  "gone": "Pryč",
  "empty": "",
  "lost": "Text"
}
`,
};
const after = {
  "locales/cs.json": `{
    "new": "Nový",
    "menu": { "quit": "Ukončit", "open": "Otevřít" },
    "new-name": "Stejný text",
    "empty": "Už ne",
    "lost": ""
}
`,
};

async function changed() {
  const repository = await createRepository(before);
  await repository.write(after);
  return repository;
}

test("strings are compared, not lines: order and indentation are no difference", async () => {
  await using repository = await changed();

  const result = await runCli(["diff", "HEAD:locales/cs.json", "locales/cs.json"], { cwd: repository.path });

  expect(result.exitCode).toBe(0);
  expect(result.stdout.split("\n")).toEqual([
    "locales/cs.json  1 added, 1 translated, 1 changed, 1 renamed, 1 emptied, 1 removed",
    '  added      new                  "Nový"',
    '  changed    menu.quit            "Konec" → "Ukončit"',
    "  renamed    old-name → new-name",
    '  translated empty                "Už ne"',
    '  emptied    lost                 "Text"',
    '  removed    gone                 "Pryč"',
    "",
  ]);
});

test("one file is compared with what is committed of it, also in a folder below the root", async () => {
  await using repository = await changed();

  const result = await runCli(["diff", "cs.json", "--stat", "--exit-code"], { cwd: `${repository.path}/locales` });

  expect(result.exitCode).toBe(1);
  expect(result.stdout).toBe("cs.json  1 added, 1 translated, 1 changed, 1 renamed, 1 emptied, 1 removed\n");
});

test("with --json every difference is told with key, texts and line", async () => {
  await using repository = await changed();

  const result = await runCli(["diff", "locales/cs.json", "--json"], { cwd: repository.path });

  expect(JSON.parse(result.stdout)).toMatchObject({
    format: "json-nested",
    differences: [
      { kind: "added", key: "new", before: null, after: ["Nový"], line: 2 },
      { kind: "changed", key: "menu.quit", before: ["Konec"], after: ["Ukončit"], line: 3 },
      { kind: "renamed", key: "new-name", previousKey: "old-name", line: 4 },
      { kind: "translated", key: "empty", before: [""], after: ["Už ne"], line: 5 },
      { kind: "emptied", key: "lost", before: ["Text"], after: [""], line: 6 },
      { kind: "removed", key: "gone", before: ["Pryč"], after: null, line: 4 },
    ],
  });
});

test("a PO header's date, wrapping and references are no difference; a fuzzy mark is", async () => {
  const po = (date: string, entry: string): string =>
    `msgid ""\nmsgstr ""\n"PO-Revision-Date: ${date}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${entry}`;
  await using repository = await createRepository({
    "po/cs.po": po(
      "2026-01-01",
      '#: a.c:1\nmsgid "Open"\nmsgstr "Otevřít"\n\n#, fuzzy\nmsgid "Quit"\nmsgstr "Konec"\n',
    ),
    "po/same.po": po(
      "2026-02-02",
      '#: b.c:2\nmsgid ""\n"Open"\nmsgstr ""\n"Ote"\n"vřít"\n\n#, fuzzy\nmsgid "Quit"\nmsgstr "Konec"\n',
    ),
    "po/marked.po": po("2026-02-02", 'msgid "Open"\nmsgstr "Otevřít"\n\nmsgid "Quit"\nmsgstr "Konec"\n'),
  });
  const diff = (file: string) => runCli(["diff", "po/cs.po", file, "--exit-code"], { cwd: repository.path });

  expect(await diff("po/same.po")).toMatchObject({ exitCode: 0, stdout: "" });
  expect(await diff("po/marked.po")).toMatchObject({
    exitCode: 1,
    stdout: "po/marked.po  1 marked\n  marked     Quit  is translated\n",
  });
});

test.skipIf(process.platform === "win32")("git shows its differences by string, other files as ever", async () => {
  await using repository = await createRepository({
    ...before,
    "read me.txt": "old\n",
    "locales/de.json": "{}\n",
    "locales/same.json": "{}\n",
  });
  await repository.write({
    ...after,
    "read me.txt": "new\n",
    "locales/same.json": "{ }\n",
    "locales/de.json": null,
    "locales/fr.json": '{ "a": "b" }\n',
  });
  await repository.git("add", "--intent-to-add", ".");

  const result = await command("git", ["diff"], {
    cwd: repository.path,
    env: {
      ...gitEnvironment(),
      NODE_COMPILE_CACHE: compiledCode,
      GIT_EXTERNAL_DIFF: `"${process.execPath}" "${cliProgram}" diff`,
    },
  });

  expect(result.exitCode, result.output).toBe(0);
  expect(result.stdout).toContain("locales/cs.json  1 added, 1 translated, 1 changed");
  expect(result.stdout).toContain('locales/fr.json  1 added\n  added      a  "b"');
  expect(result.stdout).toContain("locales/same.json  says the same\n\n");
  expect(result.stdout).toContain("\n-old\n+new\n");
});

test.each([
  [["HEAD:nothing.json", "locales/cs.json"], "HEAD:nothing.json cannot be read"],
  [["--upload-pack=x:y", "locales/cs.json"], "there is no option --upload-pack"],
  [["--", "-x:locales/cs.json", "locales/cs.json"], "-x:locales/cs.json cannot be read: is no revision"],
  [[], "diff takes two versions of a file, or one file; there are 0"],
])("refuses %j", async (args, message) => {
  await using repository = await changed();

  const result = await runCli(["diff", ...args], { cwd: repository.path });

  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain(message);
});
