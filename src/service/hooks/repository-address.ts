/**
 * What stays the same of a repository's address, however it is reached: host and path, without scheme, credentials, port,
 * `.git` and slashes at the end. `git@host:owner/name.git` and `https://user:secret@HOST/Owner/name/` are one: most hosts
 * tell no capitals from small letters, and who typed the others would wait for pushes for ever.
 */
export function canonicalRepository(address: string): string {
  return canonicalAddress(address).toLowerCase();
}

function canonicalAddress(address: string): string {
  const scp = /^(?:[^@/:]+@)?([^@/:]+):(?!\/\/)(.+)$/.exec(address);
  if (scp !== null && !URL.canParse(address)) return canonical(scp[1] ?? "", scp[2] ?? "");
  if (!URL.canParse(address)) return withoutEnd(address);
  const { hostname, pathname } = new URL(address);
  return canonical(hostname, decoded(pathname));
}

function canonical(host: string, path: string): string {
  return `${host}/${withoutEnd(path.replace(/^\/+/, ""))}`;
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/i, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
