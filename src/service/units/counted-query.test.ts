import { expect, it } from "vitest";
import { countedBy } from "./counted-query.ts";
import { parseQuery } from "./query-terms.ts";

/** 1 read-only, 2 approved, 4 translated besides, 8 that need editing, 16 empty. */
const counted = {
  total: 31,
  translated: 7,
  approved: 2,
  readonly: 1,
  fuzzy: 8,
  failing: 100,
  suggestions: 200,
  pending: 300,
};

it.each([
  ["state:<translated", 24],
  ["is:untranslated", 24],
  ["is:translated", 7],
  ["has:translation", 7],
  ["state:translated", 4],
  ["state:>=translated", 7],
  ["state:empty", 16],
  ["is:needs-editing", 8],
  ["is:fuzzy OR is:approved", 10],
  ["is:approved", 2],
  ["is:read-only", 1],
  ["NOT is:read-only", 30],
  ["state:[needs-editing to approved]", 14],
  ["is:translated NOT is:approved", 5],
  ["state:<translated language:cs", 24],
  ["language:cs", 31],
  ["has:check", 100],
  ["has:suggestion project:demo", 200],
  ["is:pending", 300],
])("counters tell how many strings %j finds", (query, count) => {
  expect(countedBy(parseQuery(query))?.reduce((sum, [counter, times]) => sum + times * counted[counter], 0)).toBe(
    count,
  );
});

it.each([
  "hello",
  "is:translated hello",
  "is:pending is:translated",
  "NOT has:check",
  "has:comment",
  "language:cs OR is:translated",
  "source_state:translated",
])("counters do not tell how many strings %j finds", (query) => {
  expect(countedBy(parseQuery(query))).toBeUndefined();
});
