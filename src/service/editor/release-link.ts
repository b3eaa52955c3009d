import { html, outward, type Markup } from "../../http-api/markup.ts";
import type { Release } from "../landing/releases.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";
import type { Words } from "../wording/words.ts";

/** The name of a release, with the way to it where the repository's host shows it. */
export function releaseLink(
  { name, mayBeOlder }: Release,
  pages: RepositoryPages | undefined,
  { show }: Words,
): Markup {
  const own = html`<bdi>${name}</bdi>`;
  const linked = pages === undefined ? own : outward(own, pages.tag(name));
  return mayBeOlder ? show("release.orOlder", { name: linked }) : linked;
}
