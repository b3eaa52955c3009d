import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, type Files } from "./repository.ts";

const files: Files = {
  a: "1",
  "a.b": "sorted between the file and the folder of that name",
  "a-b/c": "2",
  "deep/er/file.json": new Uint8Array([0, 255, 10, 13]),
  "ščřž/ 日本.po": "3",
  empty: "",
};

describe("what tests write instead of git", () => {
  it("is to git as if it had written it", async () => {
    await using repository = await createRepository(files);
    await symlink("a", join(repository.path, "link"));
    await chmod(join(repository.path, "a"), 0o755);
    await repository.write({ "a.b": null, "deep/er/file.json": "changed", "new/one": "" });

    const message = "Second\n\nWith a body.";
    const commit = await repository.publish(message);

    await repository.git("fsck", "--strict");
    expect(await repository.git("status", "--porcelain")).toBe("");
    expect(await repository.git("rev-parse", "HEAD", "origin/main")).toBe(`${commit}\n${commit}`);
    expect(await repository.remoteGit("rev-parse", "main")).toBe(commit);
    await repository.git("rm", "--quiet", "-r", "--cached", ".");
    await repository.git("add", "--all");
    const tree = await repository.git("write-tree");
    expect(await repository.git("commit-tree", "-p", "HEAD~1", "-m", message, tree)).toBe(commit);
  });

  it("leaves to git what has rules, and a commit that changes nothing", async () => {
    await using repository = await createRepository({ ...files, ".gitignore": "hidden\n" });
    await repository.write({ hidden: "1", shown: "1" });
    await repository.publish("Second");

    expect(await repository.git("ls-files", "hidden", "shown")).toBe("shown");
    await expect(repository.publish("Third")).rejects.toThrow("nothing to commit");
  });

  it("says of branches what git says of them", async () => {
    await using repository = await createRepository(files);
    const ask = async (): Promise<readonly string[]> =>
      Promise.all(
        [["bot/*"], ["--no-color", "bot/*"]].map((more) => repository.remoteGit("branch", "--list", ...more)),
      );
    const [none, noneOfGit] = await ask();
    for (const name of ["bot/main", "bot/a/b", "bot/a-b", "bother"]) await repository.remoteGit("branch", name, "main");
    const [some, someOfGit] = await ask();
    await repository.remoteGit("symbolic-ref", "HEAD", "refs/heads/bot/main");
    const [current, currentOfGit] = await ask();

    expect([none, some, current]).toEqual([noneOfGit, someOfGit, currentOfGit]);
    expect([none, some]).toEqual(["", "  bot/a-b\n  bot/a/b\n  bot/main"]);
  });
});
