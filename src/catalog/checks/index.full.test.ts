import { expect, it } from "vitest";
import { aText, everyFlag } from "../../../test/support/check-cases.ts";
import { processorTime } from "../../../test/support/processor-time.ts";
import { runChecks } from "./index.ts";

it.each([
  "%",
  "{",
  "<",
  "&",
  "`",
  "*",
  "[",
  "<a ",
  "{{",
  "\\",
  "'",
  "{a, select, other {",
  "${",
  ":a",
  "<!--",
  "**a ",
  "|a",
  "a* ",
  "[a](",
  "${a}",
  "http://a.",
  "link:a",
  "<b>",
  "<b></b>",
  "{b}{a, select, other {x}}",
  "[url=a",
  "%a%a",
  " \n",
  " ",
])("takes time in proportion to a text of nothing but %s", (part) => {
  const long = part.repeat(Math.ceil(20_000 / part.length));
  const text = aText(long, `${long}x`, { flags: everyFlag });
  expect(processorTime(() => runChecks(text))).toBeLessThan(2_000);
});
