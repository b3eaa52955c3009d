import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitsBetween, listDifferences, mergeBase } from "../../../src/git/commit-reading.ts";
import { readHistory } from "../../../src/git/history.ts";
import { openRepository } from "../../../src/git/git-repository.ts";
import { output } from "../command.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../repository.ts";
import { isFull } from "../samples.ts";
import { MemoryRepository, type MemoryTree } from "./memory-repository.ts";

const BRANCHES = ["main", "service", "interlinear/main"] as const;
const PATHS = ["locales/en.json", "locales/cs.json", "locales.md", "a"] as const;

const branch = fc.constantFrom(...BRANCHES);
const path = fc.constantFrom(...PATHS);
/** Lines of a file: few enough that both sides often change the same ones, or neighbours. */
const lines = fc.array(fc.constantFrom("{", "  one", "  two", "  three", "}", ""), { maxLength: 6 });
const content = fc.tuple(lines, fc.boolean()).map(([list, ends]) => list.join("\n") + (ends ? "\n" : ""));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("change" as const), branch, path, content }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("remove" as const), branch, path }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("rename" as const), branch, path, to: path }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom("line" as const), branch, path, at: fc.nat(7), text: fc.nat(3) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("merge" as const), branch, from: branch }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("revert" as const), branch, back: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("forcePush" as const), branch, to: branch, back: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Merge {
  readonly ours: string;
  readonly theirs: string;
  readonly files: MemoryTree | undefined;
}

interface Played {
  readonly repository: MemoryRepository;
  /** In the order they were made. */
  readonly commits: readonly string[];
  /** Those that the repository in memory says it does as git. */
  readonly merges: readonly Merge[];
}

/**
 * Whether git would look for a path's new name where that changes what comes out: one side removes and adds paths, and the other
 * has the removed one changed or gone, or adds the same. The repository in memory follows no names.
 */
function mayFollowNames(base: MemoryTree, ours: MemoryTree, theirs: MemoryTree): boolean {
  return [
    [ours, theirs],
    [theirs, ours],
  ].some(([one = base, other = base]) => {
    const removed = [...base.keys()].filter((name) => !one.has(name));
    const added = [...one.keys()].filter((name) => !base.has(name));
    return (
      removed.length > 0 &&
      added.length > 0 &&
      (removed.some((name) => other.get(name) !== base.get(name)) || [...other.keys()].some((name) => !base.has(name)))
    );
  });
}

/** Best common ancestors; git merges several of them first, and the repository in memory takes the newest. */
function bases(repository: MemoryRepository, one: string, other: string): readonly string[] {
  const known = new Set(repository.reach(one).map(({ id }) => id));
  const common = repository.reach(other).filter(({ id }) => known.has(id));
  const below = new Set(
    common.flatMap(({ id }) => repository.reach(id).flatMap((commit) => (commit.id === id ? [] : [commit.id]))),
  );
  return common.flatMap(({ id }) => (below.has(id) ? [] : [id]));
}

const START = "1\n2\n3\n4\n5\n6\n7\n";

