import { hitKinds, searchAll, type Hit, type HitKind } from "../../records/search.ts";
import type { Role } from "../contract/endpoint.ts";
import { search } from "../contract/endpoints/search.ts";
import { operation } from "../http/operation.ts";

const find = operation(search.find, async ({ admin: { records }, caller, query: { q, limit } }) => {
  const hits = await searchAll(records, { text: q, limit, kinds: kindsFor(caller.role) });
  return { q, hits: hits.map((hit) => ({ ...hit, url: pageOf(hit) })) };
});

/** Viewers know of no other user. */
export function kindsFor(role: Role): readonly HitKind[] {
  return role === "viewer" ? hitKinds.filter((kind) => kind !== "user") : hitKinds;
}

/** Where the pages show what was found. */
export function pageOf({ kind, id, title }: Pick<Hit, "kind" | "id" | "title">): string {
  switch (kind) {
    case "repository":
      return `/admin/repositories/${String(id)}`;
    case "component":
      return `/admin/maps?component=${encodeURIComponent(title)}`;
    case "user":
      return `/admin/users/${String(id)}`;
    case "template":
      return `/admin/templates/${String(id)}`;
    case "event":
      return `/admin/logs?text=${encodeURIComponent(title.slice(0, LONGEST_TEXT))}`;
  }
}

/** Filters take no more. */
const LONGEST_TEXT = 200;

export const searchOperations = { find };
