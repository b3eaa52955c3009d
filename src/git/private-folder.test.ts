import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withPrivateFolder } from "./private-folder.ts";

const MODULE = new URL("private-folder.ts", import.meta.url).href;

/** Runs a process that says which folder it has, and then does as told. */
function run(
  whenReady: string,
): Promise<{ readonly folder: string; readonly code: number | null; readonly signal: string | null }> {
  const source = `
    import { writeFileSync } from "node:fs";
    import { withPrivateFolder } from ${JSON.stringify(MODULE)};
    setInterval(() => undefined, 1_000);
    await withPrivateFolder(async (folder) => {
      writeFileSync(folder + "/key", "secret");
      process.stdout.write(folder);
      ${whenReady}
      await new Promise(() => undefined);
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let folder = "";
  child.stdout.on("data", (chunk: Buffer) => {
    folder += chunk.toString("utf8");
    if (whenReady === "") child.kill("SIGTERM");
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      resolve({ folder, code, signal });
    });
  });
}

describe("a private folder", () => {
  it("is this user's alone, and gone afterwards whatever happens", async () => {
    let seen = "";
    const failing = withPrivateFolder(async (folder) => {
      seen = folder;
      await writeFile(join(folder, "key"), "secret");
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      throw new Error("in the middle");
    });

    await expect(failing).rejects.toThrow("in the middle");
    expect(existsSync(seen)).toBe(false);
  });

  it("is gone when the process ends in the middle", async () => {
    const { folder, code } = await run("process.exit(3);");

    expect(code).toBe(3);
    expect(folder).toContain("interlinear-private-");
    expect(existsSync(folder)).toBe(false);
  });

  it("is gone when the process is told to end, which it does", async () => {
    const { folder, signal } = await run("");

    expect(signal).toBe("SIGTERM");
    expect(folder).toContain("interlinear-private-");
    expect(existsSync(folder)).toBe(false);
  });

  it("leaves no listeners behind", async () => {
    const listeners = (): readonly number[] => ["SIGINT", "SIGTERM", "exit"].map((name) => process.listenerCount(name));
    const before = listeners();

    await withPrivateFolder(() => Promise.resolve());

    expect(listeners()).toEqual(before);
  });
});
