import { html, outward, type Markup } from "../../http-api/markup.ts";
import type { Release } from "../landing/releases.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";

/** The name of a release, with the way to it where the repository's host shows it. */
export function releaseLink({ name, mayBeOlder }: Release, pages: RepositoryPages | undefined): Markup {
  const words = html`<bdi>${name}</bdi>`;
  return html`${pages === undefined ? words : outward(words, pages.tag(name))}${mayBeOlder ? " or an older one" : ""}`;
}
