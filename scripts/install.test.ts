import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { command } from "../test/support/command.ts";
import { root } from "./stage.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "interlinear-install-"));
  await put("package-lock.json", lockFile("1.0.0"));
  await mkdir(join(folder, "scripts"));
  await copyFile(join(root, "scripts", "install.mjs"), join(folder, "scripts", "install.mjs"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function lockFile(version: string): string {
  const packages = {
    "node_modules/a": { version, integrity: "sha512-a" },
    "node_modules/b": { version: "2.0.0", optional: true },
  };
  return JSON.stringify({ packages: { "": {}, ...packages } });
}

async function put(path: string, content: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
  await chmod(join(folder, path), mode);
}

/** An npm that installs a `node` of that version, and counts how often it was asked. */
async function npmThatInstalls(version: string | undefined): Promise<void> {
  const node = '#!/bin/sh\nif [ "$1" = --version ]; then echo VERSION; else echo "ran $*"; exit 3; fi\n';
  await put("node.template", node.replace("VERSION", version ?? ""), 0o755);
  const copy = version === undefined ? "" : "cp node.template node_modules/node/bin/node";
  const record = "cp package-lock.json node_modules/.package-lock.json";
  await put("bin/npm", `#!/bin/sh\necho "$*" >> npm.log\nmkdir -p node_modules/node/bin\n${record}\n${copy}\n`, 0o755);
}

function install(...args: readonly string[]) {
  const path = [join(folder, "bin"), dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  return command(process.execPath, [join(folder, "scripts", "install.mjs"), ...args], {
    cwd: folder,
    env: { PATH: path },
  });
}

describe.skipIf(process.platform === "win32")("install", () => {
  test("packages are installed once, and again when the lock file changes", async () => {
    await npmThatInstalls("v24.1.0");

    const first = await install();
    const second = await install();
    await put("package-lock.json", lockFile("1.0.1"));
    await install();

    expect(first.exitCode).toBe(0);
    expect(first.stdout).toMatch(/^Installing .*\nInstalled the dependencies in [\d.]+ s\.\n$/);
    expect(second.stdout).toBe("The dependencies are installed.\n");
    expect((await readFile(join(folder, "npm.log"), "utf8")).trim().split("\n")).toHaveLength(2);
  });

  test("a Node that its install script could not bring is said with the remedy", async () => {
    await npmThatInstalls(undefined);

    const result = await install();

    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain("npm rebuild node");
  });

  test("what its arguments name runs with the installed Node, and its exit code is passed on", async () => {
    await npmThatInstalls("v24.1.0");

    const result = await install("scripts/check.ts", "--quick");

    expect(result.exitCode).toBe(3);
    expect(result.stdout).toContain(`ran ${join(folder, "scripts/check.ts")} --quick`);
  });
});