function played(steps: readonly Step[]): Played {
  const repository = new MemoryRepository("https://forge.test/acme/web.git");
  const commits: string[] = [];
  const merges: Merge[] = [];
  const commit = (name: string, files: MemoryTree, parents: readonly string[], message: string): void => {
    const id = repository.commit(files, parents, message);
    commits.push(id);
    repository.point(name, id);
  };
  const tip = (name: string): string => repository.tip(name) ?? "";
  const ancestor = (name: string, back: number): string => {
    let at = tip(name);
    for (let left = back; left > 0; left -= 1) at = repository.at(at).parents[0] ?? at;
    return at;
  };
  commit("main", new Map(PATHS.map((name) => [name, repository.store(START)])), [], "Start");
  for (const name of BRANCHES) repository.point(name, tip("main"));
  for (const one of steps) {
    const before = repository.at(tip(one.branch));
    const files = new Map(before.files);
    const publish = (): void => {
      commit(one.branch, files, [before.id], `Step ${one.act}\n\nInterlinear-Step: ${String(commits.length)}\n`);
    };
    switch (one.act) {
      case "change":
        files.set(one.path, repository.store(one.content));
        publish();
        break;
      case "line": {
        const blob = files.get(one.path);
        const text = blob === undefined ? [] : Buffer.from(repository.read(blob)).toString("utf8").split("\n");
        text.splice(one.at, one.text === 0 ? 0 : 1, ...(one.text === 1 ? [] : [`new ${String(one.text)}`]));
        files.set(one.path, repository.store(text.join("\n")));
        publish();
        break;
      }
      case "remove":
        files.delete(one.path);
        publish();
        break;
      case "rename": {
        const blob = files.get(one.path);
        files.delete(one.path);
        if (blob !== undefined) files.set(one.to, blob);
        publish();
        break;
      }
      case "revert":
        commit(one.branch, repository.at(ancestor(one.branch, one.back)).files, [before.id], "Revert");
        break;
      case "forcePush":
        repository.point(one.branch, ancestor(one.to, one.back));
        break;
      case "merge": {
        const from = tip(one.from);
        const base = repository.mergeBase(before.id, from) ?? "";
        if (base === from) break;
        const sides = [repository.at(base).files, before.files, repository.at(from).files] as const;
        const merged = repository.merged(...sides);
        const isPlain = bases(repository, before.id, from).length === 1 && !mayFollowNames(...sides);
        if (isPlain) merges.push({ ours: before.id, theirs: from, files: merged });
        // Whoever settles a conflict takes one side.
        commit(one.branch, merged ?? before.files, [before.id, from], "Merge");
        break;
      }
    }
  }
  return { repository, commits, merges };
}

/** Git makes the same history by one process. @returns the ids it gives the commits */
async function imported({ remotePath }: TestRepository, { repository, commits }: Played) {
  const marks = new Map(commits.map((id, at) => [id, `:${String(at + 1)}`]));
  const parts: (string | Uint8Array)[] = [];
  const data = (bytes: Uint8Array): void => {
    parts.push(`data ${String(bytes.length)}\n`, bytes, "\n");
  };
  for (const id of commits) {
    const { parents, author, time, message, files } = repository.at(id);
    const who = `${author} ${String(time)} +0000`;
    const [first, second] = parents.map((parent) => marks.get(parent) ?? "");
    parts.push(`reset refs/played\ncommit refs/played\nmark ${marks.get(id) ?? ""}\nauthor ${who}\ncommitter ${who}\n`);
    data(Buffer.from(message));
    if (first !== undefined) parts.push(`from ${first}\n`);
    if (second !== undefined) parts.push(`merge ${second}\n`);
    parts.push("deleteall\n");
    for (const [name, blob] of files) {
      parts.push(`M 100644 inline ${name}\n`);
      data(repository.read(blob));
    }
    parts.push(`get-mark ${marks.get(id) ?? ""}\n`);
  }
  for (const [ref, id] of repository.refs) parts.push(`reset ${ref}\nfrom ${marks.get(id) ?? ""}\n\n`);
  parts.push("done\n");
  const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const args = ["fast-import", "--quiet", "--force", "--done"];
  const ids = await output("git", args, { cwd: remotePath, env: gitEnvironment(), input });
  return ids.trimEnd().split("\n");
}

/** Trees of merges by git itself, all by one process; undefined where it finds conflicts. */
async function mergedByGit({ remotePath }: TestRepository, merges: readonly Merge[]) {
  if (merges.length === 0) return [];
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "--stdin"];
  const input = merges.map(({ ours, theirs }) => `${ours} ${theirs}\n`).join("");
  const told = await output("git", args, { cwd: remotePath, env: gitEnvironment(), input });
  return [...told.matchAll(/(?<=^|\0)([01])\0([0-9a-f]{40})\0/g)].map(([, clean, tree]) =>
    clean === "1" ? tree : undefined,
  );
}

