import { markdownLink, markdownText, shorten } from "./escape.ts";

const LONGEST_NAME = 80;

/** A component's name, or a project's, as a link to its page on the service; plain where the service's address is not known. */
export function componentLink(component: string, service: string | undefined): string {
  const path = component.split("/").map(encodeURIComponent).join("/");
  const name = markdownText(shorten(component, LONGEST_NAME));
  return markdownLink(name, service === undefined ? undefined : `${service.replace(/\/+$/, "")}/projects/${path}/`);
}
