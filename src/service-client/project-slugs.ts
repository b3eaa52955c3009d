import { projects as endpoints } from "../contract/endpoints/projects.ts";
import { WHOLE_LIST, withQuery, type Conversation } from "./conversation.ts";

/** Slugs of the projects that the token sees, sorted. @param address of the list of projects */
export async function projectSlugs(talk: Conversation, address: string): Promise<readonly string[]> {
  const url = withQuery(address, { page_size: WHOLE_LIST });
  const projects = await talk.all(endpoints.list.responses[200], url, { what: "list its projects" });
  return projects.map(({ slug }) => slug).toSorted();
}
