import { mkdtemp, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openRepository } from "./git-repository.ts";
import { gitText } from "./run.ts";
import { viewWorkingTree } from "./working-tree-view.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "interlinear-view-"));
  await gitText(["init", "-q"], { cwd: root });
  await writeFile(join(root, "de.json"), "{}\n");
  await writeFile(join(root, "fr.json"), "{}\n");
  await gitText(["add", "."], { cwd: root });
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function view(): Promise<ReadonlyMap<string, string>> {
  const git = viewWorkingTree(await openRepository(root), (path) => path.endsWith(".json"));
  return new Map((await git.index()).map((entry) => [entry.path, new TextDecoder().decode(Buffer.from(entry.blob))]));
}

it("takes a changed file with the bytes it has on disk, and reads them", async () => {
  await writeFile(join(root, "de.json"), '{"a": "b"}\n');
  const git = viewWorkingTree(await openRepository(root), () => true);

  const entry = (await git.index()).find(({ path }) => path === "de.json");

  expect(Buffer.from(await git.read(entry?.blob ?? "")).toString()).toBe('{"a": "b"}\n');
});

it("sees new files, and not those that are gone", async () => {
  await writeFile(join(root, "cs.json"), "{}\n");
  await unlink(join(root, "fr.json"));

  expect([...(await view()).keys()].toSorted()).toEqual(["cs.json", "de.json"]);
});

it("does not read files that cannot be bound", async () => {
  await writeFile(join(root, "notes.txt"), "private\n");

  expect((await view()).has("notes.txt")).toBe(false);
});

it("shows a link as a link instead of following it", async () => {
  await unlink(join(root, "de.json"));
  await symlink("/etc/hostname", join(root, "de.json"));
  const git = viewWorkingTree(await openRepository(root), () => true);

  expect((await git.index()).find(({ path }) => path === "de.json")).toMatchObject({ mode: "120000", blob: "" });
});
