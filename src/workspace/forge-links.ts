type LineLink = (path: string, line: number) => string;

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
