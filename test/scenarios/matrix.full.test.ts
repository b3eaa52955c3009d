import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createMonorepo, planned, shardArguments, collect } from "./matrix.ts";

/** What `src/workspace/shard-file.test.ts` has as a table, with the command line. */

test("a file that is not what the shard brought home is refused", async () => {
  await using site = await embeddedSite();
  await using monorepo = await createMonorepo(site, 2);
  const matrix = await planned(monorepo, 1);
  const [shard] = matrix.include;
  if (shard === undefined) throw new Error("there is no shard");
  await runCli(shardArguments(monorepo, shard), monorepo.commandLine);
  const path = join(monorepo.folder, "shard-1.json");
  const original = await readFile(path, "utf8");

  for (const [forged, why] of [
    [original.replaceAll("c01/cs.json", ".github/workflows/ci.yml"), "is not a translation in the mapping"],
    [original.replaceAll("c01/cs.json", "c01/en.json"), "is not a translation in the mapping"],
    [original.replaceAll("c01/cs.json", "README.md"), "is not a translation in the mapping"],
    [original.replace(/"commit":"[0-9a-f]{40}"/, `"commit":"${"1".repeat(40)}"`), "it was made on main 1111"],
    [original.slice(0, -1), "it is no JSON"],
    [original.replace('{"version":1', '{"version":2'), "version"],
  ] as const) {
    expect(forged).not.toBe(original);
    await writeFile(path, forged);

    const collected = await collect(monorepo, matrix);
    expect(collected.exitCode, collected.output).toBe(1);
    expect(collected.output).toContain(why);
    expect(await monorepo.scene.repository.remoteGit("branch", "--list", "interlinear/*")).toBe("");
  }
});
