import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { piecesOf, readIndexFile } from "./index-file.ts";

async function entriesOf(repository: TestRepository): Promise<ReturnType<typeof readIndexFile>> {
  return readIndexFile(piecesOf(await readFile(join(repository.path, ".git", "index"))));
}

/** `git ls-files` in the words of the file. */
async function listed(repository: TestRepository): Promise<readonly string[]> {
  return (await repository.git("ls-files", "--stage", "-z")).split("\0").filter((line) => line !== "");
}

function lines(entries: ReturnType<typeof readIndexFile>): readonly string[] | undefined {
  return entries?.map(({ path, mode, blob }) => `${mode} ${blob} 0\t${path}`);
}

describe("git's index, read as a file", () => {
  const files = {
    a: "1",
    "locales/cs.json": "2",
    "locales/pt_BR.json": "3",
    "locales/zh_Hans_CN.json": "",
    "ščřž/ 日本.po": "4",
  };

  it("lists what git lists, names of all lengths", async () => {
    const long = Array.from({ length: 20 }, (_, at) => [`n${"x".repeat(at)}`, String(at)] as const);
    await using repository = await createRepository({ ...files, ...Object.fromEntries(long) });
    await repository.git("update-index", "--chmod=+x", "a");

    expect(lines(await entriesOf(repository))).toEqual(await listed(repository));
  });

  it("knows what is only announced, which a later version has", async () => {
    await using repository = await createRepository(files);
    await repository.write({ "new.json": "5" });
    await repository.git("add", "--intent-to-add", "new.json");

    expect(lines(await entriesOf(repository))).toEqual(await listed(repository));
  });

  it.each([
    ["another version", ["update-index", "--index-version", "4"]],
    ["a part of it in another file", ["update-index", "--split-index"]],
    ["folders for their files", ["sparse-checkout", "set", "--cone", "--sparse-index", "locales"]],
  ])("leaves %s to git", async (_what, command) => {
    await using repository = await createRepository(files);
    await repository.git(...command);

    expect(await entriesOf(repository)).toBeUndefined();
  });

  it("leaves conflicts to git, and what is cut off or no index", async () => {
    await using repository = await createRepository(files);
    await repository.git("checkout", "--quiet", "-b", "topic");
    await repository.write({ a: "topic" });
    await repository.git("commit", "--quiet", "--all", "--message", "Topic");
    await repository.git("checkout", "--quiet", "main");
    await repository.write({ a: "main" });
    await repository.git("commit", "--quiet", "--all", "--message", "Main");
    const whole = await readFile(join(repository.path, ".git", "index"));
    await repository.git("merge", "topic").catch(() => undefined);

    expect(await entriesOf(repository)).toBeUndefined();
    expect(readIndexFile(piecesOf(whole))).toHaveLength(5);
    for (const end of [0, 20, 40, 100, whole.length - 100, whole.length - 1]) {
      expect(readIndexFile(piecesOf(whole.subarray(0, end)))).toBeUndefined();
    }
    expect(readIndexFile(piecesOf(Buffer.alloc(200)))).toBeUndefined();
  });
});
