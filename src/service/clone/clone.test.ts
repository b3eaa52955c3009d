import { chmod, open, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { storeObject } from "../../../test/support/git-objects.ts";
import { createRepository } from "../../../test/support/repository.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { historySince, rewriteHistory } from "../addons/provided/squashed-history.ts";
import { Clone, remoteBranch } from "./clone.ts";

it("gives up on a remote that takes the connection and never answers", async () => {
  const silent = createServer();
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });

  await expect(remoteBranch(`git://127.0.0.1:${String(port)}/a.git`, 300)).rejects.toThrow(
    "The remote did not answer in time.",
  );
  silent.close();
});

it("says what git says of a remote that is none", async () => {
  await expect(remoteBranch("/nowhere/at/all")).rejects.toThrow("does not appear to be a git repository");
});

it("follows no link out of the repository, and does nothing that the repository's attributes ask for", async () => {
  await using folder = await temporaryDirectory();
  await using upstream = await createRepository({
    "en.json": "{}\n",
    ".gitattributes": "*.json text eol=crlf\n",
  });
  const secret = join(folder.path, "secret.json");
  await writeFile(secret, "secret");
  await symlink(secret, join(upstream.path, "link.json"));
  await upstream.publish("Add a link");
  const clone = new Clone(join(folder.path, "clone"), { name: "Interlinear", email: "noreply@example.org" });

  await clone.create(upstream.remoteUrl, "main");

  expect((await clone.read("link.json")).toString()).toBe(secret);
  expect((await clone.read("en.json")).toString()).toBe("{}\n");
});

it("a file that is written takes the place of the one that was there, with its mode, and who reads that one reads it to its end", async () => {
  await using folder = await temporaryDirectory();
  const clone = new Clone(join(folder.path, "clone"), { name: "Interlinear", email: "noreply@example.org" });
  await clone.create("", "main");
  const file = join(clone.folder, "build", "texts.sh");
  await clone.write("build/texts.sh", Buffer.from("old"));
  await chmod(file, 0o755);
  await using before = await open(file);

  await clone.write("build/texts.sh", Buffer.from("new text"));

  expect((await before.readFile()).toString()).toBe("old");
  expect((await clone.read("build/texts.sh")).toString()).toBe("new text");
  expect((await stat(file)).mode & 0o777).toBe(0o755);
  expect((await readdir(join(clone.folder, ".git"))).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

it("takes no file for the commits that the file is named like", async () => {
  await using folder = await temporaryDirectory();
  await using upstream = await createRepository({ "en.json": "{}\n" });
  const first = await upstream.git("rev-parse", "HEAD");
  await upstream.write({ HEAD: "", [first]: "", [`${first}..HEAD`]: "", "HEAD...origin/main": "" });
  const second = await upstream.publish("Add files");
  const interlinear = { name: "Interlinear", email: "noreply@example.org" };
  const clone = new Clone(join(folder.path, "clone"), interlinear);
  await clone.create(upstream.remoteUrl, "main");

  expect(await historySince(clone, first)).toMatchObject([{ message: "Add files" }]);
  await clone.reset(first);
  await clone.write(second, Buffer.from(""));
  await clone.write(`${first}...${second}`, Buffer.from(""));
  await clone.write("HEAD", Buffer.from(""));
  await clone.write("HEAD...origin/main", Buffer.from(""));

  expect(await clone.state("main")).toMatchObject({ head: first, ahead: 0, behind: 1 });
  expect((await clone.pathsChangedUpstream("main")).has("HEAD")).toBe(true);
  expect(await rewriteHistory(clone, first, [], interlinear)).toBe(true);
  await clone.recover();
  expect(await clone.tryRead("HEAD")).toBeUndefined();
  await clone.reset("origin/main");
  expect(await clone.head()).toBe(second);
});

it("reads a history of signed commits, also where git is to show what it thinks of the signatures", async () => {
  await using repository = await createRepository({ "en.json": "{}\n" });
  const first = await repository.git("rev-parse", "HEAD");
  await repository.write({ "de.json": "{}\n" });
  const second = await repository.publish("Add German");
  const tree = await repository.git("rev-parse", "HEAD^{tree}");
  const who = "Jana <jana@example.org> 1767225600 +0000";
  const signature = "gpgsig -----BEGIN SSH SIGNATURE-----\n U1NIU0lH\n -----END SSH SIGNATURE-----";
  const content = `tree ${tree}\nparent ${second}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nSigned\n`;
  const signed = await storeObject(join(repository.path, ".git"), "commit", Buffer.from(content));
  await repository.git("config", "log.showSignature", "true");
  const clone = new Clone(repository.path, { name: "Interlinear", email: "noreply@example.org" });
  await clone.reset(signed);

  expect(await historySince(clone, first)).toMatchObject([
    { message: "Add German", files: [{ path: "de.json" }] },
    { message: "Signed", author: { name: "Jana" }, files: [] },
  ]);
});
