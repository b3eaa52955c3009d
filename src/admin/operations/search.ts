import { hitKinds, searchAll, type Hit, type HitKind } from "../../records/search.ts";
import { search } from "../contract/endpoints/search.ts";
import { operation } from "../http/operation.ts";
import type { Caller } from "../identity/caller.ts";
import { seesEverybody } from "../identity/user-rights.ts";

const find = operation(search.find, async ({ admin: { records }, caller, query: { q, limit } }) => {
  const hits = await searchAll(records, { text: q, limit, kinds: kindsFor(caller) });
  return { q, hits: hits.map((hit) => ({ ...hit, url: pageOf(hit) })) };
});

function kindsFor(caller: Caller): readonly HitKind[] {
  return seesEverybody(caller) ? hitKinds : hitKinds.filter((kind) => kind !== "user");
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
