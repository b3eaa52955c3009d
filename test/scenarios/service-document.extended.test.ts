import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { cliProgram, startCli } from "../support/cli.ts";
import { compiledCode } from "../support/compiled-code.ts";
import { command } from "../support/command.ts";
import { becauseMissing, type Available } from "../support/download-cache.ts";
import { gitEnvironment } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const page = join(import.meta.dirname, "..", "..", "docs", "service.md");
/** Where the page's service listens; the test's has a free port. */
const ORIGIN = "http://127.0.0.1:8000";
const SERVE = "interlinear serve";

interface Example {
  readonly script: string;
  /** What the page says it prints; undefined: that is not shown. */
  readonly answer: { readonly language: string; readonly text: string } | undefined;
}

/** Fences of `sh`, each with the one of another language that follows it; what needs a server says that it is not run. */
function examplesIn(markdown: string): readonly Example[] {
  const fences = /(<!-- not run here:[^\n]*-->\s+)?```sh\n([\s\S]*?)```(?:\n\n```(?!sh)(\w+)\n([\s\S]*?)```)?/g;
  return [...markdown.matchAll(fences)]
    .filter(([, isNotRun]) => isNotRun === undefined)
    .map(([, , script = "", language, text = ""]) => ({
      script,
      answer: language === undefined ? undefined : { language, text },
    }));
}

/** Without what is another one each time: tokens, codes to sign in, and days. */
function lasting(text: string): string {
  return text
    .replaceAll(/\b(sv[up])_\w{36}\b/g, "$1_TOKEN")
    .replaceAll(/\?code=[\w-]+…?/g, "?code=CODE")
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, "DAY")
    .replaceAll("\r\n", "\n")
    .trim();
}

/** What the page shortened is not compared. */
function assertAnswer(printed: string, { language, text }: NonNullable<Example["answer"]>): void {
  if (language === "json") expect(JSON.parse(printed)).toMatchObject(JSON.parse(text));
  else expect(lasting(printed)).toBe(lasting(text));
}

async function missingTools(): Promise<Available> {
  const found = await command("sh", ["-c", "curl --version && git --version"]).catch(() => undefined);
  return found?.exitCode === 0 ? { path: "" } : { missing: "curl or sh is not installed" };
}

/** `interlinear` as these sources. @returns the folder for `PATH` */
async function programsIn(folder: string): Promise<string> {
  const path = join(folder, "bin");
  await mkdir(path);
  const script = `#!/bin/sh\nNODE_COMPILE_CACHE="${compiledCode}" exec "${process.execPath}" "${cliProgram}" "$@"\n`;
  await writeFile(join(path, "interlinear"), script, { mode: 0o755 });
  return path;
}

const tools = await missingTools();

test.skipIf(tools.missing !== undefined)(
  `what docs/service.md shows is what the service answers${becauseMissing(tools)}`,
  async () => {
    const [first, ...examples] = examplesIn(await readFile(page, "utf8"));
    await using folder = await temporaryDirectory();
    const programs = await programsIn(folder.path);
    const environment = {
      ...gitEnvironment(),
      NO_COLOR: "1",
      PATH: `${programs}${delimiter}${process.env.PATH ?? ""}`,
    };
    await using service = startCli(["serve", "--port", "0"], { cwd: folder.path });
    const ready = await service.line((line) => line.startsWith("Ctrl-C"));
    const [origin = ""] = /http:\/\/[\d.:]+/.exec(service.output()) ?? [];
    const [token = ""] = /svu_\w+/.exec(service.output()) ?? [];
    const asOnPage = (text: string): string => text.replaceAll(origin, ORIGIN);

    expect([first?.script.trim(), ready]).toEqual([SERVE, "Ctrl-C ends it."]);
    expect(lasting(asOnPage(service.output()))).toBe(lasting(first?.answer?.text ?? ""));
    for (const { script, answer } of examples) {
      const { exitCode, stdout, output } = await command("sh", ["-ec", script.replaceAll(ORIGIN, origin)], {
        cwd: folder.path,
        env: { ...environment, API: `${origin}/api`, TOKEN: token },
        timeoutMilliseconds: 600_000,
      });
      expect([exitCode, output], script).toEqual([0, stdout]);
      if (answer !== undefined) assertAnswer(asOnPage(stdout), answer);
    }
    expect(examples.length).toBeGreaterThan(10);
  },
);
