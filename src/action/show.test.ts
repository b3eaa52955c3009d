import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { Redactor } from "../core/redaction.ts";
import { writeSummary } from "./show-message.ts";

test("summaries of several reviews stay together below what the runner shows, and show no secret", async () => {
  await using folder = await temporaryDirectory();
  const summaryFile = join(folder.path, "summary.md");
  const redactor = new Redactor();
  redactor.add("wlp_secret");
  const long = `wlp_secret ${"ä".repeat(200_000)}`;

  for (const number of ["1", "2", "3"]) await writeSummary(`${number} ${long}`, { redactor, summaryFile });
  await writeSummary("The end", { redactor, summaryFile });

  const lines = (await readFile(summaryFile, "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, 7))).toEqual(["1 *** ä", "2 *** ä", "The end"]);
});
