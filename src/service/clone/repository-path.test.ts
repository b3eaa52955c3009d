import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { defaultSettings } from "../settings.ts";
import { assertRepository, pathFault, publicRepository } from "./repository-path.ts";

const settings = defaultSettings;

/** Spellings of a place, beginning with its absolute path. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/.${path}/`,
  (path) => `/usr/../${path}`,
  (path) => `file://${path}`,
  (path) => `FILE://${path}`,
  (path) => `file://localhost${path}`,
  (path) => `file:/${path}`,
  (path) => `file://${path.replaceAll("o", "%6F").replaceAll("/", "%2f")}`,
];

it("refuses the service's own clones as repositories, however they are spelled", async () => {
  await using folder = await temporaryDirectory();
  const data = join(folder.path, "data");
  const clone = join(data, "clones", "1");
  await mkdir(clone, { recursive: true });
  await symlink(data, join(folder.path, "link"));
  const link = join(folder.path, "link", "clones", "1");

  for (const spelled of spellings) {
    for (const path of [clone, data, link, join(data, "clones", "7")]) {
      const repo = spelled(path);
      await expect(assertRepository({ dataFolder: data, settings }, "repo", repo), repo).rejects.toMatchObject({
        status: 400,
      });
    }
    const beside = spelled(join(folder.path, "upstream.git"));
    if (!beside.startsWith("file:/") || beside.startsWith("file:///")) {
      await expect(assertRepository({ dataFolder: data, settings }, "repo", beside), beside).resolves.toBeUndefined();
    }
  }
});

it.each([
  ["locales/*.json", undefined],
  ["locales\n/*.json", "contains a character that is not allowed"],
  ["locales\\*.json", "contains a character that is not allowed"],
  ["../*.json", "contains an empty, “.” or “..” part"],
  ["a/.GIT /b", "reaches into .git"],
  ["/a", "must be relative to the repository"],
  ["--a", "must not start with “-” or “:”"],
])("says of the path %j: %s", (path, fault) => {
  expect(pathFault(path)).toBe(fault);
});

it.each([
  "/proc/self/cwd/../1",
  "file:///proc/self/cwd/../1",
  "/dev",
  "/dev/fd/3",
  "/dev/shm/../fd/3",
  "/sys/kernel",
  "ext::sh -c id",
  "--upload-pack=id",
  "/srv/a\n[core]",
])("refuses %j as a repository", async (repo) => {
  await expect(assertRepository({ dataFolder: "/nothing/data", settings }, "repo", repo)).rejects.toMatchObject({
    status: 400,
  });
});

it("takes a repository that is kept in memory", async () => {
  const repo = "/dev/shm/site.git";
  await expect(assertRepository({ dataFolder: "/nothing/data", settings }, "repo", repo)).resolves.toBeUndefined();
});

it.each([
  ["https://bot:p@ss@example.org/a.git", "https://example.org/a.git"],
  ["https://token@example.org/a.git", "https://example.org/a.git"],
  ["ssh://git:secret@example.org/a.git", "ssh://git@example.org/a.git"],
  ["ssh://git@example.org/a.git", "ssh://git@example.org/a.git"],
  ["git@example.org:team/a.git", "git@example.org:team/a.git"],
  ["https://example.org/a@b.git", "https://example.org/a@b.git"],
  ["/srv/a@b.git", "/srv/a@b.git"],
])("shows %s as %s", (repo, shown) => {
  expect(publicRepository(repo)).toBe(shown);
});

it.each(["/srv/app.git", "file:///srv/app.git", "file://localhost/srv/app.git"])(
  "takes %s only where repositories of the machine are allowed",
  async (repo) => {
    const dataFolder = "/nothing/data";
    const strict = { ...settings, allowLocalRepositories: false };
    await expect(assertRepository({ dataFolder, settings }, "repo", repo)).resolves.toBeUndefined();
    await expect(assertRepository({ dataFolder, settings: strict }, "repo", repo)).rejects.toMatchObject({
      status: 400,
    });
    const elsewhere = assertRepository({ dataFolder, settings: strict }, "repo", "git@example.org:team/app.git");
    await expect(elsewhere).resolves.toBeUndefined();
  },
);

it("does not repeat the secrets of an address that it refuses", async () => {
  for (const repo of ["ftp://bot:p4ss@example.org/a.git", "https://bot:p4 ss@example.org/a.git"]) {
    const refusal: unknown = await assertRepository({ dataFolder: "/d", settings }, "repo", repo).catch(
      (error) => error,
    );
    expect(String(refusal)).toContain("example.org");
    expect(String(refusal)).not.toContain("p4");
  }
});
