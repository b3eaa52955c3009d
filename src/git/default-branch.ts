import { onlyRemote, remoteSettings } from "./remote-settings.ts";
import { gitText, runGit } from "./run.ts";

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * The branch that the remote shows first: as the clone noted it, else as the remote says. Undefined where there is no remote, or it does
 * not answer.
 */
export async function defaultBranch(root: string): Promise<string | undefined> {
  const remote = onlyRemote(await remoteSettings(root));
  if (remote === undefined) return undefined;
  // A name that leads nowhere any more is not listed.
  const noted = await gitText(["for-each-ref", "--format=%(symref)", `refs/remotes/${remote}/HEAD`], { cwd: root });
  const prefix = `refs/remotes/${remote}/`;
  if (noted.startsWith(prefix)) return noted.slice(prefix.length);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const { stdout } = await runGit(["ls-remote", "--symref", "--", remote, "HEAD"], {
      cwd: root,
      signal,
      allow: [0, 128],
    });
    return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(stdout.toString("utf8"))?.[1];
  } catch {
    // Nobody answered in time.
    return undefined;
  }
}
