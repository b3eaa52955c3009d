import { html, outward, type Markup } from "../../http-api/markup.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";

/** The name of a release, with the way to it where the repository's host shows it. */
export function releaseLink(name: string, pages: RepositoryPages | undefined): Markup {
  const words = html`<bdi>${name}</bdi>`;
  return pages === undefined ? words : outward(words, pages.tag(name));
}
