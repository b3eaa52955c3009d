import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { hasCommit } from "../git/commit-reading.ts";
import { openRepository } from "../git/git-repository.ts";
import { fetchChange, fetchCommit } from "./commits.ts";

const remote = { address: "origin", environment: {} };

/** Somebody's pull request: the server has it, no branch of it does. */
async function proposed(repository: TestRepository): Promise<string> {
  await repository.git("checkout", "--quiet", "-b", "theirs");
  await repository.write({ "a.txt": "theirs\n", ".gitattributes": "* filter=evil\n" });
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Theirs");
  const commit = await repository.git("rev-parse", "HEAD");
  await repository.git("push", "--quiet", "origin", "HEAD:refs/pull/7/head");
  await repository.git("checkout", "--quiet", "main");
  await repository.git("branch", "-D", "theirs");
  return commit;
}

/** What `actions/checkout` leaves in a job. */
async function clone(repository: TestRepository, folder: string, ...options: readonly string[]): Promise<string> {
  const root = join(folder, "clone");
  await repository.remoteGit("clone", "--quiet", ...options, repository.remoteUrl, root);
  return root;
}

describe("commits of a pull request", () => {
  it("come as objects alone: no ref, no file, no FETCH_HEAD", async () => {
    await using repository = await createRepository({ "a.txt": "ours\n" });
    const commit = await proposed(repository);
    await using folder = await temporaryDirectory();
    const root = await clone(repository, folder.path);
    const before = await repository.remoteGit("-C", root, "for-each-ref");

    await fetchCommit({ root, remote }, { commit, ref: "refs/pull/7/head" });

    expect(await hasCommit(root, commit)).toBe(true);
    expect(await repository.remoteGit("-C", root, "for-each-ref")).toBe(before);
    expect(await repository.remoteGit("-C", root, "status", "--porcelain")).toBe("");
    expect(await readdir(join(root, ".git"))).not.toContain("FETCH_HEAD");
  });

  it.each(["by its name", "by its address"])(
    "leave out files' contents in a partial clone, whose remote is told %s",
    async (how) => {
      await using repository = await createRepository({ "a.txt": "ours\n" });
      const commit = await proposed(repository);
      await repository.remoteGit("-C", repository.remotePath, "config", "uploadpack.allowFilter", "true");
      await using folder = await temporaryDirectory();
      const root = await clone(repository, folder.path, "--bare", "--filter=blob:none");
      const address = how === "by its name" ? "origin" : repository.remoteUrl;

      await fetchCommit({ root, remote: { address, environment: {} } }, { commit, ref: "refs/pull/7/head" });

      const missing = await repository.remoteGit("-C", root, "rev-list", "--objects", "--missing=print", commit);
      // Ours, theirs, and the attributes.
      expect(missing.match(/^\?/gm)).toHaveLength(3);
    },
  );

  it("come with what is between them and their base, into a shallow clone as well", async () => {
    await using repository = await createRepository({ "a.txt": "ours\n" });
    const start = await repository.git("rev-parse", "HEAD");
    const head = await proposed(repository);
    await repository.write({ "b.txt": "more\n" });
    const base = await repository.publish("More");
    await using folder = await temporaryDirectory();
    const root = await clone(repository, folder.path, "--depth=1");

    await fetchChange({ root, remote }, { commit: base }, { commit: head, ref: "refs/pull/7/head" });

    const git = await openRepository(root);
    expect(await git.mergeBase(base, head)).toBe(start);
  });

  it("that the server does not have end with what to do", async () => {
    await using repository = await createRepository({ "a.txt": "ours\n" });

    await expect(
      fetchCommit({ root: repository.path, remote }, { commit: "d".repeat(40), ref: "refs/pull/9/head" }),
    ).rejects.toMatchObject({ code: "IL-W04", hint: expect.stringContaining("fetch-depth: 0") });
  });
});
