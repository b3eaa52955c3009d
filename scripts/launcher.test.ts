import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { command } from "../test/support/command.ts";
import { root } from "./stage.ts";

let folder: string;
/** Makes Node say that it is an old one. */
let pretendOld: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "interlinear-launcher-"));
  pretendOld = join(folder, "old.cjs");
  await writeFile(pretendOld, 'Object.defineProperty(process.versions, "node", { value: "18.20.0" });\n');
  await mkdir(join(folder, "bin"));
  await copyFile(join(root, "bin", "interlinear.mjs"), join(folder, "bin", "interlinear.mjs"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

function launch(...nodeArguments: readonly string[]) {
  return command(process.execPath, [...nodeArguments, join(folder, "bin", "interlinear.mjs"), "plan", "--json"]);
}

test("an old Node without a newer one at hand is told what is needed and how to get it", async () => {
  const result = await launch("--require", pretendOld);

  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain("needs Node 24 or newer; this is Node 18.20.0");
  expect(result.stderr).toContain("npm ci");
});

test.skipIf(process.platform === "win32")(
  "an old Node hands over to the installed newer one: arguments, output and exit code pass through",
  async () => {
    await put("src/cli/main.ts", "");
    await put("node_modules/node/bin/node", '#!/bin/sh\necho "newer: $*"\nexit 3\n');
    await chmod(join(folder, "node_modules/node/bin/node"), 0o755);

    const result = await launch("--require", pretendOld);

    expect(result.exitCode).toBe(3);
    expect(result.stdout).toContain(`newer: ${join(folder, "src", "cli", "main.ts")} plan --json`);
  },
);

test.skipIf(process.platform === "win32")("a process that is killed by a signal is reported as shells do", async () => {
  await put("node_modules/node/bin/node", "#!/bin/sh\nkill -TERM $$\n");
  await chmod(join(folder, "node_modules/node/bin/node"), 0o755);

  expect((await launch("--require", pretendOld)).exitCode).toBe(143);
});

test("a clone runs its sources, a package what was built of them", async () => {
  await put("package.json", '{ "type": "module" }');
  await put("lib/cli/main.js", 'console.log("built", process.argv.slice(2).join(" "));\n');

  expect((await launch()).stdout).toBe("built plan --json\n");

  await put("src/cli/main.ts", 'console.log("source" satisfies string);\n');

  expect((await launch()).stdout).toBe("source\n");
});
