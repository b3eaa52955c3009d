import { describe, expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { runGit, withoutCredentials } from "./run.ts";

describe("running git", () => {
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

  it("takes credentials out of addresses and nothing else", () => {
    expect(
      withoutCredentials("see 'https://user:se%40cret@example.org/o/r.git', mail a@b.example and git@host:o/r"),
    ).toBe("see 'https://example.org/o/r.git', mail a@b.example and git@host:o/r");
  });
});