describe("a repository in memory answers as git does", () => {
  it("about commits, merges, ancestors, what came between, and the versions of paths", async () => {
    await using real = await createRepository({ "README.md": "" });
    const folder = real.remotePath;
    const compared = { clean: 0, conflicts: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), async (steps) => {
        const memory = played(steps);
        const { repository, commits, merges } = memory;
        // An id of a commit is one of its tree, of all blobs in it, and of all that it stands on.
        expect(await imported(real, memory)).toEqual(commits);

        const own = merges.map(({ files }) =>
          files === undefined ? undefined : repository.at(repository.commit(files, [], "")).tree,
        );
        expect(own).toEqual(await mergedByGit(real, merges));
        for (const tree of own) compared[tree === undefined ? "conflicts" : "clean"] += 1;

        const [main = "", service = "", proposal = ""] = BRANCHES.map((name) => repository.tip(name));
        for (const [one, other] of [
          [main, service],
          [service, proposal],
        ] as const) {
          expect(repository.mergeBase(one, other)).toBe(await mergeBase(folder, one, other));
          const between = repository.between(one, other).map(({ id, tree, parents }) => ({ id, tree, parents }));
          const inGit = await commitsBetween(folder, one, other, 100);
          expect(between).toEqual(inGit.map(({ id, tree, parents }) => ({ id, tree, parents })));
        }
        const differences = await repository.clone("main").differences(main, service);
        expect(differences).toEqual(await listDifferences(folder, main, service));
        for (const asked of [PATHS, PATHS.slice(0, 1)]) {
          expect(repository.history(main, asked)).toEqual(await readHistory(folder, main, asked, 1000));
        }
      }),
      { numRuns: isFull ? 100 : 25 },
    );
    expect(Math.min(compared.clean, compared.conflicts)).toBeGreaterThan(5);
  });

  it("about branches, records, and what a clone has of a commit", async () => {
    await using real = await createRepository({ a: "1", "locales/en.json": "{}\n", "locales.md": "" });
    const repository = new MemoryRepository(real.remoteUrl);
    const files = { "locales/en.json": "{}\n", a: "1", "locales.md": "" };
    const start = new Map(Object.entries(files).map(([name, text]) => [name, repository.store(text)]));
    repository.point("main", repository.commit(start, [], "Start"));
    const answers = [];
    for (const git of [await openRepository(real.path), repository.clone("main")]) {
      const ref = "refs/interlinear/state";
      const head = (await git.head()) ?? "";
      const none = await git.record(ref);
      const write = (before: typeof none, name: string, text: string | null) =>
        git.writeRecord(ref, {
          before,
          changes: new Map([[name, text === null ? null : Buffer.from(text)]]),
          message: "Note",
        });
      const kinds = [(await write(none, "one.json", "1")).kind, (await write(none, "one.json", "2")).kind];
      const first = await git.record(ref);
      kinds.push((await write(first, "two.json", "2")).kind, (await write(first, "two.json", "3")).kind);
      kinds.push((await write(await git.record(ref), "one.json", null)).kind);
      answers.push({
        index: (await git.index()).map(({ path: name, blob, mode }) => ({ name, blob, mode })),
        files: (await git.files(head)).map(({ path: name, blob, mode }) => ({ name, blob, mode })),
        branch: await git.branch(),
        branches: await git.remoteBranches(),
        named: [(await git.commit("main")) === head, await git.commit("nowhere"), (await git.commit("HEAD")) === head],
        blobs: [await git.blobAt(head, "a"), await git.blobAt(head, "b"), await git.blobAt("0".repeat(40), "a")],
        none,
        kinds,
        record: [...((await git.record(ref))?.files ?? [])],
      });
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});
