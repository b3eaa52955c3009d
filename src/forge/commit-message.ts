import { MERGED_TRAILER, SERVICE_TRAILER, TREE_TRAILER, treeIn, type CommitText } from "./forge.ts";

/**
 * The whole message of the commit that holds `tree`: headline, body, and one last paragraph of trailers.
 * @param signer who the commit is made under; signs off as the last of them where the text asks for it
 */
export function commitMessage(
  { headline, body, trailers, signOff }: CommitText,
  tree: string,
  signer?: { readonly name: string; readonly email: string },
): string {
  const signature =
    signOff === true && signer !== undefined
      ? [{ name: "Signed-off-by", value: `${signer.name} <${signer.email}>` }]
      : [];
  const remembered = serviceTrailers(trailers.map(trailerLine)).length;
  const treeLine = { name: TREE_TRAILER, value: remembered === 0 ? tree : `${tree} ${String(remembered)}` };
  const lines = [treeLine, ...trailers, ...signature].map(trailerLine);
  const paragraphs = [headline.trim(), body.trim(), lines.join("\n")].filter((paragraph) => paragraph !== "");
  return `${paragraphs.join("\n\n")}\n`;
}

/** True for a commit that a run made and nobody changed since: its message names its own tree. */
export function isOurCommit({ message, tree }: { readonly message: string; readonly tree: string }): boolean {
  return message.split("\n").some((line) => isTreeLine(line.trim(), tree));
}

function isTreeLine(line: string, tree: string): boolean {
  const beginning = `${TREE_TRAILER}: `;
  return line.startsWith(beginning) && treeIn(line.slice(beginning.length)).tree === tree;
}

/** Service's blob id by path, of the trailers that say so. */
export function serviceBlobs(message: string): ReadonlyMap<string, string> {
  const blobs = new Map<string, string>();
  for (const line of serviceTrailers(message.split("\n"))) {
    const [, blob = "", path = ""] = /^\S+ (\S+) (.*)$/.exec(line) ?? [];
    if (path !== "") blobs.set(path, blob);
  }
  return blobs;
}

/** True when the message remembers of the service's files what the proposal wants remembered. */
export function remembersSame(message: string, { trailers }: CommitText): boolean {
  const there = serviceTrailers(message.split("\n"));
  const wanted = serviceTrailers(trailers.map(trailerLine));
  return there.toSorted().join("\n") === wanted.toSorted().join("\n");
}

function serviceTrailers(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line.startsWith(`${SERVICE_TRAILER}: `) || line.startsWith(`${MERGED_TRAILER}: `));
}

function trailerLine({ name, value }: CommitText["trailers"][number]): string {
  return `${name}: ${value.replace(/\s*\n\s*/g, " ").trim()}`;
}
