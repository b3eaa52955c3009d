import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { runChecks } from "./index.ts";
import { readXml } from "./xml-text.ts";

const ICU = "{n, plural, one {<x id='A'/> file} other {<x id='A'/> files}}";

testCheck({
  check: "xml-invalid",
  passes: [
    ["de", "<b>bold</b> text", "<b>fetter</b> Text"],
    ["de", "Use <name> here", "<name> hier verwenden"],
    ["de", "1 < 2", "1 < 2 & 3"],
    ["de", "Line<br>two", "Zeile<br>zwei"],
    ["de", "Line<br><b>two</b>", "Zeile<br/><b>zwei</b> & 3"],
    ["de", "Press <Enter> & <b>go</b>", "<Enter> und <b>los"],
    ["de", "Tom & Jerry", "Tom & Jerry"],
  ],
  fails: [
    ["de", "<b>bold</b> text", "<b>fetter Text", "<b> is not closed"],
    ["de", "Line<br><b>two</b>", "Zeile<br><b>zwei", "<b> is not closed"],
    ["de", "Line<br><b>two</b>", "Zeile<br>zwei</b>", "Found </b>, expected no closing tag"],
    ["de", "<b>bold</b> text", "<b>fetter</i> Text", "Found </i>, expected </b>"],
    ["de", "<b>bold</b> &amp; text", "<b>fetter</b> & Text", '"&" at character 15 starts no entity'],
    ["de", '<a href="x">a</a>', '<a href="x>b</a>', "starts no tag"],
    ["de", "plain", "a < b", '"<" at character 3', "xml-text"],
  ],
});

testCheck({
  check: "xml-tags",
  passes: [
    ["de", '<a href="/en/">Help</a>', '<a href="/de/">Hilfe</a>'],
    ["de", "Line<br/>two", "Zeile<br />zwei"],
    ["de", '<xliff:g id="n" example="5">%1$d</xliff:g> x', '<xliff:g example="5" id="n">%1$d</xliff:g> y'],
  ],
  fails: [
    ["de", "<b>bold</b> text", "fetter Text", 'Missing "<b>"'],
    ["de", "Line<br><a href=/en/>two</a>", "Zeile<br>zwei", 'Missing "<a>"'],
    ["de", "<b>bold</b> text", "<i>fetter</i> Text", 'Missing "<b>"; not in the source: "<i>"'],
    ["de", '<a href="x">a</a>', "<a>b</a>", "Expected <a href>, found <a>"],
    ["de", "<b>x</b> <i>y</i>", "<i>y</i> <b>x</b>", "another order"],
    ["de", "<p><b>x</b></p>", "<p></p><b>x</b>", "Expected <p><b>"],
  ],
});

