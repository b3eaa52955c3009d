import { expect, test } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { defaultBranch } from "./default-branch.ts";

const files = { "README.md": "Shop\n" };

test("the default branch is the remote's, whatever is checked out", async () => {
  await using repository = await createRepository(files, "trunk");
  await repository.git("switch", "--quiet", "--create", "feature/texts");

  expect(await defaultBranch(repository.path)).toBe("trunk");
});

test("what the clone noted of the remote is enough, also where nobody answers", async () => {
  await using repository = await createRepository(files);
  await repository.git("update-ref", "refs/remotes/origin/release/1", "HEAD");
  await repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/1");
  await repository.git("remote", "set-url", "origin", `${repository.remotePath}-gone`);

  expect(await defaultBranch(repository.path)).toBe("release/1");
});

test("a note of a branch that is gone does not count", async () => {
  await using repository = await createRepository(files);
  await repository.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone");

  expect(await defaultBranch(repository.path)).toBe("main");
});

test("it is not known without a remote, and of one that does not answer", async () => {
  await using repository = await createRepository(files);
  await repository.git("remote", "set-url", "origin", `${repository.remotePath}-gone`);
  const silent = await defaultBranch(repository.path);
  await repository.git("remote", "remove", "origin");

  expect([silent, await defaultBranch(repository.path)]).toEqual([undefined, undefined]);
});
