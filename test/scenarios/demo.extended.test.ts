import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCli, startCli } from "../support/cli.ts";
import { output } from "../support/command.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Absolute paths that a text names. */
function pathsIn(text: string): string[] {
  return (
    [...text.matchAll(/(?:file:\/\/)?(\/[^\s'")]+)/g)]
      .map(([, path = ""]) => path)
      // `/interlinear rebase` is an order in a comment.
      .filter((path) => path.includes("interlinear") && path !== "/interlinear")
  );
}

test("the demonstration runs a whole round trip and leaves what it promises to look at", async () => {
  await using folder = await temporaryDirectory();

  const result = await runCli(["demo"], { cwd: folder.path, environment: { TMPDIR: folder.path } });

  expect(result.exitCode, result.output).toBe(0);
  const promised = pathsIn(result.stdout);
  expect(promised.some((path) => path.endsWith(".html"))).toBe(true);
  expect(promised.some((path) => path.endsWith(".md"))).toBe(true);
  for (const path of promised) expect(existsSync(path), path).toBe(true);
  expect(result.stdout).toMatch(/upload/i);
  expect(result.stdout).toMatch(/download/i);
  expect(result.output).not.toMatch(/sv[up]_/);
});

interface DemoDocument {
  readonly folder: string;
  readonly remote: string;
  readonly service: { readonly url: string; readonly botToken: string };
  readonly pullRequest: {
    readonly title: string;
    readonly branch: string;
    readonly page: string;
    readonly markdown: string;
  };
  readonly delivery: { readonly outcome: string; readonly commit: string };
  readonly sync: { readonly files: readonly { readonly path: string }[] };
  readonly again: { readonly files: readonly object[]; readonly traffic: { readonly requests: number } };
}

test("the demonstration takes strings to a service and brings translations home as one commit on one branch", async () => {
  await using folder = await temporaryDirectory();

  const {
    exitCode,
    stdout,
    output: said,
  } = await runCli(["demo", "--json"], { cwd: folder.path, environment: { TMPDIR: folder.path } });

  expect(exitCode, said).toBe(0);
  const document: DemoDocument = JSON.parse(stdout);
  const { pullRequest, remote, delivery } = document;
  expect(pullRequest).toMatchObject({
    title: "Translations: Czech, German and Japanese (8 strings)",
    branch: "interlinear/main",
  });
  const git = (...args: readonly string[]): Promise<string> => output("git", args, { cwd: remote });
  expect((await git("rev-parse", "interlinear/main")).trim()).toBe(delivery.commit);
  expect((await git("rev-list", "--count", "main..interlinear/main")).trim()).toBe("1");
  const changed = (await git("diff", "--name-only", "main", "interlinear/main")).trim().split("\n");
  expect(changed).toEqual(["locales/cs.json", "locales/de.json", "locales/ja.json", "po/cs.po", "po/de.po"]);
  expect(await git("show", "interlinear/main:po/cs.po")).toContain('msgstr[2] "Zbývá %d kusů"');
  expect(await git("log", "-1", "--format=%B", "interlinear/main")).toContain("Co-authored-by: 佐藤 ゆき <yuki@");
  expect(document.again).toMatchObject({ files: [], traffic: { requests: 4 } });
  expect(await readFile(fileURLToPath(pullRequest.markdown), "utf8")).toContain(`# ${pullRequest.title}`);
  const page = await readFile(pullRequest.page, "utf8");
  expect(page).toContain(`<h1>${pullRequest.title}</h1>`);
  expect(page).not.toContain("<script");
  await expect(fetch(document.service.url)).rejects.toThrow();
});

test("the demonstration with --keep prints where the service is and how to get in, and ends on SIGTERM", async () => {
  await using folder = await temporaryDirectory();
  await using demo = startCli(["demo", "--keep"], { cwd: folder.path, environment: { TMPDIR: folder.path } });

  await demo.line((line) => /sv[up]_/.test(line));
  const text = demo.output();
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";
  const token = /sv[up]_\w+/.exec(text)?.[0] ?? "";

  expect(await callService<{ projects: string }>({ url, adminToken: token }, "GET", "/api/")).toHaveProperty(
    "projects",
  );
  // Somebody translates, and the pull request follows by itself.
  const units = "/api/translations/shop/website/fr/units/?q=state:empty";
  const { results } = await callService<{ results: { id: number }[] }>({ url, adminToken: token }, "GET", units);
  const path = `/api/units/${String(results[0]?.id)}/`;
  await callService({ url, adminToken: token }, "PATCH", path, { body: { target: ["Nový text"], state: 20 } });
  await demo.line((line) => line.includes("You translated: interlinear sync brings it home"));
  await demo.line((line) => line.includes("the commit") && demo.output().split("the commit").length > 2);
  expect(await demo.stop("SIGTERM")).toBe(0);
});
