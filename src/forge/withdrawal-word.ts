import { WITHDRAWN } from "./forge.ts";
import type { FindOurselves, PostedComment } from "./sticky-comment.ts";

/** The first line of the comment. It names the commit: one that was opened again and is closed again gets its word again. */
export function withdrawalMarker(tip: string | undefined): string {
  return `${WITHDRAWN}${(tip ?? "").slice(0, 12)} -->`;
}

/**
 * Whether a run of ours said that it closes a pull request at this commit. Anybody can write the marker, so the author counts as much.
 * @param tip "" where the forge does not tell
 */
export async function wasWithdrawnAt(
  comments: readonly PostedComment[],
  findOurselves: FindOurselves,
  tip: string,
): Promise<boolean> {
  const markers = tip === "" ? [WITHDRAWN] : [withdrawalMarker(tip), withdrawalMarker(undefined)];
  const said = comments.filter(({ body }) => markers.some((marker) => body.startsWith(marker)));
  const authors = [...new Set(said.flatMap(({ author }) => author ?? []))];
  const login = authors.length === 0 ? undefined : await findOurselves(authors);
  return login !== undefined && authors.some((author) => author.toLowerCase() === login.toLowerCase());
}
