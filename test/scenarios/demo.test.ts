import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { runCli, startCli } from "../support/cli.ts";
import { callService } from "../support/service-api.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Absolute paths that a text names. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/(?:file:\/\/)?(\/[^\s'")]+)/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.includes("interlinear"));
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
  expect(await demo.stop("SIGTERM")).toBe(0);
});
