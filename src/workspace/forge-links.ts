type LineLink = (path: string, line: number) => string;

/** Links to lines of files on a branch; GitHub finds the branch's own version once it is pushed. */
export function gitHubLines(serverUrl: string, repository: string, branch: string): LineLink {
  return linesBelow(`${serverUrl}/${repository}/blob/${encoded(branch)}`);
}

/** The same on Forgejo and Gitea. */
export function forgejoLines(serverUrl: string, repository: string, branch: string): LineLink {
  return linesBelow(`${serverUrl}/${repository}/src/branch/${encoded(branch)}`);
}

/** Lines as a commit has them, which may be a fork's. */
export function linesAtCommit(
  forge: "github" | "forgejo",
  serverUrl: string,
  repository: string,
  commit: string,
): LineLink {
  const page = forge === "forgejo" ? `src/commit/${commit}` : `blob/${commit}`;
  return linesBelow(`${serverUrl}/${repository}/${page}`);
}

function linesBelow(folder: string): LineLink {
  return (path, line) => {
    const address = `${folder}/${encoded(path)}`;
    return line > 0 ? `${address}#L${String(line)}` : address;
  };
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
