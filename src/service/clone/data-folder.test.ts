import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { claimDataFolder } from "./data-folder.ts";

it("is refused while another process lives in it, and free after that one died", async () => {
  await using folder = await temporaryDirectory();
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await claimDataFolder(folder.path);
  await writeFile(join(folder.path, "process"), String(other.pid));

  await expect(claimDataFolder(folder.path)).rejects.toMatchObject({ code: "IL-E03" });

  const ended = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await ended;
  const claimed = await claimDataFolder(folder.path);
  expect(claimed.path).toBe(folder.path);
});
