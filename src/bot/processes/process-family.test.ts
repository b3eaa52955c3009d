import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { familyUsage, killFamily } from "./process-family.ts";

/** A process that starts another one, which takes 100 MB; both wait. */
async function twoGenerations() {
  const child = "const taken = Buffer.alloc(100e6, 1); console.log(process.pid); setInterval(() => taken, 1e6)";
  const parent = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" })`;
  const started = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "pipe", "inherit"] });
  const [line]: Buffer[] = await once(started.stdout, "data");
  return { parent: started, child: Number(line) };
}

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("a process and what it started", () => {
  it("are counted together, and are ended together", async () => {
    const { parent, child } = await twoGenerations();
    const { pid = 0 } = parent;
    const own = familyUsage(child);

    const usage = familyUsage(pid);

    expect(own?.bytes).toBeGreaterThan(100_000_000);
    expect(usage?.bytes).toBeGreaterThan(own?.bytes ?? Infinity);
    expect(usage?.seconds).toBeGreaterThan(0);
    const gone = once(parent, "exit");
    killFamily(pid);
    expect(await gone).toEqual([null, "SIGKILL"]);
    await expect.poll(() => isThere(child)).toBe(false);
    expect(familyUsage(pid)).toBeUndefined();
  });
});
