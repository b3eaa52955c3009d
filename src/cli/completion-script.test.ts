import { describe, expect, test } from "vitest";
import { command as programOutput } from "../../test/support/command.ts";
import { runCli } from "../../test/support/cli.ts";
import { shells } from "./completion-script.ts";

const scriptFor = async (shell: string): Promise<string> =>
  (await runCli(["completion", shell], { cwd: process.cwd() })).stdout;

/** What bash completes where the cursor is behind these words. */
async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const line = ["interlinear", ...words].map((word) => JSON.stringify(word)).join(" ");
  const program = `${await scriptFor("bash")}\nCOMP_WORDS=(${line})\nCOMP_CWORD=${String(words.length)}\n_interlinear\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await programOutput("bash", ["--norc", "-c", program])).stdout.trim().split("\n");
}

describe("completion in a shell", () => {
  test.each([
    [["pu"], ["push", "pull"]],
    [["up", "--lo"], ["--local"]],
    [["push", "--dry"], ["--dry-run"]],
    [["serve", "admin", "--js"], ["--json"]],
  ])("bash makes of %j %j", async (words, expected) => {
    expect(await completed(...words)).toEqual(expected);
  });

  test.each(shells)("%s is told every command", async (shell) => {
    const script = await scriptFor(shell);

    for (const name of ["up", "doctor", "serve", "completion"]) expect(script).toContain(name);
    expect(script).toContain("dry-run");
  });

  test("another shell is refused with the three there are", async () => {
    const { exitCode, stderr } = await runCli(["completion", "tcsh"], { cwd: process.cwd() });

    expect(exitCode).toBe(2);
    expect(stderr).toContain("interlinear completion fish");
  });
});
