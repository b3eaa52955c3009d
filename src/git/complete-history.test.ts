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
    message: expect.stringContaining("its remote origin is a shallow clone itself") as string,
    hint: expect.stringContaining("in the remote first") as string,
  });
});
