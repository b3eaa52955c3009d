/** Links to lines of files on a branch; GitHub finds the branch's own version once it is pushed. */
export function gitHubLines(
  serverUrl: string,
  repository: string,
  branch: string,
): (path: string, line: number) => string {
  const blob = `${serverUrl}/${repository}/blob/${branch.split("/").map(encodeURIComponent).join("/")}`;
  return (path, line) => {
    const address = `${blob}/${path.split("/").map(encodeURIComponent).join("/")}`;
    return line > 0 ? `${address}#L${String(line)}` : address;
  };
}
