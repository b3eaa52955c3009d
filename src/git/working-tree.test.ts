import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRepository } from "./git-repository.ts";
import type { Git } from "./git.ts";
import { gitText } from "./run.ts";
import { writeWorkingTree, type WorkingTreeFile } from "./working-tree.ts";

let root: string;
let git: Git;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "interlinear-tree-"));
  await gitText(["init", "-q"], { cwd: root });
  await writeFile(join(root, "de.json"), "old\n");
  await gitText(["add", "."], { cwd: root });
  git = await openRepository(root);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

function aFile(overrides: Partial<WorkingTreeFile> = {}): WorkingTreeFile {
  return { path: "de.json", content: Buffer.from("new\n"), mode: "100644", ...overrides };
}

function basedOn(content: string) {
  return { basedOn: new Map([["de.json", git.hash(Buffer.from(content))]]), losing: new Set<string>() };
}

const nothingThere = { basedOn: new Map(), losing: new Set<string>() };

test("a file is replaced, keeps its permissions and leaves nothing else behind", async () => {
  await chmod(join(root, "de.json"), 0o640);

  const written = await writeWorkingTree(git, [aFile()], basedOn("old\n"));

  expect(written).toEqual(["de.json"]);
  expect(await readFile(join(root, "de.json"), "utf8")).toBe("new\n");
  expect((await stat(join(root, "de.json"))).mode & 0o777).toBe(0o640);
  expect((await readdir(root)).toSorted()).toEqual([".git", "de.json"]);
});

test("new files get their folders, equal ones are left alone, and those without content go", async () => {
  await writeFile(join(root, "fr.json"), "same\n");

  const written = await writeWorkingTree(
    git,
    [
      aFile({ content: null }),
      aFile({ path: "locales/cs/app.json" }),
      aFile({ path: "fr.json", content: Buffer.from("same\n") }),
    ],
    basedOn("old\n"),
  );

  expect(written).toEqual(["de.json", "locales/cs/app.json"]);
  expect(await readFile(join(root, "locales/cs/app.json"), "utf8")).toBe("new\n");
  expect(await readdir(root)).not.toContain("de.json");
});

describe("changes that git does not have", () => {
  test("are not written over, and no other file is written either", async () => {
    await writeFile(join(root, "de.json"), "mine\n");

    const writing = writeWorkingTree(git, [aFile({ path: "a.json" }), aFile()], basedOn("old\n"));

    await expect(writing).rejects.toMatchObject({ code: "IL-G05", exitCode: 3 });
    expect((await readdir(root)).toSorted()).toEqual([".git", "de.json"]);
  });

  test("may be written over where they are merged into the new content", async () => {
    await writeFile(join(root, "de.json"), "mine\n");

    expect(await writeWorkingTree(git, [aFile()], basedOn("mine\n"))).toEqual(["de.json"]);
  });

  test("are kept where the merge drops a text of theirs", async () => {
    await writeFile(join(root, "de.json"), "mine\n");

    const writing = writeWorkingTree(git, [aFile()], { ...basedOn("mine\n"), losing: new Set(["de.json"]) });

    await expect(writing).rejects.toMatchObject({ code: "IL-G05" });
  });

  test("are a whole untracked file, too", async () => {
    await writeFile(join(root, "cs.json"), "mine\n");

    await expect(writeWorkingTree(git, [aFile({ path: "cs.json" })], nothingThere)).rejects.toMatchObject({
      code: "IL-G05",
    });
  });
});

describe("paths", () => {
  test.each(["../out.json", ".git/config", "a//b.json", "locales/../../out.json", "sub/.GIT/hooks/pre-commit"])(
    "%s is refused",
    async (path) => {
      await expect(writeWorkingTree(git, [aFile({ path })], nothingThere)).rejects.toMatchObject({ code: "IL-G06" });
    },
  );

  test("a link is not followed, whether it is the file or a folder on the way", async () => {
    const outside = await mkdtemp(join(tmpdir(), "interlinear-outside-"));
    await symlink(outside, join(root, "linked"));
    await mkdir(join(root, "locales"));
    await symlink(join(outside, "x.json"), join(root, "locales/cs.json"));

    for (const path of ["linked/cs.json", "locales/cs.json"]) {
      await expect(writeWorkingTree(git, [aFile({ path })], nothingThere)).rejects.toMatchObject({ code: "IL-G06" });
    }
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });
});
