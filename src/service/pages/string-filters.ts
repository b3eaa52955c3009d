import type { Statistics } from "../../contract/resources/statistics.ts";

/** A search that people use every day. */
export interface StringFilter {
  readonly words: string;
  readonly q: string;
  /** From stored counters; undefined: nobody counts these. */
  readonly count: number | undefined;
}

/** A week, in the search language. */
const SINCE = 'changed:>="7 days ago"';

/** The filters of a translation's list, of which those that would find nothing are left out but the first two. */
export function stringFilters(
  counted: Pick<Statistics, "total" | "translated" | "fuzzy" | "failing" | "suggestions" | "comments" | "approved">,
  { isReviewed, hasConflicts }: { readonly isReviewed: boolean; readonly hasConflicts: boolean },
): readonly StringFilter[] {
  const { total, translated, fuzzy = 0, failing, suggestions, comments, approved = 0 } = counted;
  const first: readonly StringFilter[] = [
    { words: "All", q: "", count: total },
    { words: "To do", q: "state:<translated", count: total - translated },
  ];
  const others: readonly StringFilter[] = [
    // First what stands in the way of a pull request; nobody counts it apart.
    { words: "Held back", q: "is:held-back", count: undefined },
    ...(hasConflicts ? [{ words: "Conflicting with git", q: "is:conflicting", count: undefined }] : []),
    { words: "Untranslated", q: "state:empty", count: Math.max(0, total - translated - fuzzy) },
    { words: "Needs editing", q: "state:needs-editing", count: fuzzy },
    { words: "Failing checks", q: "has:check", count: failing },
    { words: "Suggestions", q: "has:suggestion", count: suggestions },
    { words: "Comments", q: "has:comment", count: comments },
    ...(isReviewed ? [{ words: "To review", q: "state:translated", count: translated - approved }] : []),
    { words: "Not yet committed", q: "is:pending", count: undefined },
    { words: "Dismissed checks", q: "has:dismissed-check", count: undefined },
    { words: "Changed in a week", q: SINCE, count: undefined },
  ];
  return [...first, ...others.filter(({ count }) => count !== 0)];
}

/** What the form of a search asks for; each may be "". */
export interface SearchFields {
  /** Words, and where they are looked for. */
  readonly text: string;
  readonly within: string;
  readonly state: string;
  readonly has: string;
  /** `7 days ago`, `2026-11-01` */
  readonly since: string;
  readonly by: string;
  /** Number of a pull request. */
  readonly pullRequest: string;
}

export const searchWithin = ["", "source", "target", "key", "note", "location", "comment"] as const;
export const searchStates = ["", "empty", "needs-editing", "translated", "approved", "read-only"] as const;
export const searchHas = ["", "check", "dismissed-check", "suggestion", "comment", "plural", "screenshot"] as const;

/** The fields of the form as a query of the search language; what the form does not offer is left out. */
export function searchOf({ text, within, state, has, since, by, pullRequest }: SearchFields): string {
  const isOne = (list: readonly string[], value: string): boolean => value !== "" && list.includes(value);
  return [
    ...(text === "" ? [] : [`${isOne(searchWithin, within) ? `${within}:` : ""}${quoted(text)}`]),
    ...(isOne(searchStates, state) ? [`state:${state}`] : []),
    ...(isOne(searchHas, has) ? [`has:${has}`] : []),
    ...(since === "" ? [] : [`changed:>=${quoted(since)}`]),
    ...(/^\d+$/.test(pullRequest) ? [`pr:${pullRequest}`] : []),
    ...(by === "" ? [] : [`changed_by:${quoted(by)}`]),
  ].join(" ");
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
