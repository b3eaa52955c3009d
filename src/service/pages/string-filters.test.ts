import { expect, it } from "vitest";
import { parseQuery } from "../units/query-terms.ts";
import { englishWords } from "../wording/catalogues.ts";
import { searchOf, stringFilters, type SearchFields } from "./string-filters.ts";

const nothing: SearchFields = { text: "", within: "", state: "", has: "", since: "", by: "", pullRequest: "" };

it.each<[Partial<SearchFields>, string]>([
  [{}, ""],
  [{ text: "cart" }, '"cart"'],
  [{ text: 'a "quoted" \\ word', within: "source" }, String.raw`source:"a \"quoted\" \\ word"`],
  [{ text: "state:empty OR x" }, '"state:empty OR x"'],
  [{ text: "x", within: "id" }, '"x"'],
  [{ state: "needs-editing", has: "suggestion" }, "state:needs-editing has:suggestion"],
  [{ state: "no state" }, ""],
  [{ pullRequest: "7" }, "pr:7"],
  [{ pullRequest: "7 OR x" }, ""],
  [{ since: "7 days ago", by: "jana" }, 'changed:>="7 days ago" changed_by:"jana"'],
])("makes a query of the fields of a form: %o", (fields, query) => {
  expect(searchOf({ ...nothing, ...fields })).toBe(query);
  expect(() => parseQuery(query)).not.toThrow();
});

it("names filters with their counts, and leaves out those that find nothing", () => {
  const counted = { total: 10, translated: 6, fuzzy: 1, failing: 2, suggestions: 0, comments: 0, approved: 4 };
  const filters = stringFilters(counted, { isReviewed: true, hasConflicts: true });
  expect(filters.map(({ name, count }) => [englishWords.say(name), count])).toEqual([
    ["All", 10],
    ["To do", 4],
    ["Held back", undefined],
    ["Conflicting with git", undefined],
    ["Untranslated", 3],
    ["Needs editing", 1],
    ["Failing checks", 2],
    ["To review", 2],
    ["Not yet committed", undefined],
    ["Dismissed checks", undefined],
    ["Changed in a week", undefined],
  ]);
});