describe("severity of markup", () => {
  const severities = (
    source: string | readonly string[],
    target: string | readonly string[],
    flags = "",
    language = "cs",
  ): readonly string[] =>
    runChecks(aText(source, target, { flags, language }))
      .filter(({ check }) => check.startsWith("xml-invalid") || check.startsWith("xml-tags"))
      .map(({ check, severity }) => `${check} ${severity}`);

  it.each([
    ["an unclosed element", "<b>Save</b> it", "<b>Sichern es", "xml-invalid breaks"],
    ["an escaped quote", '<a href="x">a</a>', String.raw`<a href=\"x\">b</a>`, "xml-invalid breaks"],
    ["a curly quote", '<a href="x">a</a>', "<a href=“x”>b</a>", "xml-invalid breaks"],
    ["a blank in the closing tag", "<b>a</b>", "<b>b</ b>", "xml-invalid breaks"],
    ["a lost link", "Read <a>this</a>", "Lesen Sie dies", "xml-tags breaks"],
    ["a lost component", "See <server /> and <b>x</b>", "Siehe <b>x</b>", "xml-tags breaks"],
    ["one of two components lost", "<x id='A'/> of <x id='B'/>", "<x id='A'/>", "xml-tags breaks"],
    ["a translated element", "<strong>a</strong>", "<kuat>a</kuat>", "xml-tags breaks"],
    ["a lone ampersand", "<b>a</b> and b", "<b>a</b> & b", "xml-invalid looks-wrong"],
    ["an element that HTML never closes", "a<br/>b", "a<br>b", "xml-invalid looks-wrong"],
    ["an attribute without a value", '<a data-x="true">a</a>', "<a data-x>b</a>", "xml-invalid looks-wrong"],
    ["a lost emphasis", "Read <strong>this</strong> <a>now</a>", "Lies das <a>jetzt</a>", "xml-tags looks-wrong"],
    ["one link more", "See <a>this</a>", "Siehe <a>dies</a> und <a>das</a>", "xml-tags looks-wrong"],
    ["another order", "<b>x</b> <i>y</i>", "<i>y</i> <b>x</b>", "xml-tags looks-wrong"],
    ["another attribute", '<a href="x">a</a>', "<a>b</a>", "xml-tags looks-wrong"],
  ])("%s: %s → %s", (_, source, target, expected) => {
    expect(severities(source, target)).toEqual([expected]);
  });

  it("is that of XML where a flag says so", () => {
    expect(severities("<b>a</b>", "<b>a</b> & b", "xml-text")).toEqual(["xml-invalid breaks"]);
  });

  it.each([
    ["hints for translators under another prefix", '<ns2:g id="n">%d</ns2:g> hours', "%d Stunden"],
    ["hints for translators in Android", 'Running <xliff:g id="x">%1$s</xliff:g>', "Läuft: %1$s"],
    [
      "a tag in each branch of a plural",
      ICU,
      "{n, plural, one {<x id='A'/> soubor} few {<x id='A'/> soubory} other {<x id='A'/> souborů}}",
    ],
    [
      "a branch without the tag that the source's lacks as well",
      "{n, plural, =0 {none} other {<x id='A'/>}}",
      "{n, plural, =0 {nic} few {<x id='A'/>} other {<x id='A'/>}}",
    ],
  ])("none: %s", (_, source, target) => {
    expect(severities(source, target)).toEqual([]);
  });

  it("finds a branch that lost what all branches of the source have", () => {
    expect(severities(ICU, "{n, plural, one {soubor} few {<x id='A'/>} other {<x id='A'/>}}")).toEqual([
      "xml-tags breaks",
    ]);
    expect(severities(ICU, "{n, plural, one {<x id='A'/><y/>} other {<x id='A'/>}}")).toEqual(["xml-tags breaks"]);
  });

  it.each([
    ["el", "one {} =1 {<x id='A'/> α} other {<x id='A'/> β}", []],
    ["pt_PT", "one {} =1 {<x id='A'/> a} other {<x id='A'/> b}", []],
    // 0 in French, 21 in Russian.
    ["fr", "one {} =1 {<x id='A'/> a} other {<x id='A'/> b}", ["xml-tags breaks"]],
    ["ru", "one {} =1 {<x id='A'/> a} other {<x id='A'/> b}", ["xml-tags breaks"]],
    ["el", "one {} other {<x id='A'/> β}", ["xml-tags breaks"]],
  ])("leaves out a branch that no number chooses: %s {n, plural, %s}", (language, branches, found) => {
    expect(severities(ICU, `{n, plural, ${branches}}`, "", language)).toEqual(found);
  });

  it("takes braces in what XLIFF's tags tell translators for no part of the message", () => {
    const source = `{n, plural, =0 {None.} other {<x id="A" equiv-text="{{projects().length}}"/> open.}}`;
    expect(severities(source, '{n, plural, =0 {Žádný.} other {<x id="A"/> otevřeno.}}')).toEqual([]);
    expect(severities(source, '{n, plural, =0 {Žádný.} other {<x id="A"/><y/> otevřeno.}}')).toEqual([
      "xml-tags breaks",
    ]);
  });

  it("compares plural forms with those for the same numbers", () => {
    const source = ["<a>One</a>", "<a>%d</a> of <i>all</i>"];
    expect(severities(source, ["<a>Jeden</a>", "<a>%d</a> <i>všech</i>", "<a>%d</a> <i>všech</i>"])).toEqual([]);
    expect(severities(source, ["<a>Jeden</a>", "%d", "<a>%d</a>"])).toEqual([
      "xml-tags breaks",
      "xml-tags looks-wrong",
    ]);
  });
});

testCheck({
  check: "xml-chars-around-tags",
  passes: [
    ["de", "Press <b>Save</b> now", "Jetzt <b>Speichern</b>, bitte"],
    ["hu", "In <b>Files</b> here", "A <b>Fájlok</b>ban itt"],
    ["ja", "Press <b>Save</b> now", "今<b>保存</b>を押す"],
  ],
  fails: [
    ["de", "Press <b>Save</b> now", "Jetzt<b>Speichern</b> drücken", "A word touches <b>"],
    ["de", "Press <b>Save</b> now", "<b>Speichern</b>drücken", "A word touches </b>"],
  ],
});

