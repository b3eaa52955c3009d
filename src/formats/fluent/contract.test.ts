import * as fc from "fast-check";
import { anyKeyedUnit, describeFormat, distinct } from "../format.contract.ts";
import { fluent } from "./index.ts";

/** Words of Fluent texts; in one line they are a text, and lines of them one of several. */
const anyWord = fc.constantFrom(
  "x",
  "Ω",
  "{ $name }",
  "{ -brand }",
  '{ "{" }',
  "=",
  "# no comment",
  "a.b",
  "👍🏽",
  '5"',
  "漢字。",
);
const anyLine = fc.array(anyWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const anyAttribute = fc
  .tuple(fc.constantFrom(".title", ".alt-text"), anyLine)
  .map(([name, line]) => `${name} = ${line}`);
const anyValue = fc.oneof(
  anyLine,
  fc.array(anyLine, { minLength: 2, maxLength: 3 }).map((lines) => lines.join("\n  ")),
  fc.array(anyLine, { minLength: 2, maxLength: 3 }).map((lines) => lines.join("\n\n")),
  fc.constant("{ $count ->\n    [one] One\n   *[other] { $count } more\n}"),
  fc.constant('{ "[" }start'),
);
const anyFluent = fc.oneof(
  anyValue,
  anyAttribute,
  fc.tuple(anyValue, anyAttribute).map((parts) => parts.join("\n")),
  fc.constant("value\n.a =\none\ntwo\n.b = three"),
);

describeFormat({
  format: fluent,
  texts: anyFluent,
  lines: "one\ntwo\n".repeat(20).trimEnd(),
  keyOf: (name) => name.replaceAll(" ", "-"),
  units: fc
    .array(anyKeyedUnit(fc.constantFrom("a", "b-c", "D_9", "long-name"), anyFluent), { maxLength: 6 })
    .map(distinct),
  samples: {
    "close to each other":
      "### Resource\n\n## Group\nhello = Hello, { $name }!\n# About bye\nbye =\n    Good\n      bye\n\n    now\n-brand = Firefox\n    .gender = masculine\n",
    "with blank lines":
      '# standalone\n\nfirst = First\n\nemails = { $n ->\n    [one] One { "}" }\n   *[other] Many "x"\n}\n\nlogin =\n    .title = Title\n    .label =\n        Two\n        lines\n\nlast={$x}  \n',
    "unusual but valid":
      "a = [x\nb = .y\nc =\n{ $x }\nd = one\n  two\n    three\ne = { $x ->\n[a] b\n*[c] d\n} end\nf=\n  g\n",
  },
});
