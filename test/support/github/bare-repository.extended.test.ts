import { expect, test } from "vitest";
import { storeCommit, storeTrees } from "../git-objects.ts";
import { createRepository, type TestRepository } from "../repository.ts";
import { BareRepository } from "./bare-repository.ts";

/** Commits on one tree, each made on those of the given positions; what has none is made on the repository's first one. */
async function commits(repository: TestRepository, parents: readonly (readonly number[])[]): Promise<string[]> {
  const first = await repository.remoteGit("rev-parse", "main");
  const tree = await storeTrees(repository.remotePath, new Map());
  const made = [first];
  for (const [at, positions] of parents.entries()) {
    const who = `Ana <ana@example.org> ${String(1_767_225_600 + at)} +0000`;
    const on = positions.length === 0 ? [first] : positions.map((position) => made[position] ?? first);
    const commit = { tree, parents: on, author: who, committer: who, message: `Commit ${String(at)}` };
    made.push(await storeCommit(repository.remotePath, commit));
  }
  return made;
}

test.each([
  ["a row with a fork", [[0], [1], [1]]],
  ["merges across, with two best common ancestors", [[0], [0], [1, 2], [2, 1]]],
] as const)("the stand-in reads a history as git does: %s", async (_, parents) => {
  await using repository = await createRepository({ "a.txt": "1\n" });
  const ids = await commits(repository, parents);
  const here = new BareRepository(repository.remotePath);
  const ask = async (...args: readonly string[]): Promise<string[]> =>
    (await repository.remoteGit(...args).catch(() => "")).split("\n").filter(Boolean);

  for (const one of ids) {
    expect(await here.log(one)).toEqual(await ask("rev-list", one));
    expect(await here.commitOf(one)).toBe(one);
    for (const other of ids) {
      const [base] = await ask("merge-base", one, other);
      expect(await here.mergeBase(one, other)).toBe(base);
      expect(await here.isAncestor(one, other)).toBe(base === one);
      expect(await here.between(one, other)).toEqual(
        await ask("rev-list", "--reverse", "--topo-order", other, `^${one}`),
      );
      expect(await here.brought(other, one)).toEqual(await ask("rev-list", other, `^${one}`));
    }
  }
});

test("the stand-in moves a ref as git does, and where git refuses it, so does the stand-in", async () => {
  await using repository = await createRepository({ "a.txt": "1\n" });
  const [first = "", second = "", third = ""] = await commits(repository, [[0], [1]]);
  const here = new BareRepository(repository.remotePath);
  const at = (name: string): Promise<string> => repository.remoteGit("for-each-ref", "--format=%(objectname)", name);

  await here.moveRef("refs/heads/deep/er", first, undefined);
  await here.moveRef("refs/heads/main", second, first);

  expect(await at("refs/heads/deep/er")).toBe(first);
  expect(await at("refs/heads/main")).toBe(second);
  expect(await here.ref("refs/heads/main")).toBe(second);
  const tree = await repository.remoteGit("rev-parse", `${first}^{tree}`);
  const refused: readonly (readonly [name: string, to: string, from: string | undefined, words: string])[] = [
    ["refs/heads/main", third, first, "is at"],
    ["refs/heads/main", third, undefined, "already exists"],
    ["refs/heads/deep/er", third, third, "is at"],
    ["refs/heads/deep", third, undefined, "cannot create"],
    ["refs/heads/main/inside", third, undefined, "cannot create"],
    ["refs/heads/none", third, first, "unable to resolve"],
    ["refs/heads/new", "1".repeat(40), undefined, "nonexistent object"],
    ["refs/heads/new", tree, undefined, "non-commit object"],
    ["refs/heads/a..b", third, undefined, "bad name"],
    ["refs/heads/new.lock", third, undefined, "bad name"],
  ];
  for (const [name, to, from, words] of refused) {
    await expect(here.moveRef(name, to, from), name).rejects.toThrow(words);
  }
  expect(await repository.remoteGit("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")).toBe(
    `refs/heads/deep/er ${first}\nrefs/heads/main ${second}`,
  );
  await repository.remoteGit("pack-refs", "--all");
  await here.moveRef("refs/heads/main", third, second);
  expect(await at("refs/heads/main")).toBe(third);
});
