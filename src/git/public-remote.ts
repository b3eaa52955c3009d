import { configurationEnvironment } from "./configuration.ts";
import { runGit } from "./run.ts";

const TIMEOUT_MILLISECONDS = 10_000;

/** The HTTPS address of a repository on a server, whichever way the remote names it; undefined for a path or plain http. */
export function httpsAddress(remoteUrl: string): string | undefined {
  const [, host = "", path = ""] =
    /^(?:https:\/\/|ssh:\/\/)(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+?)\/?$/i.exec(remoteUrl) ??
    (remoteUrl.includes("://") ? [] : (/^(?:[^@/:]+@)([^/:]+):\/?([^\\].*?)\/?$/.exec(remoteUrl) ?? []));
  return host === "" ? undefined : `https://${host.toLowerCase()}/${path}`;
}

/** Commit of a branch as anybody sees it who has no credentials; undefined where the server shows them nothing. */
export async function publicTip(cwd: string, address: string, branch: string): Promise<string | undefined> {
  const env = {
    ...configurationEnvironment([
      ["credential.helper", ""],
      [`http.${address}.extraHeader`, ""],
    ]),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
  };
  try {
    const ref = `refs/heads/${branch}`;
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const { stdout } = await runGit(["ls-remote", address, ref], { cwd, env, signal, allow: [0, 128] });
    return /^([0-9a-f]{40,64})\t/.exec(stdout.toString("utf8"))?.[1];
  } catch {
    // Nobody answered in time: then it is nothing to rely on.
    return undefined;
  }
}
