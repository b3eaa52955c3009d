import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliProgram, runCli } from "../support/cli.ts";
import { command, type CommandResult } from "../support/command.ts";
import { compiledCode } from "../support/compiled-code.ts";
import { createRepository, gitEnvironment, type Files, type TestRepository } from "../support/repository.ts";

interface Story {
  /** What both sides began with. */
  readonly base: Files;
  readonly ours: Readonly<Record<string, string | Uint8Array | null>>;
  readonly theirs: Readonly<Record<string, string | Uint8Array | null>>;
}

interface Told extends AsyncDisposable {
  readonly repository: TestRepository;
  git(...args: readonly string[]): Promise<CommandResult>;
  /** Working tree as it is now. */
  read(path: string): Promise<string>;
}

/** A repository with the driver, and the branches `ours` (checked out) and `theirs`. */
async function tell({ base, ours, theirs }: Story): Promise<Told> {
  const repository = await createRepository(base);
  const installed = await runCli(["merge", "--install"], { cwd: repository.path });
  expect(installed.exitCode, installed.output).toBe(0);
  await useSources(repository);
  await repository.publish("Merge by string");
  await repository.git("checkout", "--quiet", "-b", "theirs");
  await commit(repository, theirs);
  await repository.git("checkout", "--quiet", "-b", "ours", "main");
  await commit(repository, ours);
  return {
    repository,
    git: (...args) => command("git", args, { cwd: repository.path, env: gitEnvironment() }),
    read: (path) => repository.read(path),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

async function commit(repository: TestRepository, files: Story["ours"]): Promise<void> {
  await repository.write(files);
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Change texts");
}

/** The driver that was installed, with the Node of the tests and the sources. */
async function useSources(repository: TestRepository): Promise<void> {
  const folder = join(repository.path, ".git", "bin dir");
  await mkdir(folder, { recursive: true });
  const program = join(folder, "it's interlinear");
  await writeFile(
    program,
    `#!/bin/sh\nNODE_COMPILE_CACHE="${compiledCode}" exec "${process.execPath}" "${cliProgram}" "$@"\n`,
  );
  await chmod(program, 0o755);
  const driver = await repository.git("config", "merge.interlinear.driver");
  const quoted = `'${program.replaceAll("'", String.raw`'\''`)}'`;
  await repository.git(
    "config",
    "merge.interlinear.driver",
    driver.replaceAll(/'[^']*interlinear[^']*'/g, () => quoted),
  );
}

const json = (entries: Readonly<Record<string, string>>): string => `${JSON.stringify(entries, undefined, 2)}\n`;

describe.skipIf(process.platform === "win32")("git merges translation files by string", () => {
  test("what both sides added at one place comes together, in a merge, a rebase and a cherry-pick", async () => {
    const base = json({ open: "Otevřít", quit: "Konec" });
    const story = {
      base: { "locales/en.json": json({ open: "Open", quit: "Quit" }), "locales/cs.json": base },
      ours: { "locales/cs.json": json({ open: "Otevřít", quit: "Konec", ours: "Naše" }) },
      theirs: { "locales/cs.json": json({ open: "Otevřít", quit: "Konec", theirs: "Jejich" }) },
    };
    for (const args of [
      ["merge", "--no-edit", "theirs"],
      ["rebase", "theirs"],
      ["cherry-pick", "theirs"],
    ]) {
      await using told = await tell(story);

      const merged = await told.git(...args);

      expect(merged.exitCode, merged.output).toBe(0);
      expect(JSON.parse(await told.read("locales/cs.json"))).toEqual({
        open: "Otevřít",
        quit: "Konec",
        ours: "Naše",
        theirs: "Jejich",
      });
      expect(await told.read("locales/cs.json")).toMatch(
        /^\{\n {2}"open": .*\n {2}"quit": .*\n {2}"\w+": .*,\n {2}"\w+": .*\n\}\n$/,
      );
    }
  });

  test("header dates are no conflict, the later one stays; comments of both sides come along", async () => {
    const po = (date: string, translator: string, body: string): string =>
      [
        'msgid ""',
        'msgstr ""',
        '"Project-Id-Version: shop\\n"',
        `"PO-Revision-Date: ${date}\\n"`,
        `"Last-Translator: ${translator}\\n"`,
        '"Language: cs\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"',
        `"X-Generator: ${translator}'s editor\\n"`,
        "",
        body,
      ].join("\n");
    const entry = (id: string, text: string, comment = "#: src/app.c:1"): string =>
      `${comment}\nmsgid "${id}"\nmsgstr "${text}"\n`;
    await using told = await tell({
      base: { "po/cs.po": po("2026-01-01 10:00+0000", "Jana", `${entry("Open", "")}\n${entry("Quit", "")}`) },
      ours: { "po/cs.po": po("2026-03-01 10:00+0100", "Petr", `${entry("Open", "Otevřít")}\n${entry("Quit", "")}`) },
      theirs: {
        "po/cs.po": po(
          "2026-03-01 10:30+0100",
          "Eva",
          `${entry("Open", "", "# Menu\n#: src/app.c:7")}\n${entry("Quit", "Konec")}`,
        ),
      },
    });

    const merged = await told.git("rebase", "theirs");

    expect(merged.exitCode, merged.output).toBe(0);
    expect(await told.read("po/cs.po")).toBe(
      po(
        "2026-03-01 10:30+0100",
        "Eva",
        `${entry("Open", "Otevřít", "# Menu\n#: src/app.c:7")}\n${entry("Quit", "Konec")}`,
      ),
    );
  });

  test("a string that both sides changed is marked, and its lines alone", async () => {
    const file = (quit: string, more = ""): string =>
      `{\n    "menu": {\n        "open": "Otevřít",\n        "quit": "${quit}",\n        "help": "Nápověda"\n    }${more}\n}\n`;
    await using told = await tell({
      base: { "locales/en.json": json({ a: "A" }), "locales/cs.json": file("Konec") },
      ours: { "locales/cs.json": file("Skončit") },
      theirs: { "locales/cs.json": file("Ukončit", ',\n    "about": "O programu"') },
    });

    const merged = await told.git("merge", "theirs");

    expect(merged.exitCode).toBe(1);
    expect(merged.output).toContain("locales/cs.json: menu.quit: both sides changed it");
    expect(await told.read("locales/cs.json")).toBe(
      [
        "{",
        '    "menu": {',
        '        "open": "Otevřít",',
        "<<<<<<< ours",
        '        "quit": "Skončit",',
        "||||||| base",
        '        "quit": "Konec",',
        "=======",
        '        "quit": "Ukončit",',
        ">>>>>>> theirs",
        '        "help": "Nápověda"',
        "    },",
        '    "about": "O programu"',
        "}",
        "",
      ].join("\n"),
    );
    expect((await told.git("status", "--porcelain")).stdout).toContain("UU locales/cs.json");
  });

  test("both sides added one key with different texts: nothing but that line is marked", async () => {
    const story = {
      base: { "locales/en.json": json({ a: "A" }), "locales/cs.json": json({ a: "A" }) },
      ours: { "locales/cs.json": json({ a: "A", b: "jedna" }) },
      theirs: { "locales/cs.json": json({ a: "A", b: "dvě" }) },
    };
    await using told = await tell(story);

    const merged = await told.git("merge", "theirs");

    expect(merged.exitCode).toBe(1);
    const text = await told.read("locales/cs.json");
    const sides = text.replace(/^\|{7} base\n[^]*?^={7}\n/gm, "=======\n");
    expect(sides).toBe('{\n  "a": "A",\n<<<<<<< ours\n  "b": "jedna"\n=======\n  "b": "dvě"\n>>>>>>> theirs\n}\n');
  });

  test.each(["ours", "theirs"])("--policy %s decides instead of marking", async (policy) => {
    await using repository = await createRepository({
      "base.json": json({ a: "1", b: "1" }),
      "ours.json": json({ a: "ours", b: "1" }),
      "theirs.json": json({ a: "theirs", b: "2" }),
    });

    const merged = await runCli(
      ["merge", "base.json", "ours.json", "theirs.json", "--policy", policy, "-o", "result.json"],
      { cwd: repository.path },
    );

    expect(merged.exitCode, merged.output).toBe(0);
    expect(JSON.parse(await repository.read("result.json"))).toEqual({ a: policy, b: "2" });
    expect(await repository.read("ours.json")).toBe(json({ a: "ours", b: "1" }));
  });

  test("Android's resources in paths with blanks and quotes, with CR/LF, keep their line ends", async () => {
    const file = (...lines: readonly string[]): string =>
      [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<resources>",
        ...lines.map((line) => `    ${line}`),
        "</resources>",
        "",
      ].join("\r\n");
    const line = (name: string, text: string): string => `<string name="${name}">${text}</string>`;
    const path = "app one/it's/src/main/res/values-cs/strings.xml";
    await using told = await tell({
      base: {
        ".gitattributes": "*.xml -text\n",
        "app one/it's/src/main/res/values/strings.xml": file(line("a", "A"), line("b", "B")),
        [path]: file(line("a", "A"), line("b", "B")),
      },
      ours: { [path]: file(line("a", "A1"), line("b", "B"), line("ours", "O")) },
      theirs: { [path]: file("<!-- theirs -->", line("a", "A2"), line("b", "B2"), line("theirs", "T")) },
    });

    const merged = await told.git("merge", "theirs");

    expect(merged.exitCode).toBe(1);
    const text = await told.read(path);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text.split("\r\n")).toEqual([
      '<?xml version="1.0" encoding="utf-8"?>',
      "<resources>",
      "    <!-- theirs -->",
      "<<<<<<< ours",
      `    ${line("a", "A1")}`,
      "||||||| base",
      `    ${line("a", "A")}`,
      "=======",
      `    ${line("a", "A2")}`,
      ">>>>>>> theirs",
      `    ${line("b", "B2")}`,
      `    ${line("theirs", "T")}`,
      `    ${line("ours", "O")}`,
      "</resources>",
      "",
    ]);
  });

  test("YAML of Rails: neighbours come together, comments and quotes stay", async () => {
    const file = (...lines: readonly string[]): string =>
      ["cs:", "  # Menu", "  menu:", ...lines, "  quit: Konec", ""].join("\n");
    await using told = await tell({
      base: { "config/locales/en.yml": "en:\n  quit: Quit\n", "config/locales/cs.yml": file("    open: 'Otevřít'") },
      ours: { "config/locales/cs.yml": file("    open: 'Otevřít'", "    save: Uložit") },
      theirs: {
        "config/locales/cs.yml": file("    open: 'Otevřít'", "    close: Zavřít # vše").replace("# Menu", "# Nabídka"),
      },
    });

    const merged = await told.git("cherry-pick", "theirs");

    expect(merged.exitCode, merged.output).toBe(0);
    const lines = (await told.read("config/locales/cs.yml")).split("\n");
    expect(lines.slice(0, 4)).toEqual(["cs:", "  # Nabídka", "  menu:", "    open: 'Otevřít'"]);
    expect(
      lines
        .slice(4, 6)
        .map((line) => line.replace(/ #.*/, ""))
        .toSorted(),
    ).toEqual(["    close: Zavřít", "    save: Uložit"]);
    expect(lines.slice(6)).toEqual(["  quit: Konec", ""]);
  });

  test("Apple's string catalogue: each language is merged, and marked, for itself", async () => {
    const file = (cs: string, de: string): string => {
      const unit = (value: string) => ({ stringUnit: { state: "translated", value } });
      const strings = { Quit: { localizations: { cs: unit(cs), de: unit(de) } } };
      return `${JSON.stringify({ sourceLanguage: "en", strings, version: "1.0" }, undefined, 2)}\n`;
    };
    await using told = await tell({
      base: { "Localizable.xcstrings": file("Konec", "Ende") },
      ours: { "Localizable.xcstrings": file("Skončit", "Ende") },
      theirs: { "Localizable.xcstrings": file("Ukončit", "Beenden") },
    });

    const merged = await told.git("merge", "theirs");

    expect(merged.output).toContain("Localizable.xcstrings: Quit (cs): both sides changed it");
    const line = (value: string): string => `            "value": "${value}"\n`;
    expect(await told.read("Localizable.xcstrings")).toBe(
      file("Skončit", "Beenden").replace(
        line("Skončit"),
        `<<<<<<< ours\n${line("Skončit")}||||||| base\n${line("Konec")}=======\n${line("Ukončit")}>>>>>>> theirs\n`,
      ),
    );
  });

  test("two sides that both added the file are united", async () => {
    await using told = await tell({
      base: { "locales/en.json": json({ a: "A" }), "locales/de.json": json({ a: "A" }) },
      ours: { "locales/cs.json": json({ a: "A", b: "B" }) },
      theirs: { "locales/cs.json": json({ a: "A", c: "C" }) },
    });

    const merged = await told.git("merge", "--no-edit", "theirs");

    expect(merged.exitCode, merged.output).toBe(0);
    expect(JSON.parse(await told.read("locales/cs.json"))).toEqual({ a: "A", b: "B", c: "C" });
  });

  test("values that are no texts are merged by line, and marked where both sides changed them", async () => {
    const file = (version: number, text: string): string =>
      `{\n  "version": ${String(version)},\n  "x": "same",\n  "y": "same",\n  "text": "${text}"\n}\n`;
    await using told = await tell({
      base: { "locales/en.json": file(1, "a"), "locales/cs.json": file(1, "a"), "locales/de.json": file(1, "a") },
      ours: { "locales/cs.json": file(1, "b"), "locales/de.json": file(3, "b") },
      theirs: { "locales/cs.json": file(2, "a"), "locales/de.json": file(2, "a") },
    });

    const merged = await told.git("merge", "theirs");

    expect(await told.read("locales/cs.json")).toBe(file(2, "b"));
    expect(merged.output).toContain("locales/de.json: 1 conflict in what stands between the strings");
    expect(await told.read("locales/de.json")).toBe(
      file(3, "b").replace(
        '  "version": 3,\n',
        '<<<<<<< ours\n  "version": 3,\n||||||| base\n  "version": 1,\n=======\n  "version": 2,\n>>>>>>> theirs\n',
      ),
    );
  });

  test("a file that cannot be read is merged by line, and nothing is lost", async () => {
    await using told = await tell({
      base: { "locales/en.json": json({ a: "A" }), "locales/cs.json": '{\n  "a": "A",\n\n\n  "b": "B",\n}\n' },
      ours: { "locales/cs.json": '{\n  "a": "ours",\n\n\n  "b": "B",\n}\n' },
      theirs: { "locales/cs.json": '{\n  "a": "A",\n\n\n  "b": "theirs",\n}\n' },
    });

    const merged = await told.git("merge", "--no-edit", "theirs");

    expect(merged.exitCode, merged.output).toBe(0);
    expect(merged.output).toContain("locales/cs.json: merged by line, since it cannot be read by string");
    expect(await told.read("locales/cs.json")).toBe('{\n  "a": "ours",\n\n\n  "b": "theirs",\n}\n');
  });

  test.each([
    ["not installed", undefined],
    ["without its Node", "#!/no/such/node\n"],
    ["killed", "#!/bin/sh\nkill -9 $$\n"],
  ])("where the program is %s, git merges by line", async (_, script) => {
    await using told = await tell({
      base: { "locales/en.json": json({ a: "A" }), "locales/cs.json": json({ a: "A" }) },
      ours: { "locales/cs.json": json({ a: "ours" }) },
      theirs: { "locales/cs.json": json({ a: "theirs" }) },
    });
    const program = join(told.repository.path, ".git", "bin dir", "it's interlinear");
    if (script === undefined) await rm(program);
    else await writeFile(program, script);

    const merged = await told.git("merge", "theirs");

    expect(merged.exitCode).toBe(1);
    expect(await told.read("locales/cs.json")).toMatch(/<<<<<<< [^]*"a": "ours"[^]*"a": "theirs"[^]*>>>>>>> /);
  });
});

describe("interlinear merge --install", () => {
  const files = {
    ".gitattributes": "*.png binary",
    "locales/en.json": json({ a: "A" }),
    "locales/cs.json": json({ a: "A" }),
    "po/shop.pot": "",
    "po/cs.po": 'msgid ""\nmsgstr ""\n',
    "my app/res/values/strings.xml": "<resources/>\n",
    "my app/res/values-cs/strings.xml": "<resources/>\n",
  };

  test("names the translation files it finds, twice the same, and takes all of it back", async () => {
    await using repository = await createRepository(files);
    const run = (...args: readonly string[]) => runCli(["merge", ...args], { cwd: repository.path });

    const first = await run("--install");
    const written = await repository.read(".gitattributes");
    const second = await run("--install");

    expect(first.exitCode, first.output).toBe(0);
    expect(first.stdout).toContain("/locales/*.json merge=interlinear");
    expect(written.split("\n")).toEqual([
      "*.png binary",
      "/locales/*.json merge=interlinear",
      '"/my app/res/values-*/strings.xml" merge=interlinear',
      '"/my app/res/values/strings.xml" merge=interlinear',
      "*.po merge=interlinear",
      "",
    ]);
    expect(second.stdout).toContain("has it all already");
    expect(await repository.read(".gitattributes")).toBe(written);
    for (const path of ["locales/cs.json", "my app/res/values-cs/strings.xml", "po/cs.po"]) {
      expect(await repository.git("check-attr", "merge", "--", path)).toContain("merge: interlinear");
    }
    expect(await repository.git("config", "merge.interlinear.driver")).toContain("--path %P --marker-size %L %O %A %B");

    const gone = await run("--uninstall");

    expect(gone.exitCode, gone.output).toBe(0);
    expect(await repository.read(".gitattributes")).toBe("*.png binary\n");
    expect(
      (await command("git", ["config", "merge.interlinear.driver"], { cwd: repository.path, env: gitEnvironment() }))
        .exitCode,
    ).toBe(1);
  });

  test("says so where it finds no translation to name in .gitattributes", async () => {
    await using repository = await createRepository({ "main.c": "int main;\n" });

    const installed = await runCli(["merge", "--install"], { cwd: repository.path });

    expect(installed.exitCode, installed.output).toBe(0);
    expect(installed.stdout).toContain("No translation file was found");
    expect(installed.stdout).not.toContain("has it all already");
  });

  test("follows the mapping where there is one", async () => {
    await using repository = await createRepository({
      ...files,
      ".github/interlinear.yml":
        "version: 1\nservice: https://translate.example.org\nproject: demo\ncomponents:\n  - component: web\n    source: locales/en.json\n    translations: locales/{language}.json\n",
    });

    const installed = await runCli(["merge", "--install"], { cwd: repository.path });

    expect(installed.exitCode, installed.output).toBe(0);
    expect((await repository.read(".gitattributes")).split("\n")).toEqual([
      "*.png binary",
      "/locales/*.json merge=interlinear",
      "*.po merge=interlinear",
      "",
    ]);
  });
});
