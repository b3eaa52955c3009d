import { markdownLink, markdownText, shorten } from "./escape.ts";

const LONGEST_NAME = 80;

/** Where the service shows a component, a project or a language of one, or lets it be translated. */
export function addressOn(service: string, page: "projects" | "translate", path: string): string {
  return `${service.replace(/\/+$/, "")}/${page}/${path.split("/").map(encodeURIComponent).join("/")}/`;
}

/** A component's name, or a project's, as a link to its page on the service; plain where the service's address is not known. */
export function componentLink(component: string, service: string | undefined): string {
  const name = markdownText(shorten(component, LONGEST_NAME));
  return markdownLink(name, service === undefined ? undefined : addressOn(service, "projects", component));
}
