import { access, constants } from "node:fs/promises";
import { chromium, type Browser } from "playwright-core";
import { command } from "./command.ts";
import type { Available } from "./download-cache.ts";

const INSTALL_MILLISECONDS = 240_000;
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium of this machine, for tests of pages; `CHROMIUM` names another one. Installs Debian's where it may. */
export async function chromiumProgram(): Promise<Available> {
  const found = await installedChromium();
  if (found !== undefined) return { path: found };
  const installed = await command("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], {
    timeoutMilliseconds: INSTALL_MILLISECONDS,
  }).catch(() => undefined);
  const path = installed?.exitCode === 0 ? await installedChromium() : undefined;
  return path === undefined ? { missing: "Chromium is not installed" } : { path };
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
