import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { completeHistory } from "./complete-history.ts";
import { runGit } from "./run.ts";

it("says where a clone's remote lacks the history as well", async () => {
  await using upstream = await createRepository({ "a.txt": "1\n" });
  await upstream.write({ "a.txt": "2\n" });
  await upstream.publish("Second");
  await using folder = await temporaryDirectory();
  const cwd = folder.path;
  await runGit(["clone", "--quiet", "--bare", "--depth=1", pathToFileURL(upstream.remotePath).href, "remote.git"], {
    cwd,
  });
  await runGit(["clone", "--quiet", "--no-local", "remote.git", "clone"], { cwd });

  await expect(completeHistory(`${cwd}/clone`)).rejects.toMatchObject({
    code: "IL-G07",
    message:
      "this clone is shallow, so which side changed a file is unknown, and the rest cannot be fetched: its remote origin is a shallow clone itself",
    hint: "Run `git fetch --unshallow` in the remote first, or make a remote that has the whole history the one that this branch follows.",
  });
});
