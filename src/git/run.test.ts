import { afterEach, describe, expect, it, vi } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { gitEnvironment, runGit, withoutCredentials } from "./run.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("running git", () => {
  it("tells a remote that is not there from a command that failed", async () => {
    await using repository = await createRepository({ a: "a" });

    await expect(runGit(["ls-remote", "--", "nowhere"], { cwd: repository.path })).rejects.toMatchObject({
      code: "IL-G11",
      message: 'there is no remote "nowhere"',
    });
  });

  it("fails with the command's name and git's own words", async () => {
    await using repository = await createRepository({ a: "a" });
    const failing = runGit(["-c", "color.ui=false", "rev-parse", "--verify", "nowhere"], { cwd: repository.path });

    await expect(failing).rejects.toMatchObject({ code: "IL-G01" });
    await expect(failing).rejects.toThrow(/^git rev-parse failed \(128\): fatal: Needed a single revision/);
  });

  it("gives back an exit code that is an answer", async () => {
    await using repository = await createRepository({ a: "a" });

    expect(
      await runGit(["rev-parse", "--quiet", "--verify", "nowhere"], { cwd: repository.path, allow: [0, 1] }),
    ).toMatchObject({ code: 1 });
  });

  it("takes no answer of a git that was ended, and names the signal", async () => {
    await using repository = await createRepository({ a: "a" });
    const args = ["-c", "alias.die=!kill -TERM $PPID", "die"];

    await expect(runGit(args, { cwd: repository.path, allow: [0, 1] })).rejects.toMatchObject({
      code: "IL-G01",
      message: "git die was ended by SIGTERM",
    });
  });

  it("hands on the environment without what was told in confidence", () => {
    for (const name of ["INPUT_TOKEN", "INTERLINEAR_BOT_KEY", "DATABASE_URL", "HTTPS_PROXY"]) vi.stubEnv(name, "value");

    const environment = gitEnvironment({ GIT_DIR: "there" });

    expect(environment).toMatchObject({ HTTPS_PROXY: "value", GIT_DIR: "there", GIT_TERMINAL_PROMPT: "0" });
    expect(Object.keys(environment)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:INPUT_TOKEN|INTERLINEAR_BOT_KEY|DATABASE_URL)$/)]),
    );
  });

  it("takes credentials out of addresses and nothing else", () => {
    expect(
      withoutCredentials("see 'https://user:se%40cret@example.org/o/r.git', mail a@b.example and git@host:o/r"),
    ).toBe("see 'https://example.org/o/r.git', mail a@b.example and git@host:o/r");
  });
});
