import { access, constants } from "node:fs/promises";
import { chromium, type Browser } from "playwright-core";
import { command } from "./command.ts";
import type { Available } from "./download-cache.ts";

const INSTALL_MILLISECONDS = 240_000;
const INSTALL = ["install", "--yes", "--no-install-recommends", "chromium"] as const;
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium of this machine, for tests of pages; `CHROMIUM` names another one. Installs Debian's where it may. */
export async function chromiumProgram(): Promise<Available> {
  const found = await installedChromium();
  if (found !== undefined) return { path: found };
  // Lists of packages may be old, or not there at all.
  const isInstalled = (await aptGet(...INSTALL)) || ((await aptGet("update")) && (await aptGet(...INSTALL)));
  const path = isInstalled ? await installedChromium() : undefined;
  return path === undefined ? { missing: "Chromium is not installed" } : { path };
}

async function aptGet(...args: readonly string[]): Promise<boolean> {
  const result = await command("apt-get", args, {
    timeoutMilliseconds: INSTALL_MILLISECONDS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).catch(() => undefined);
  return result?.exitCode === 0;
}

async function installedChromium(): Promise<string | undefined> {
  for (const path of [process.env.CHROMIUM ?? "", ...places]) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (path !== "" && isThere) return path;
  }
  return undefined;
}

/** Without the sandbox, which wants rights that containers do not give; what is shown is our own. */
export function openBrowser(program: string): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}
