import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCli } from "../support/cli.ts";
import { loadMeter } from "../support/loaded-by-node.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const READY = "The service is ready: ";
/** What pages, strings, files, jobs and people's work need. */
const LATER =
  /\/src\/(?:formats|catalog\/checks\/(?!bounded)|service\/(?:addons\/(?!events)|editor\/(?!open-strings)|maintainer|wording|questions\/(?!carry-job)))\//;

test("a service answers before it has read formats, checks, pages or add-ons, and starts no process before it needs git", async () => {
  await using folder = await temporaryDirectory();
  await using compiled = await temporaryDirectory();
  const { NODE_OPTIONS, read } = await loadMeter(compiled.path);
  const start = async () => {
    const args = ["serve", "--port", "0", "--data", join(folder.path, "data")];
    const running = startCli(args, { cwd: folder.path, environment: { NODE_OPTIONS } });
    const url = (await running.line((line) => line.startsWith(READY))).replace(READY, "");
    const { status } = await fetch(`${url}/api/`);
    return { running, url, status };
  };
  await (await start()).running.stop();

  const { running, status } = await start();
  const pid = String(running.process.pid);
  const children = process.platform === "linux" ? await readFile(`/proc/${pid}/task/${pid}/children`, "utf8") : "";
  await running.stop();
  const { files } = await read();

  expect(status).toBe(200);
  expect(children).toBe("");
  expect(files.filter((file) => LATER.test(file))).toEqual([]);

  const again = await start();
  const page = await fetch(`${again.url}/`);
  await again.running.stop();

  expect([page.status, (await read()).files.some((file) => file.endsWith("/pages/site-pages.ts"))]).toEqual([
    200,
    true,
  ]);
});
