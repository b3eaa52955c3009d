import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { actionFolder } from "../support/runner.ts";
import { createWorld } from "../support/world.ts";
import { answerTo, differencesBetween, probesOf } from "./probes.ts";
import { realSite } from "./real-site.ts";

/** `request: difference` of every row of the document's table of differences. */
async function documented(): Promise<string[]> {
  const text = await readFile(join(actionFolder, "docs", "compatibility.md"), "utf8");
  return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
    .map(([, request = "", difference = ""]) => `${request.trim()}: ${difference.trim()}`)
    .filter((row) => !/^(?:request: |-+: )/.test(row));
}

test("the embedded service answers as the real one does, but for the differences that docs/compatibility.md lists with their reasons", async () => {
  await using real = await realSite();
  await using embedded = await embeddedSite();
  await using realWorld = await createWorld(real, { prefix: `probe${Date.now().toString(36)}-` });
  await using embeddedWorld = await createWorld(embedded);
  const differences: string[] = [];
  const probes = probesOf(embeddedWorld);

  for (const [index, probe] of probesOf(realWorld).entries()) {
    const twin = probes[index];
    if (twin === undefined) throw new Error("The two lists of probes differ.");
    const found = differencesBetween(await answerTo(realWorld, probe), await answerTo(embeddedWorld, twin));
    differences.push(...found.map((difference) => `${probe.name}: ${difference}`));
  }

  expect(differences.toSorted()).toEqual((await documented()).toSorted());
});
