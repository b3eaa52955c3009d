import { runGit } from "./run.ts";

/** `remote.<remote>.<key>` of git's configuration. */
export interface RemoteSetting {
  readonly remote: string;
  /** In lower case. */
  readonly key: string;
  readonly value: string;
}

/** All that git's configuration says of remotes, by one process. */
export async function remoteSettings(cwd: string): Promise<readonly RemoteSetting[]> {
  const { stdout } = await runGit(["config", "-z", "--get-regexp", "^remote\\..*\\."], { cwd, allow: [0, 1] });
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((entry): RemoteSetting[] => {
      const [, remote, key, value = "true"] = /^remote\.([^\n]*)\.([^.\n]+)(?:\n(.*))?$/s.exec(entry) ?? [];
      return remote === undefined || key === undefined ? [] : [{ remote, key, value }];
    });
}

/** The remote that a partial clone takes missing objects from; undefined in a whole clone. */
export function promisorOf(settings: readonly RemoteSetting[]): string | undefined {
  return settings.find(({ key, value }) => key === "promisor" && /^(?:true|yes|on|1)$/i.test(value))?.remote;
}

/** `origin`, or the one there is. */
export function onlyRemote(settings: readonly RemoteSetting[]): string | undefined {
  const names = new Set(settings.map(({ remote }) => remote));
  return names.has("origin") ? "origin" : [...names].toSorted()[0];
}
