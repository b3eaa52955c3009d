import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { readFluent } from "./fluent-pattern.ts";
import { runChecks } from "./index.ts";

const SELECT = "{ $n ->\n    [one] One file\n   *[other] { $n } files\n}";

testCheck({
  check: "fluent-target-syntax",
  flags: "fluent-target-syntax",
  passes: [
    ["de", "Hi { $name }", 'Hallo { $name }, { NUMBER($n, minimumFractionDigits: 2) } { "{" }'],
    ["de", SELECT, "{ $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien\n} hier"],
    ["de", '{ -brand(case: "x") } { msg.attr }', "{ msg.attr } { -brand }"],
  ],
  fails: [
    ["de", "Hi { $name }", "Hallo { $name", 'A "{" is not closed'],
    ["de", "Hi", "Hallo }", 'A lone "}"'],
    ["de", "Hi { $name }", "Hallo { }", 'Expected a reference, number or text in quotes after "{"'],
    ["de", SELECT, "{ $n ->\n [one] x\n [other] y\n}", 'Expected one default variant "*[…]", found 0'],
    ["de", "{ NUMBER($n) }", "{ number($n) }", "Function number is not in capitals"],
    ["de", "x", '{ "x }', "not closed"],
    ["de", "x", "{ DATETIME($d", 'Expected "," or ")"'],
  ],
});

testCheck({
  check: "fluent-references",
  flags: "fluent-references",
  passes: [
    ["de", "{ -brand } for { $name }", '{ $name }s { -brand(case: "genitive") }'],
    ["cs", SELECT, "{ $n ->\n [one] Soubor\n [few] { $n } soubory\n *[other] { $n } souborů\n}"],
  ],
  fails: [["de", "Hi { $name }", "Hallo { $vorname }", 'Missing "$name"; not in the source: "$vorname"']],
});

testCheck({
  check: "fluent-parts",
  flags: "fluent-parts",
  passes: [["de", "Save\n.title = Save it\n.accesskey = S", "Speichern\n.accesskey = S\n.title = Sichern"]],
  fails: [
    ["de", "Save\n.title = Save it", "Speichern\n.titel = Sichern", 'Missing ".title"; not in the source: ".titel"'],
    ["de", "Save\n.title = x", ".title = y", "Expected a value"],
  ],
});

testCheck({
  check: "fluent-target-inner-html",
  flags: "fluent-target-inner-html",
  passes: [["de", 'Read <a data-l10n-name="x">{ $n } this</a><br>', 'Dies <a data-l10n-name="x">lesen</a> & {$n}<br>']],
  fails: [
    ["de", "<em>Hi</em>", "<em>Hallo", "<em> is not closed"],
    ["de", "<em>Hi</em>", "<strong>Hallo</strong>", 'Missing "<em>"; not in the source: "<strong>"'],
  ],
});

describe("Fluent sources", () => {
  const checks = (source: string) =>
    runChecks(aText(source, source, { isSource: true, flags: "fluent-source-syntax, fluent-source-inner-html" })).map(
      ({ check }) => check,
    );

  it("are checked for syntax and markup", () => {
    expect(checks("Hello { $name }, <b>welcome</b>")).toEqual([]);
    expect(checks("Hello { $name")).toEqual(["fluent-source-syntax"]);
    expect(checks("Hello <b>you")).toEqual(["fluent-source-inner-html"]);
  });
});

it("counts what several variants have in common once", () => {
  expect(readFluent(SELECT)).toMatchObject({ references: ["$n", "$n"], hasValue: true, attributes: [] });
});

it("refuses what is nested without end, without exhausting the stack", () => {
  expect(readFluent("{".repeat(100_000))).toHaveProperty("mistake");
  expect(readFluent("{ A(".repeat(100_000))).toHaveProperty("mistake");
});
