import { contract } from "../contract/index.ts";
import { WHOLE_LIST, withQuery, type Conversation } from "./conversation.ts";

/** Slugs of the projects that the token sees, sorted. @param address of the list of projects */
export async function projectSlugs(talk: Conversation, address: string): Promise<readonly string[]> {
  const url = withQuery(address, { page_size: WHOLE_LIST });
  const projects = await talk.all(contract.projects.list.responses[200], url, { what: "list its projects" });
  return projects.map(({ slug }) => slug).toSorted();
}
