import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { Clone } from "./clone.ts";

describe("a merge in which git sees no conflict", () => {
  const PATH = 'l [1]*"ü.txt';
  const interlinear = { name: "Interlinear", email: "noreply@example.org" };

  /** Upstream says so at the end of the file, the clone at its beginning. */
  async function changedByBoth(upstream: TestRepository, folder: string): Promise<Clone> {
    const clone = new Clone(folder, interlinear);
    await clone.create(upstream.remoteUrl, "main");
    await upstream.write({ [PATH]: "1\n2\n3\n4\n5\nupstream\n" });
    await upstream.publish("Add a line");
    await clone.write(PATH, Buffer.from("own\n1\n2\n3\n4\n5\n"));
    const message = "Add another";
    await clone.commit({
      paths: [PATH],
      message,
      author: interlinear,
      committer: interlinear,
      authored: "2026-01-01T00:00:00Z",
    });
    await clone.fetch("main");
    return clone;
  }

  it.each(["rebase", "merge"] as const)("is made anew of files that came out wrong, by %s", async (style) => {
    await using folder = await temporaryDirectory();
    await using upstream = await createRepository({ [PATH]: "1\n2\n3\n4\n5\n" });
    const clone = await changedByBoth(upstream, join(folder.path, "clone"));
    const seen: string[] = [];

    await clone.merge("main", style, "Merge", {
      checks: () => true,
      isWhole: async (_, merged) => {
        seen.push(Buffer.from(merged).toString());
        return false;
      },
      resolve: async ({ base, upstream: theirs, own }) => {
        seen.push(...[base ?? "", theirs, own].map((side) => Buffer.from(side).toString()));
        return Buffer.from("resolved\n");
      },
    });

    expect(seen).toEqual([
      "own\n1\n2\n3\n4\n5\nupstream\n",
      "1\n2\n3\n4\n5\n",
      "1\n2\n3\n4\n5\nupstream\n",
      "own\n1\n2\n3\n4\n5\n",
    ]);
    expect((await clone.read(PATH)).toString()).toBe("resolved\n");
    expect(await clone.state("main")).toMatchObject({ behind: 0 });
  });

  it("is taken back where nobody could look at it: by an error, or by a kill", async () => {
    await using folder = await temporaryDirectory();
    await using upstream = await createRepository({ [PATH]: "1\n2\n3\n4\n5\n" });
    const clone = await changedByBoth(upstream, join(folder.path, "clone"));
    const before = await clone.head();
    let noted = "";

    await expect(
      clone.merge("main", "rebase", "Merge", {
        checks: () => true,
        isWhole: async () => {
          const entries = await readdir(join(clone.folder, ".git"));
          const name = entries.find((entry) => entry.includes("unchecked")) ?? "";
          noted = join(clone.folder, ".git", name);
          throw new Error("The disk is full");
        },
        resolve: async () => undefined,
      }),
    ).rejects.toThrow("The disk is full");

    expect(await clone.head()).toBe(before);
    await clone.git(["reset", "--quiet", "--hard", "origin/main", "--"]);
    await clone.recover();
    expect(await clone.head()).not.toBe(before);
    await writeFile(noted, before);
    await clone.recover();
    expect(await clone.head()).toBe(before);
  });
});
