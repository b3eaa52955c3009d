import type { PlainKey } from "../wording/words.ts";
import type { Statistics } from "../../contract/resources/statistics.ts";

/** A search that people use every day. */
export interface StringFilter {
  readonly name: PlainKey;
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
    { name: "filter.all", q: "", count: total },
    { name: "filter.toDo", q: "state:<translated", count: total - translated },
  ];
  const others: readonly StringFilter[] = [
    // First what stands in the way of a pull request; nobody counts it apart.
    { name: "filter.heldBack", q: "is:held-back", count: undefined },
    ...(hasConflicts ? [{ name: "needs.conflicting" as const, q: "is:conflicting", count: undefined }] : []),
    { name: "needs.untranslated", q: "state:empty", count: Math.max(0, total - translated - fuzzy) },
    { name: "needs.needsEditing", q: "state:needs-editing", count: fuzzy },
    { name: "needs.failing", q: "has:check", count: failing },
    { name: "needs.suggestions", q: "has:suggestion", count: suggestions },
    { name: "comment.title", q: "has:comment", count: comments },
    ...(isReviewed ? [{ name: "filter.toReview" as const, q: "state:translated", count: translated - approved }] : []),
    { name: "filter.pending", q: "is:pending", count: undefined },
    { name: "filter.dismissed", q: "has:dismissed-check", count: undefined },
    { name: "filter.week", q: SINCE, count: undefined },
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

/** Choices of a field: value → what it is called. */
type Choices = Readonly<Record<string, PlainKey>>;

export const searchWithin: Choices = {
  "": "build.withinAny",
  source: "build.source",
  target: "build.target",
  key: "build.key",
  note: "build.note",
  location: "build.location",
  comment: "build.comment",
};
export const searchStates: Choices = {
  "": "build.any",
  empty: "build.empty",
  "needs-editing": "build.needsEditing",
  translated: "build.translated",
  approved: "build.approved",
  "read-only": "build.readOnly",
};
export const searchHas: Choices = {
  "": "build.hasAny",
  check: "build.check",
  "dismissed-check": "build.dismissedCheck",
  suggestion: "build.suggestion",
  comment: "build.hasComment",
  plural: "build.plural",
  screenshot: "build.screenshot",
};

/** The fields of the form as a query of the search language; what the form does not offer is left out. */
export function searchOf({ text, within, state, has, since, by, pullRequest }: SearchFields): string {
  const isOne = (choices: Choices, value: string): boolean => value !== "" && Object.hasOwn(choices, value);
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
