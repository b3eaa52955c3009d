import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { gitCommandsOf } from "../../test/support/started-git-commands.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { openRepository } from "./git-repository.ts";
import { runGit } from "./run.ts";

it("brings all missing blobs of a partial clone with one request, asks for none that is here, and old versions can be read without the remote", async () => {
  await using repository = await createRepository({ "cs.json": "1" });
  for (const version of ["2", "3"]) {
    await repository.write({ "cs.json": version });
    await repository.git("commit", "--quiet", "--all", "--message", version);
  }
  await repository.git("config", "uploadpack.allowFilter", "true");
  await repository.git("config", "uploadpack.allowAnySHA1InWant", "true");
  await using folder = await temporaryDirectory();
  const address = pathToFileURL(repository.path).href;
  await runGit(["clone", "--quiet", "--filter=blob:none", address, "."], { cwd: folder.path });
  const git = await openRepository(folder.path);
  const older = ["1", "2"].map((content) => git.hash(Buffer.from(content)));

  await git.prefetch(older);
  expect(await gitCommandsOf(() => git.prefetch(older))).toEqual([]);

  await runGit(["remote", "set-url", "origin", `${address}-is-gone`], { cwd: folder.path });
  const contents = await Promise.all(older.map((blob) => git.read(blob)));
  expect(contents.map((content) => Buffer.from(content).toString())).toEqual(["1", "2"]);
});

it("asks nobody in a whole clone, and leaves a refusal to the one who reads", async () => {
  await using repository = await createRepository({ "cs.json": "1" });
  const git = await openRepository(repository.path);
  const nowhere = git.hash(Buffer.from("nowhere"));
  await repository.git("remote", "set-url", "origin", "/nowhere");

  await git.prefetch([nowhere]);
  await repository.git("config", "remote.origin.promisor", "true");
  const partial = await openRepository(repository.path);
  await partial.prefetch([nowhere]);

  await expect(partial.read(nowhere)).rejects.toMatchObject({ code: "IL-G04" });
});
