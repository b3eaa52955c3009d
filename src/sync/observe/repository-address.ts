/** Host and path of a clone address, so that `git@host:o/r.git`, `https://user@HOST/o/r` and `ssh://git@host/o/r` are one. */
export function repositoryIdentity(address: string): string {
  const trimmed = address
    .trim()
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
  const scp = /^(?:[^@/:]+@)?([^/:@]+):(?!\/\/)(?!\/)(.+)$/.exec(trimmed);
  if (scp !== null && !/^[A-Za-z]$/.test(scp[1] ?? "")) return `${(scp[1] ?? "").toLowerCase()}/${scp[2] ?? ""}`;
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]*)(?::\d+)?\/(.*)$/i.exec(trimmed);
  if (url !== null) return `${(url[1] ?? "").toLowerCase()}/${url[2] ?? ""}`;
  return `/${trimmed.replace(/^\/+/, "")}`;
}

/** True when the service's clone address is one of this repository's. */
export function isSameRepository(address: string, ours: readonly string[]): boolean {
  const identity = repositoryIdentity(address);
  return ours.some((candidate) => repositoryIdentity(candidate) === identity);
}
