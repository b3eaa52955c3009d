import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storeCommit, storeObject, storeTrees } from "../../test/support/git-objects.ts";
import { createRepository } from "../../test/support/repository.ts";
import { gitCommandsOf } from "../../test/support/started-git-commands.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { blobId } from "./blob-id.ts";
import { openRepository } from "./git-repository.ts";
import { ObjectReader } from "./object-reader.ts";
import { refsOfClone } from "./refs-of-clone.ts";
import { filesOfCommit } from "./tree-reading.ts";

const ODD_NAMES = [
  "with space.json",
  'quo"te.json',
  "-dash.json",
  "lang/ünï/日本.json",
  "star*[a].json",
  ":(top)x.json",
];
const NEWLINE = "two\nlines.json";

/** Mode, name and id of each entry. */
type Tree = readonly (readonly [mode: string, name: string, id: Buffer])[];

async function storeTree(folder: string, entries: Tree): Promise<Buffer> {
  const content = entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), id]);
  return Buffer.from(await storeObject(folder, "tree", Buffer.concat(content)), "hex");
}

async function storeTreeCommit(folder: string, entries: Tree): Promise<string> {
  return storeCommitOf(folder, (await storeTree(folder, entries)).toString("hex"));
}

function storeCommitOf(folder: string, tree: string): Promise<string> {
  const author = "Dana <dana@example.org> 1767225600 +0000";
  return storeCommit(folder, { tree, parents: [], author, committer: author, message: "Odd" });
}

