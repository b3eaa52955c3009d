import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { commitOneFile, type OneFileCommit } from "./one-file-commit.ts";
import { runGit } from "./run.ts";

const FILES = {
  "app/en.json": '{ "a": "Text" }\n',
  "app/de/strings.json": "{}\n",
  "app/de/more/deep.json": "{}\n",
  "app.json": "{}\n",
  "app-two/cs.json": "{}\n",
  "ďábel/über.json": "{}\n",
  "readme.md": "Words\n",
};
const date = new Date("2026-11-21T08:26:48Z");
const signature = { name: "Jana N.", email: "jana@example.org", date, zone: "+0000" };
const wanted = (path: string, more: Partial<OneFileCommit> = {}): OneFileCommit => ({
  path,
  message: "Translate\n\nMore words\n",
  author: signature,
  committer: { ...signature, name: "Site", zone: "-0330" },
  ...more,
});

/** The same folder twice, after a commit whose object is a file of its own. */
async function twice(repository: TestRepository, folder: string): Promise<readonly [string, string]> {
  const [own, gits] = [join(folder, "own"), join(folder, "gits")];
  await cp(repository.path, own, { recursive: true });
  await runGit(["commit", "--quiet", "--allow-empty", "-m", "Begin"], { cwd: own, env: environmentOf(wanted("")) });
  await cp(own, gits, { recursive: true });
  return [own, gits];
}

function environmentOf({ author, committer }: OneFileCommit): Record<string, string> {
  const time = (of: typeof author): string => `${String(of.date.getTime() / 1000)} ${of.zone}`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: time(author),
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: time(committer),
  };
}

const git = async (cwd: string, ...args: readonly string[]): Promise<string> =>
  (await runGit(args, { cwd })).stdout.toString("utf8").trim();

describe("a commit of one file without a process", () => {
  it.each([
    ["app/de/strings.json", {}],
    ["app/de/more/deep.json", {}],
    ["app.json", { message: "\n\n Lines  \t\n\n\n\nand\r\nmore \n\n" }],
    ["ďábel/über.json", { message: "Ž", author: { ...signature, name: ' "J. K." <x>', email: "a b@c." } }],
    ["readme.md", { committer: { ...signature, name: "O'Neil, ", zone: "+0545" } }],
  ] as [string, Partial<OneFileCommit>][])("is the one that git makes: %s", async (path, more) => {
    await using repository = await createRepository(FILES);
    await using folder = await temporaryDirectory();
    const [own, gits] = await twice(repository, folder.path);
    const commit = wanted(path, more);
    for (const turn of ["one", "two"]) {
      for (const place of [own, gits]) await writeFile(join(place, path), `{ "a": "${turn}" }\n`);
      const env = environmentOf(commit);
      const args = ["commit", "--quiet", "--cleanup=whitespace", "--file=-", "--only", "--", path];
      await runGit(args, { cwd: gits, env, input: commit.message });

      const id = await commitOneFile(own, commit);

      expect(id).toBe(await git(gits, "rev-parse", "HEAD"));
      expect(await git(own, "status", "--porcelain")).toBe("");
      expect(await readFile(join(own, ".git/logs/HEAD"), "utf8")).toBe(
        await readFile(join(gits, ".git/logs/HEAD"), "utf8"),
      );
    }
    expect(await git(own, "fsck", "--strict")).toBe("");
    expect(await git(own, "diff-files", "--raw")).toBe("");
    await writeFile(join(own, path), "{}\n");
    await git(own, "commit", "--quiet", "--all", "-m", "By git");
    expect(await git(own, "show", "--format=", "--name-only", "HEAD")).toContain(".");
  });

  it.each([
    ["where nothing has changed", "readme.md", async () => undefined],
    ["for a file that git does not know", "new.json", (own: string) => writeFile(join(own, "new.json"), "{}\n")],
    ["for a message of blanks", "app.json", async () => undefined, { message: " \n\n" }],
    ["for an author without a name", "app.json", async () => undefined, { author: { ...signature, name: " . " } }],
    ["in the middle of a merge", "app.json", (own: string) => writeFile(join(own, ".git/MERGE_HEAD"), "x\n")],
    ["while its index is locked", "app.json", (own: string) => mkdir(join(own, ".git/index.lock"))],
    [
      "where something else is about to be committed",
      "app.json",
      async (own: string) => {
        await writeFile(join(own, "readme.md"), "Other words\n");
        await git(own, "add", "readme.md");
      },
    ],
    ["where its head is in a pack", "app.json", (own: string) => git(own, "gc", "--quiet")],
  ] as [string, string, (own: string) => Promise<unknown>, Partial<OneFileCommit>?][])(
    "is left to git %s",
    async (_, path, prepare, more = {}) => {
      await using repository = await createRepository(FILES);
      await using folder = await temporaryDirectory();
      const [own] = await twice(repository, folder.path);
      const before = await git(own, "rev-parse", "HEAD");
      await prepare(own);
      await writeFile(join(own, "app.json"), '{ "a": "changed" }\n');

      expect(await commitOneFile(own, wanted(path, more))).toBeUndefined();
      expect(await git(own, "rev-parse", "HEAD")).toBe(before);
    },
  );
});
