import { expect, it } from "vitest";
import { invalid } from "../../http-api/refusal.ts";
import { TooCostly, TooCrowded } from "../../store/too-costly.ts";
import { UnknownExpression } from "../../store/unknown-expression.ts";
import { parseQuery, searchProblem, unparsable, type Query } from "./query-terms.ts";

/** As a person would write it with all parentheses. */
function shown(query: Query): string {
  switch (query.kind) {
    case "not":
      return `!${shown(query.part)}`;
    case "and":
    case "or": {
      const parts = query.parts.map(shown);
      return parts.length === 1 ? String(parts[0]) : `(${parts.join(query.kind === "and" ? " & " : " | ")})`;
    }
    case "keys":
      return `{${query.keys.join(" ")}}`;
    case "term": {
      const { value } = query;
      const text =
        value.kind === "text"
          ? value.text
          : value.kind === "regex"
            ? `/${value.pattern}/`
            : `${value.from}..${value.to}`;
      return query.field === undefined ? text : `${query.field}${query.operator}${text}`;
    }
  }
}

it.each([
  ["", "()"],
  ["a b", "(a & b)"],
  ["a OR b c", "(a | (b & c))"],
  ["a and not b", "(a & !b)"],
  ["NOT (a or b) c", "(!(a | b) & c)"],
  [String.raw`source:"a \"b\" c" key:='d e'`, 'source:a "b" c & key:=d e'],
  ["state:>=translated", "state:>=translated"],
  ["SOURCE:hello", "source:hello"],
  [String.raw`target:r"^\d+ \"x\"$"`, String.raw`target:/^\d+ "x"$/`],
  ['added:[2024-01-01 to "3 days ago"]', "added:2024-01-01..3 days ago"],
  ["don't l'application", "(don't & l'application)"],
  ["(source:l'eau)", "source:l'eau"],
  ["users' 'two words'", "(users' & two words)"],
])("%j means %j", (text, expected) => {
  expect(shown(parseQuery(text)).replace(/^\((.* & key:=d e)\)$/, "$1")).toBe(expected);
});

it.each(["http://a/b", "https://a.b/?c=d", "ftp://a", "mailto:jana@example.org", "http:"])(
  "%s is a text, not a field with a value",
  (text) => {
    expect(parseQuery(text)).toEqual({ kind: "term", field: undefined, operator: ":", value: { kind: "text", text } });
  },
);

it.each([
  "AND",
  "a OR",
  "(a",
  "a)",
  '"a',
  "NOT",
  "state:",
  "a source:>= ",
  "added:[2024]",
  "added:[ to 2024]",
  "(".repeat(60),
  "a ".repeat(600),
])("%j is no query", (text) => {
  expect(() => parseQuery(text)).toThrow("Could not parse query string");
});

it.each<[string, unknown, string | undefined]>([
  [
    "one that cannot be read",
    unparsable("“state:” needs a value"),
    "This search cannot be read: “state:” needs a value.",
  ],
  [
    "one that asks for too much",
    new TooCostly(),
    "This search takes too long here. Ask for less: fewer conditions, or words in place of an expression.",
  ],
  ["one that did not begin", new TooCrowded(), "Too many others ask for such work just now. Try again in a moment."],
  [
    "one with an expression that the database does not know",
    new UnknownExpression("invalid regular expression: invalid repetition count(s)"),
    "This search cannot be read: invalid regular expression: invalid repetition count(s).",
  ],
  ["what is refused for something else", invalid("page", "Invalid page."), undefined],
  ["a fault", new Error("disk"), undefined],
])("a person is told beside the field what is wrong with a search: %s", (_, error, words) => {
  expect(searchProblem(error)).toBe(words);
});
