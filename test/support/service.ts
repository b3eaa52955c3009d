import { join } from "node:path";
import { startCli, type RunningCli } from "./cli.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import type { ServiceUnderTest } from "./service-api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The embedded service, started as a person starts it, and a recording proxy in front of it. */
export interface EmbeddedService extends ServiceUnderTest, AsyncDisposable {
  /** Where clients of the scenario go: every request they make is in `proxy.requests`. */
  readonly proxy: RecordingProxy;
  readonly botToken: string;
  /** What `serve --json` said when it was ready. */
  readonly announced: Readonly<Record<string, unknown>>;
  readonly running: RunningCli;
}

export async function startService(args: readonly string[] = []): Promise<EmbeddedService> {
  const folder = await temporaryDirectory();
  const running = startCli(
    ["serve", "--host", "127.0.0.1", "--port", "0", "--data", join(folder.path, "data"), "--json", ...args],
    { cwd: folder.path },
  );
  const announced: { url: string; adminToken: string; botToken: string } = JSON.parse(
    await running.line((line) => line.startsWith("{")),
  );
  const url = announced.url.replace(/\/$/, "");
  const proxy = await startProxy(url);
  return {
    url,
    adminToken: announced.adminToken,
    botToken: announced.botToken,
    announced,
    proxy,
    running,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await running[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