describe("a git repository", () => {
  it("lists every file of the index with mode and blob id, whatever its name", async () => {
    const names = [...ODD_NAMES, NEWLINE];
    await using repository = await createRepository(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
    await writeFile(join(repository.path, "untracked.json"), "x");
    await repository.git("update-index", "--chmod=+x", "with space.json");

    const git = await openRepository(repository.path);
    const index = await git.index();

    expect(index.map(({ path }) => path).toSorted()).toEqual(names.toSorted());
    for (const { path, blob, mode } of index) {
      expect(blob).toBe(git.hash(Buffer.from(`of ${path}`)));
      expect(mode).toBe(path === "with space.json" ? "100755" : "100644");
    }
  });

  it("stands on a commit whose files it lists as git does, whatever their names and modes", async () => {
    const names = [...ODD_NAMES, NEWLINE, "a/b/c.json", "a.b/c.json", "a-b.json", "a/é.json"];
    await using repository = await createRepository(Object.fromEntries(names.map((name) => [name, `of ${name}`])));
    await repository.git("update-index", "--chmod=+x", "a/b/c.json");
    await symlink("c.json", join(repository.path, "a", "b", "link.json"));
    await repository.git("add", "--all");
    await repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
    const commit = await repository.publish("Odd");

    const git = await openRepository(repository.path, { commit });

    const listed = await git.files(commit);
    expect(listed).toHaveLength(names.length + 1);
    expect(await git.index()).toEqual(listed);
    expect(await git.blobAt(commit, "a/b/link.json")).toBe(git.hash(Buffer.from("c.json")));
  });

  it("reads modes of old trees as git does", async () => {
    await using repository = await createRepository({ a: "a" });
    const folder = join(repository.path, ".git");
    const id = Buffer.from(await storeObject(folder, "blob", Buffer.from("a")), "hex");
    const modes = ["100664", "100600", "100775", "0100644", "100744", "120000", "0120777", "160000", "0160000"];
    const below = await storeTree(folder, [["100640", "f", id]]);
    const commit = await storeTreeCommit(folder, [
      ...modes.map((mode, at) => [mode, `${String(at)} ${mode}`, id] as const),
      ["040000", "locales", below],
      ["40755", "other", below],
    ]);
    const git = await openRepository(repository.path, { commit });

    expect(await git.index()).toEqual(await git.files(commit));
    const listed = await git.filesAt(commit, ["0 100664", "2 100775", "locales/f", "other/f"]);
    expect(
      listed
        ?.values()
        .map(({ mode }) => mode)
        .toArray(),
    ).toEqual(["100644", "100755", "100644", "100644"]);
  });

  it("says so of a damaged tree, instead of looking for its end", async () => {
    await using repository = await createRepository({ a: "a" });
    const folder = join(repository.path, ".git");
    const blob = Buffer.from(await storeObject(folder, "blob", Buffer.from("no tree")), "hex");
    const objects = new ObjectReader(repository.path);
    const damaged: readonly Tree[] = [
      [["100644", "ends within an id", blob.subarray(1)]],
      [
        ["100644", "f", blob],
        ["100644", "is named by more bytes than are left".repeat(2), Buffer.alloc(0)],
      ],
      [["rw-r--r--", "has no number for a mode", blob]],
    ];
    const reading = async (tree: Tree) => filesOfCommit(objects, await storeTreeCommit(folder, tree));

    for (const tree of damaged) {
      await expect(reading(tree)).rejects.toMatchObject({
        code: "IL-G04",
        message: expect.stringContaining("it is a tree with a damaged entry"),
      });
    }
    await expect(reading([["40000", "a file", blob]])).rejects.toMatchObject({
      code: "IL-G04",
      message: `object ${blob.toString("hex")} cannot be read: it is a blob, and a tree names it as a folder`,
    });
  });

  it("lists the files of any commit, and knows commits by name and where two of them parted", async () => {
    await using repository = await createRepository({ "a.json": "1" });
    const start = await repository.git("rev-parse", "HEAD");
    await repository.git("checkout", "--quiet", "-b", "topic");
    await repository.write({ "a.json": null, "b.json": "2" });
    await repository.git("add", "--all");
    await repository.git("commit", "--quiet", "--message", "Topic");
    await repository.git("checkout", "--quiet", "main");
    await repository.write({ "c.json": "3" });
    const main = await repository.publish("Main");
    const git = await openRepository(repository.path);
    const topic = await git.commit("topic");

    expect(topic).toBe(await repository.git("rev-parse", "topic"));
    expect(await git.files(topic ?? "")).toEqual([
      { path: "b.json", mode: "100644", blob: git.hash(Buffer.from("2")) },
    ]);
    expect(await git.mergeBase(main, topic ?? "")).toBe(start);
    const added = { mode: "100644", blob: git.hash(Buffer.from("2")) };
    expect(await git.differences(start, topic ?? "")).toEqual([
      { path: "a.json", file: undefined },
      { path: "b.json", file: added },
    ]);
    expect(await git.differences(start, start)).toEqual([]);
    await expect(git.differences(start, topic ?? "", 1)).rejects.toMatchObject({ code: "IL-G10" });
    expect(await git.commit("no-such-branch")).toBeUndefined();
    expect(await git.commit("--all")).toBeUndefined();
    expect(await git.commit("@{upstream}")).toBeUndefined();
  });

  it("tells differences of kind, permissions, places and names, and takes no submodule for a file", async () => {
    await using repository = await createRepository({ a: "a" });
    const folder = join(repository.path, ".git");
    const [one, two] = [blobId(Buffer.from("one")), blobId(Buffer.from("two"))];
    const file = { mode: "100644", blob: one };
    const [program, link, submodule] = ["100755", "120000", "160000"].map((mode) => ({ mode, blob: one }));
    const [other, later] = [file, { mode: "160000", blob: two }].map((version) => ({ ...version, blob: two }));
    const odd = [...ODD_NAMES, NEWLINE];
    type Version = typeof file | undefined;
    const cases: readonly (readonly [path: string, before: Version, after: Version])[] = [
      ["same", file, file],
      ["program", file, program],
      ["no program", program, file],
      ["link", file, link],
      ["no link", link, file],
      ["submodule", file, submodule],
      ["no submodule", submodule, file],
      ["later submodule", submodule, later],
      ["gone submodule", submodule, undefined],
      ["folder", file, undefined],
      ["folder/inside", undefined, file],
      ["folder.json", undefined, file],
      ["no folder", undefined, file],
      ["no folder/inside", file, undefined],
      ...odd.map((path) => [path, file, other] as const),
    ];
    const commitOf = async (at: 1 | 2): Promise<string> => {
      const files = cases.flatMap((each) => (each[at] === undefined ? [] : [[each[0], each[at]] as const]));
      return storeCommitOf(folder, await storeTrees(folder, new Map(files)));
    };
    const git = await openRepository(repository.path);

    const found = await git.differences(await commitOf(1), await commitOf(2));

    const expected = cases
      .filter(([, before, after]) => before !== after)
      .map(([path, , after]) => ({ path, file: after?.mode === "160000" ? undefined : after }));
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  it("takes no file for a commit whose id is the name of the file", async () => {
    await using repository = await createRepository({ "a.json": "1" });
    const base = await repository.git("rev-parse", "HEAD");
    await repository.write({ [base]: "", HEAD: "" });
    const head = await repository.publish("Add files");
    await repository.write({ [head]: "" });
    const git = await openRepository(repository.path);

    expect((await git.differences(base, head)).map(({ path }) => path)).toEqual([base, "HEAD"]);
    expect(await git.mergeBase(base, head)).toBe(base);
    expect(await git.commit("HEAD")).toBe(head);
    expect((await git.files(head)).map(({ path }) => path)).toEqual([base, "HEAD", "a.json"]);
    expect((await git.history(["a.json"], 10)).get("a.json")).toMatchObject([{ commit: base }]);
    expect(await git.movedFrom([base, head])).toEqual(new Map());
  });

  it("tells whence a file came to its place, with a change or without one, whatever its name", async () => {
    const text = "a\nb\nc\nd\ne\nf\n";
    const names = [...ODD_NAMES, NEWLINE];
    await using repository = await createRepository({
      ...Object.fromEntries(names.map((name) => [`old/${name}`, `${name}\n${text}`])),
      "other.json": "1",
    });
    await repository.git("mv", "old", "new");
    await repository.write({ "new/with space.json": `with space.json\n${text.replace("c", "C")}`, "other.json": null });
    const moved = await repository.publish("Move the folder");
    await repository.write({ "third.json": "another" });
    const added = await repository.publish("Add a file");
    const git = await openRepository(repository.path);

    const moves = await git.movedFrom([added, moved]);

    expect(moves).toEqual(new Map([[moved, new Map(names.map((name) => [`new/${name}`, `old/${name}`]))]]));
    expect(await git.movedFrom([])).toEqual(new Map());
  });

  it("reads blobs that overlap and blobs one after the other, large and binary ones included", async () => {
    const large = Buffer.alloc(3_000_000, "line\n");
    const binary = Buffer.from([0, 255, 10, 0, 13, 10]);
    await using repository = await createRepository({ "large.txt": large, "binary.bin": binary, empty: "" });
    const git = await openRepository(repository.path);
    const ids = [large, binary, Buffer.alloc(0)].map((content) => git.hash(content));

    const together = await Promise.all(ids.map((id) => git.read(id)));
    const again = [];
    for (const id of ids) again.push(await git.read(id));

    expect(together.map((content) => git.hash(content))).toEqual(ids);
    expect(again.map((content) => git.hash(content))).toEqual(ids);
  });

  it("says which object is missing, and still reads the others", async () => {
    await using repository = await createRepository({ a: "a" });
    const git = await openRepository(repository.path);
    const missing = git.hash(Buffer.from("nowhere"));

    const [gone, there] = await Promise.allSettled([git.read(missing), git.read(git.hash(Buffer.from("a")))]);

    expect(gone).toMatchObject({ status: "rejected", reason: { code: "IL-G04" } });
    expect(there).toMatchObject({ status: "fulfilled" });
    await expect(git.read(missing)).rejects.toThrow(missing);
  });

  it("knows head, branch and remotes, without credentials", async () => {
    await using repository = await createRepository({ a: "a" }, "trunk");
    await repository.git("remote", "add", "other", "https://user:secret@example.org/o/r.git");
    await repository.git("config", "url.git@example.net:.insteadOf", "short:");
    await repository.git("remote", "add", "third", "short:o/r");
    const git = await openRepository(repository.path);

    expect(await git.head()).toBe(await repository.git("rev-parse", "HEAD"));
    expect(await git.branch()).toBe("trunk");
    expect(await git.remoteUrls()).toEqual(
      expect.arrayContaining([repository.remoteUrl, "https://example.org/o/r.git", "short:o/r", "git@example.net:o/r"]),
    );
    expect(await git.remoteBranches()).toEqual({ urls: [repository.remoteUrl], names: ["trunk"] });
    await repository.git("checkout", "--quiet", "--detach");
    // A run is about what it found.
    expect(await git.branch()).toBe("trunk");
    expect(await (await openRepository(repository.path)).branch()).toBeUndefined();
  });

  it("has no head before the first commit, and no history", async () => {
    await using folder = await temporaryDirectory();
    await using repository = await createRepository({ a: "a" });
    await repository.git("init", "--quiet", folder.path);
    const git = await openRepository(folder.path);

    expect(await git.head()).toBeUndefined();
    expect(await git.history(["a"], 10)).toEqual(new Map());
    expect(await git.index()).toEqual([]);
  });

  it.each([false, true])(
    "is not mistaken where a file has the name HEAD and no commit has (bare: %s)",
    async (isBare) => {
      await using folder = await temporaryDirectory();
      await using repository = await createRepository({ a: "a" });
      const kind = isBare ? ["--bare"] : [];
      await repository.git("init", "--quiet", "--initial-branch=trunk", ...kind, folder.path);
      await writeFile(join(folder.path, isBare ? "a file" : "HEAD"), "ref: refs/heads/trunk\n");
      const git = await openRepository(folder.path, { mayBeBare: true });

      expect(git.root).toBe(folder.path);
      expect(await git.head()).toBeUndefined();
      expect(await git.branch()).toBe("trunk");
    },
  );

  it.each([false, true])("is found where its path has several lines (bare: %s)", async (isBare) => {
    await using folder = await temporaryDirectory();
    await using repository = await createRepository({ a: "a" });
    const path = join(folder.path, "two\nlines");
    await repository.git("clone", "--quiet", ...(isBare ? ["--bare"] : []), repository.remotePath, path);
    const git = await openRepository(path, { mayBeBare: true });

    expect(git.root).toBe(path);
    expect(await git.branch()).toBe("main");
    if (!isBare) expect(await git.index()).toMatchObject([{ path: "a", mode: "100644" }]);
  });

  it("refuses a folder outside a working tree and a SHA-256 repository", async () => {
    await using folder = await temporaryDirectory();
    await using repository = await createRepository({ a: "a" });
    await expect(openRepository(folder.path)).rejects.toMatchObject({ code: "IL-G03" });
    await expect(openRepository(repository.remotePath)).rejects.toMatchObject({ code: "IL-G03" });
    await repository.git("init", "--quiet", "--object-format=sha256", folder.path);
    await expect(openRepository(folder.path)).rejects.toMatchObject({ code: "IL-G02" });
  });

  it("takes a bare repository where commits alone are read", async () => {
    await using repository = await createRepository({ a: "a" });
    const git = await openRepository(repository.remotePath, { mayBeBare: true });
    expect(git.root).toBe(repository.remotePath);
    const head = await repository.git("rev-parse", "HEAD");
    expect((await git.files(head)).map(({ path }) => path)).toEqual(["a"]);
    await expect(openRepository("/", { mayBeBare: true })).rejects.toMatchObject({ code: "IL-G03" });
  });

  it("stands on a commit, whatever is checked out, and writes nothing for it", async () => {
    await using repository = await createRepository({ "a.txt": "first", "b/c.txt": "first" });
    const first = await repository.git("rev-parse", "HEAD");
    await repository.write({ "a.txt": "second", "d.txt": "new" });
    await repository.publish("Second");
    const before = await readdir(join(repository.path, ".git"));
    const git = await openRepository(repository.path, { commit: first });

    expect([await git.head(), await git.branch()]).toEqual([first, undefined]);
    expect((await git.index()).map(({ path }) => path)).toEqual(["a.txt", "b/c.txt"]);
    expect(await git.blobAt(first, "a.txt")).toBe(blobId(Buffer.from("first")));
    expect(await git.blobAt(first, "d.txt")).toBeUndefined();
    expect(await git.blobAt("HEAD", "d.txt")).toBe(blobId(Buffer.from("new")));
    expect((await git.history(["a.txt"], 10)).get("a.txt")).toMatchObject([{ commit: first }]);
    expect(await readdir(join(repository.path, ".git"))).toEqual(before);
  });

  it("believes what was fetched into a clone of our own, once, and asks after that", async () => {
    await using repository = await createRepository({ a: "a" });
    await using folder = await temporaryDirectory();
    const root = join(folder.path, "clone.git");
    const head = await repository.git("rev-parse", "HEAD");
    const own = "refs/interlinear/agreement/main";
    await repository.remoteGit("update-ref", own, head);
    await repository.remoteGit("clone", "--quiet", "--mirror", repository.remoteUrl, root);
    await repository.remoteGit("-C", root, "pack-refs", "--all");
    await repository.remoteGit("-C", root, "update-ref", "refs/heads/topic/one", head);
    const git = await openRepository(root, { commit: head, fetched: await refsOfClone(root) });
    const tree = await repository.git("rev-parse", "HEAD^{tree}");
    await repository.remoteGit("update-ref", "-d", own);

    expect(await refsOfClone(root)).toEqual(
      new Map([
        ["refs/heads/main", head],
        ["refs/heads/topic/one", head],
        [own, head],
      ]),
    );
    expect(await git.ownRefs()).toEqual(new Map([[own, head]]));
    const commands = await gitCommandsOf(async () => {
      expect((await git.record(own, new Map([[own, head]])))?.files.has("a")).toBe(true);
      expect(await git.treeOf(head)).toBe(tree);
      expect(await git.treeOf("0".repeat(40))).toBeUndefined();
    });
    expect(commands).toEqual(["cat-file"]);
    expect(await git.ownRefs()).toEqual(new Map());
    expect((await git.index()).map(({ path }) => path)).toEqual(["a"]);
  });

  it("tells the blob of a path at a commit", async () => {
    await using repository = await createRepository({ "dir/a b.json": "1" });
    const first = await repository.git("rev-parse", "HEAD");
    await repository.write({ "dir/a b.json": "2" });
    await repository.publish("Two");
    const git = await openRepository(repository.path);

    expect(await git.blobAt(first, "dir/a b.json")).toBe(git.hash(Buffer.from("1")));
    expect(await git.blobAt("HEAD", "dir/a b.json")).toBe(git.hash(Buffer.from("2")));
    expect(await git.blobAt(first, "dir")).toBeUndefined();
    expect(await git.blobAt(first, "nowhere")).toBeUndefined();
    expect(await git.blobAt("0".repeat(40), "dir/a b.json")).toBeUndefined();
  });

  it("lists what differs on disk: changed, deleted, untracked and ignored files, but not touched ones", async () => {
    const names = [...ODD_NAMES, NEWLINE];
    await using repository = await createRepository({
      ...Object.fromEntries(names.map((name) => [name, "1"])),
      "touched.json": "1",
      "gone.json": "1",
      "other.json": "1",
      ".gitignore": "ignored.json\n",
    });
    await repository.write({
      ...Object.fromEntries(names.map((name) => [name, "2"])),
      "touched.json": "1",
      "gone.json": null,
      "other.json": "2",
      "ignored.json": "x",
      "new/untracked.json": "x",
    });
    const git = await openRepository(repository.path);
    const differs = [...names, "gone.json", "ignored.json", "new/untracked.json"];

    expect(await git.modified([...differs, "touched.json", "nowhere.json"])).toEqual(differs);
    expect(await git.modified([])).toEqual([]);
  });
});

describe("the history of paths", () => {
  it("is newest first, with the blob after each commit and undefined where it was removed", async () => {
    await using repository = await createRepository({ "a.json": "1", "b.json": "1" });
    await repository.write({ "a.json": "2" });
    await repository.publish("Two");
    await repository.write({ "a.json": null });
    const removal = await repository.publish("Remove");
    const git = await openRepository(repository.path);

    const history = await git.history(["a.json"], 10);

    expect([...history.keys()]).toEqual(["a.json"]);
    expect(history.get("a.json")?.map(({ blob }) => blob)).toEqual([
      undefined,
      git.hash(Buffer.from("2")),
      git.hash(Buffer.from("1")),
    ]);
    expect(history.get("a.json")?.[0]).toMatchObject({ commit: removal, trailers: {} });
    expect(history.get("a.json")?.[0]?.time).toBe(Number(await repository.git("log", "-1", "--format=%ct")));
  });

  it("stops at the limit of commits", async () => {
    await using repository = await createRepository({ "a.json": "1" });
    await repository.write({ "a.json": "2" });
    await repository.publish("Two");
    const git = await openRepository(repository.path);

    expect((await git.history(["a.json"], 1)).get("a.json")).toHaveLength(1);
  });

  it("works for odd names and for more paths than a command line holds", async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `locale/${"long-folder-name-".repeat(4)}/${String(at)}.json`);
    const names = [...ODD_NAMES, NEWLINE];
    await using repository = await createRepository(
      Object.fromEntries([...names, many[7] ?? ""].map((name) => [name, "1"])),
    );
    const git = await openRepository(repository.path);

    const history = await git.history([...names, ...many], 10);

    expect([...history.keys()].toSorted()).toEqual([...names, many[7] ?? ""].toSorted());
  });

  it.each(["--no-ff", "--squash", "rebase"])("finds the commit of a branch with its trailers after %s", async (way) => {
    await using repository = await createRepository({ "de.json": "1", "en.json": "1" });
    await repository.git("checkout", "--quiet", "-b", "ours");
    await repository.write({ "de.json": "2" });
    const message =
      "Translations\n\nBody\n\nInterlinear-Tree: abc\nInterlinear-Service: 123 a b.json\nInterlinear-Service: 456 c.json\nCo-authored-by: X <x@example.org>";
    await repository.git("commit", "--quiet", "--all", "--message", message);
    await repository.git("checkout", "--quiet", "main");
    await repository.write({ "en.json": "2" });
    await repository.publish("Source");
    if (way === "rebase") {
      await repository.git("checkout", "--quiet", "ours");
      await repository.git("rebase", "--quiet", "main");
      await repository.git("checkout", "--quiet", "main");
      await repository.git("merge", "--quiet", "--ff-only", "ours");
    } else {
      await repository.git("merge", "--quiet", way, "ours");
      // As the forge's squash does it: a list item for a headline, a rule and credits after the trailers.
      const squashed = `Translations (#1)\n\n${message.slice(14)}\n\n---------\n\nCo-authored-by: X <x@example.org>`;
      if (way === "--squash") await repository.git("commit", "--quiet", "--message", squashed);
    }
    const git = await openRepository(repository.path);

    const [newest, oldest] = (await git.history(["de.json", "en.json"], 10)).get("de.json") ?? [];

    expect(newest).toMatchObject({
      blob: git.hash(Buffer.from("2")),
      trailers: { "Interlinear-Tree": ["abc"], "Interlinear-Service": ["123 a b.json", "456 c.json"] },
    });
    expect(oldest?.blob).toBe(git.hash(Buffer.from("1")));
  });

  it("holds what a merge made itself, and follows neither renames nor other files", async () => {
    await using repository = await createRepository({ "de.json": "1\n" });
    await repository.git("checkout", "--quiet", "-b", "ours");
    await repository.write({ "de.json": "ours\n" });
    await repository.git("commit", "--quiet", "--all", "--message", "Ours");
    await repository.git("checkout", "--quiet", "main");
    await repository.write({ "de.json": "theirs\n" });
    await repository.publish("Theirs");
    await repository.git("merge", "--quiet", "--no-commit", "-X", "ours", "ours");
    await repository.write({ "de.json": "both\n" });
    const merge = await repository.publish("Merge");
    await repository.git("mv", "de.json", "at.json");
    await repository.publish("Rename");
    const git = await openRepository(repository.path);

    const versions = (await git.history(["de.json"], 10)).get("de.json") ?? [];

    expect(versions[0]?.blob).toBeUndefined();
    expect(versions[1]).toMatchObject({ commit: merge, blob: git.hash(Buffer.from("both\n")) });
    expect((await git.history(["at.json"], 10)).get("at.json")).toHaveLength(1);
  });
});