testCheck({
  check: "bbcode",
  flags: "bbcode-text",
  passes: [
    ["de", "[b]Bold[/b] [note]", "[b]Fett[/b] [Hinweis]"],
    ["de", "[url=https://a]x[/url]", "[url=https://b]y[/url]"],
  ],
  fails: [["de", "[b]Bold[/b]", "[b]Fett", 'Missing "[/b]"']],
});

testCheck({
  check: "safe-html",
  flags: "safe-html",
  passes: [
    ["de", '<a href="https://a">x</a> <b>y</b>', '<a href="https://b">x</a> <b>z</b>'],
    ["de", '<img src="x" onerror="retry()">', '<img src="y" onerror="retry()">'],
    ["de", "See <https://a>", "Siehe <https://b>", "md-text"],
  ],
  fails: [
    ["de", "Hi", "<script>alert(1)</script>", "Unsafe markup"],
    ["de", "<b>x</b>", '<b onclick="x()">y</b>', "onclick"],
    ["de", '<a href="/">x</a>', '<a href="JavaScript:alert(1)">y</a>', "JavaScript:"],
    ["de", '<a href="/">x</a>', '<a href="&#106;ava&#x73;cript&colon;x">y</a>', "Unsafe markup"],
    ["de", '<a href="/">x</a>', '<a href="java\tscript:x">y</a>', "Unsafe markup"],
    ["de", "Hi", "<svg/onload=x>", "Unsafe markup"],
    ["de", "Hi", "<b>Hallo</b>", 'Not in the source: "<b>"'],
  ],
});

testCheck({
  check: "url",
  flags: "url",
  passes: [["de", "https://example.org/en", "https://example.org/de?x=ä"]],
  fails: [
    ["de", "https://example.org", "example.org", "Expected an address"],
    ["de", "https://example.org", "javascript:alert(1)", "Expected an address"],
  ],
});

testCheck({
  check: "asciidoc-markup",
  flags: "asciidoc-text",
  passes: [["de", "See xref:install.adoc[Install] for {product}", "{product}: siehe xref:install.adoc[Einrichten]"]],
  fails: [["de", "Press kbd:[F1]", "F1 drücken", 'Missing "kbd:"']],
});

testCheck({
  check: "safe-mdx",
  flags: "safe-mdx",
  passes: [["de", "Hi <Name /> {count}", "{count}: Hallo <Name />"]],
  fails: [["de", "Hi", "Hallo {process.env}", 'Not in the source: "{process.env}"']],
});

it("checks HTML by itself where the source has some, when told to", () => {
  const checks = (source: string) =>
    runChecks(aText(source, "<script>x</script>", { flags: "auto-safe-html" })).map(({ check }) => check);
  expect(checks("<b>Hello</b>")).toContain("safe-html");
  expect(checks("Hello")).not.toContain("safe-html");
});

describe("readXml", () => {
  it("takes elements that stand deeper in each other than anybody writes for a mistake", () => {
    const nested = (depth: number): string => `${"<b>".repeat(depth)}x${"</b>".repeat(depth)}`;
    expect(readXml(nested(200))).toMatchObject({ tags: { length: 200 } });
    expect(readXml(nested(201))).toEqual({ mistake: "Elements stand more than 200 deep in each other" });
  });

  it("reads elements with their attributes and parents", () => {
    expect(readXml(`<p id='1'>a <b class="x" id="2"/><!-- <i> --><![CDATA[ <u> ]]>&#160;</p>`)).toEqual({
      tags: [
        { name: "p", attributes: ["id"], parents: "" },
        { name: "b", attributes: ["class", "id"], parents: "p" },
      ],
    });
  });

  it.each([
    "<a",
    "a < b",
    "</a>",
    "<a></b>",
    '<a b="1" b="2"/>',
    "<a b=1/>",
    "a & b",
    "&;",
    "<!-- x",
    "<!DOCTYPE a>",
    "<1/>",
  ])("refuses %s", (text) => {
    expect(readXml(text)).toHaveProperty("mistake");
  });
});
