import { describe, expect, it } from "vitest";
import type { UnitChange } from "../../catalog/unit-change.ts";
import { aUnit } from "../format.contract.ts";
import { expectLinear } from "../growth.contract.ts";
import { FormatError } from "../format.ts";
import { aresource } from "./index.ts";

const XLIFF = 'xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"';
const CZECH = "app/src/main/res/values-cs/strings.xml";

function asBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function asText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function failure(text: string): { message: string; line: number; column: number } {
  try {
    aresource.read(asBytes(text), { path: CZECH });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { message: error.message, line: error.place?.line ?? 0, column: error.place?.column ?? 0 };
  }
  throw new Error("was read without an error");
}

/** What a string with this content says. */
function said(content: string): string | undefined {
  const file = `<resources ${XLIFF}><string name="a">${content}</string></resources>`;
  return aresource.read(asBytes(file)).units[0]?.target[0];
}

function patched(text: string, changes: readonly UnitChange[], path?: string): string {
  return asText(aresource.patch(asBytes(text), changes, path === undefined ? {} : { path }));
}

/** How a string is written that had the content `former`. */
function written(value: string, former = ""): string {
  const file = patched(`<resources><string name="a">${former}</string></resources>`, [
    { kind: "set", key: "a", target: [value] },
  ]);
  return file.slice(file.indexOf('<string name="a">') + '<string name="a">'.length, file.lastIndexOf("</string>"));
}

function set(key: string, ...target: readonly string[]): UnitChange {
  return { kind: "set", key, target };
}

function add(key: string, target: readonly string[], after?: string): UnitChange {
  return { kind: "add", unit: aUnit({ key, target }), ...(after !== undefined && { after }) };
}

describe("reading Android's strings", () => {
  it.each([
    ["an entity from elsewhere", '<!DOCTYPE x [\n<!ENTITY a SYSTEM "b">]>\n<resources/>', /<!DOCTYPE>/, 2, 1],
    ["an entity nobody declared", '<resources>\n<string name="a">x&nbsp;y</string></resources>', /entity/, 2, 19],
    ["an entity of no character", '<resources><string name="a">&#0;</string></resources>', /entity/, 1, 29],
    ["an ampersand", '<resources><string name="a">a & b</string></resources>', /&amp;/, 1, 31],
    ["an open string", '<resources>\n  <string name="a">x\n', /<\/string> is missing/, 2, 3],
    ["tags that cross", '<resources><string name="a"><b>x</string></b></resources>', /expected <\/b>/, 1, 33],
    ["a missing end", '<resources>\n<string name="a">x</string>\n', /<\/resources> is missing/, 3, 1],
    ["another root", "<manifest></manifest>", /expected <resources>/, 1, 1],
    ["nothing", "", /expected <resources>/, 1, 1],
    ["a string without a name", "<resources><string>x</string></resources>", /needs a name/, 1, 12],
    ["text between strings", "<resources>\n  oops\n</resources>", /text directly in <resources>/, 2, 3],
    ["something behind the end", "<resources/>\n<resources/>", /end of the file/, 2, 1],
    ["dashes in a comment", "<resources><!-- a -- b --></resources>", /"--"/, 1, 19],
    ["an open comment", "<resources><!-- a </resources>", /not closed/, 1, 12],
    ["an open CDATA", '<resources><string name="a"><![CDATA[x</string></resources>', /"]]>" is missing/, 1, 29],
    ["an attribute without quotes", "<resources><string name=a>x</string></resources>", /in quotes/, 1, 25],
    ["an attribute twice", '<resources><string name="a" name="b"/></resources>', /twice/, 1, 29],
    ["a control character", '<resources><string name="a">\u0007</string></resources>', /control character/, 1, 29],
    ["another encoding", '<?xml version="1.0" encoding="utf-16"?><resources/>', /utf-16/, 1, 1],
  ])("names line and column of %s", (_name, text, message, line, column) => {
    const error = failure(text);
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ line, column });
  });

  it.each([
    [String.raw`It\'s \"q\" \n \@ \? \# \\ tab\t`, 'It\'s "q" \n @ ? # \\ tab\t'],
    [String.raw`\u0041\u00e9 \ud83d\ude00`, "Aé 😀"],
    [String.raw`\u0020lead\u0020`, " lead "],
    ['"  two  spaces  "', "  two  spaces  "],
    ['say "a  b"  c', "say a  b c"],
    ["  two   spaces\n   nl  ", "two spaces nl"],
    ["a &amp; b &lt;b&gt; &#169; &#xA9;", "a & b <b> © ©"],
    [String.raw`Hello <b>bold</b> &amp; <i>it\'s</i> <br/>`, "Hello <b>bold</b> &amp; <i>it's</i> <br/>"],
    ['Hello <xliff:g id="n" example="x">%1$s</xliff:g>!', 'Hello <xliff:g id="n" example="x">%1$s</xliff:g>!'],
    [String.raw`<![CDATA[<b>Hi</b> & it\'s]]>`, "<b>Hi</b> & it's"],
    ['<![CDATA[\n <a href="x">  y\\n\\u0041</a>]]>', '\n <a href="x">  y\nA</a>'],
    [String.raw`<![CDATA[ plain  "a  b" it\'s ]]>`, "plain a  b it's"],
    ["<![CDATA[<b>]]><![CDATA[x]]>", "<b>x"],
    [" <![CDATA[<b>]]>", "<![CDATA[<b>]]>"],
    [String.raw`\x \u41 a\ ` + "\\", String.raw`x \u41 a `],
    ["<b>a</b>&#160;&gt; &#60; &#38;amp; &#8230; &quot;c&quot;", "<b>a</b>\u00A0&gt; &lt; &amp;amp; … c"],
    ["pre <![CDATA[<b>]]> post", "pre <![CDATA[<b>]]> post"],
    ["a <!-- in --> b", "a <!-- in --> b"],
    ['q <b>"a  b"</b>', "q <b>a  b</b>"],
    ["@string/app_name", "@string/app_name"],
    ["", ""],
  ])("shows %j as the service does", (content, value) => {
    expect(said(content)).toBe(value);
  });

  it("leaves out what is not for translators, and takes the last of two equal names", () => {
    const { units } = aresource.read(
      asBytes(`<resources>
<string name="a">1</string>
<string name="no" translatable="false">x</string>
<color name="c">#fff</color><integer-array name="i"><item>1</item></integer-array>
<string-array name="list"><item>x</item><item>y</item></string-array>
<string name="a" product="tablet">2</string>
</resources>`),
    );
    expect(units.map(({ key, target, line }) => [key, target[0], line])).toEqual([
      ["a", "2", 6],
      ["list[0]", "x", 5],
      ["list[1]", "y", 5],
    ]);
  });

  it("gives a string the comments above it, and the one behind it", () => {
    const { units } = aresource.read(
      asBytes(`<resources>
  <!-- section -->

  <!-- title -->
  <string name="a">x</string> <!-- said aloud -->
  <string name="b">y</string>
</resources>`),
    );
    expect(units.map(({ note }) => note)).toEqual(["section\ntitle\nsaid aloud", ""]);
  });

  it.each([
    ["a language has the forms of its whole numbers", CZECH, ["one", "other", "many"], ["one!", "", "other!"]],
    ["a region changes nothing", "res/values-cs-rCZ/x.xml", ["one", "few", "other"], ["one!", "few!", "other!"]],
    ["a language tag", "res/values-b+sr+Latn/x.xml", ["one", "few", "other"], ["one!", "few!", "other!"]],
    ["other stands in for the last form", "values-pl/x.xml", ["one", "few", "other"], ["one!", "few!", "other!"]],
    ["a language with one form", "values-ja/x.xml", ["other"], ["other!"]],
    ["a qualifier that is no language", "values-v21/x.xml", ["other"], ["", "other!"]],
    ["no language: what the file has", "values/x.xml", ["other", "few", "one"], ["one!", "few!", "other!"]],
  ])("orders plural forms: %s", (_name, path, quantities, target) => {
    const items = quantities.map((quantity) => `<item quantity="${quantity}">${quantity}!</item>`);
    const file = `<resources><plurals name="p">${items.join("")}</plurals></resources>`;
    expect(aresource.read(asBytes(file), { path }).units.map((unit) => unit.target)).toEqual([target]);
    expect(patched(file, [set("p", ...target)], path)).toBe(file);
  });

  it("takes the sources from the template", () => {
    const template = aresource.read(asBytes('<resources><string name="a">Save</string></resources>'));
    const { units } = aresource.read(asBytes('<resources><string name="a">Uložit</string></resources>'), { template });
    expect(units[0]?.source).toEqual(["Save"]);
  });

  it("takes time in proportion to the file", () => {
    expectLinear(2_000, (count) => {
      const file = asBytes(`<resources>${'<string name="a">x <b>y</b></string>'.repeat(count)}&amp;<`);
      return () => {
        expect(() => aresource.read(file)).toThrow(FormatError);
      };
    });
  });
});

describe("patching Android's strings", () => {
  it.each([
    ['It\'s "q" \n \\ tab\t', String.raw`It\'s \"q\" \n \\ tab\t`],
    ["  two  spaces  ", '"  two  spaces  "'],
    ["@start", String.raw`\@start`],
    ["?what", String.raw`\?what`],
    ["a & b <b> x", "a &amp; b &lt;b&gt; x"],
    ["<b>unclosed & x", "&lt;b&gt;unclosed &amp; x"],
    ['Ahoj <b>x</b> &amp; <i>it\'s</i> "q" <br/>', String.raw`Ahoj <b>x</b> &amp; <i>it\'s</i> \"q\" <br/>`],
    ["a <![CDATA[<b>Hi</b> & it's]]>", "a <![CDATA[<b>Hi</b> & it's]]>"],
    ["@string/app_name", "@string/app_name"],
    ["@android:string/ok", "@android:string/ok"],
    ["@string/app name", String.raw`\@string/app name`],
    ["<odd:g>x</odd:g>", "&lt;odd:g&gt;x&lt;/odd:g&gt;"],
    ["a <b>x</b>&nbsp;", "a &lt;b&gt;x&lt;/b&gt;&amp;nbsp;"],
    ["\u0007\r", String.raw`\u0007\u000d`],
    ["😀 č", "😀 č"],
  ])("writes %j as Android reads it", (value, content) => {
    expect(written(value, "x")).toBe(content);
    expect(said(content)).toBe(value);
  });

  it("keeps a text's own way of writing", () => {
    expect(written("that's", '"it\'s"')).toBe('"that\'s"');
    expect(written("<i>y</i>", "&lt;b&gt;x&lt;/b&gt;")).toBe("&lt;i&gt;y&lt;/i&gt;");
    expect(written("<i>y</i>", "x")).toBe("<i>y</i>");
    expect(written("<b>\u00A0d</b> … &amp;", "<b>c</b>&#160; &#8230;")).toBe("<b>&#160;d</b> &#8230; &amp;");
    expect(written('b > \u00A0c "d"', "a > &#160; &quot;")).toBe('b > &#160;c \\"d\\"');
    expect(written("@string/b", String.raw`\@string/a`)).toBe(String.raw`\@string/b`);
  });

  it.each([
    ["<i>it's</i> & <b>", "<![CDATA[<b>x</b>]]>", String.raw`<![CDATA[<i>it\'s</i> & <b>]]>`],
    ["<i>it's</i>", "<![CDATA[<b>it's</b>]]>", "<![CDATA[<i>it's</i>]]>"],
    ['<a href="y">', '<![CDATA[<a href="x">]]>', '<![CDATA[<a href="y">]]>'],
    ['<a href="y">', String.raw`<![CDATA[<a href=\"x\">]]>`, String.raw`<![CDATA[<a href=\"y\">]]>`],
    ["<p>\n\n<p>", "<![CDATA[<p>\n<p>]]>", "<![CDATA[<p>\n\n<p>]]>"],
    ["<p>\n<p>", String.raw`<![CDATA[<p>]]>`, String.raw`<![CDATA[<p>\n<p>]]>`],
    ['  it\'s & "so"', "<![CDATA[x]]>", String.raw`<![CDATA["  it\'s & \"so\""]]>`],
    ["a ]]> b", "<![CDATA[x]]>", "a ]]&gt; b"],
    ["<![CDATA[<u>]]>", "<![CDATA[<b>]]>", "<![CDATA[<u>]]>"],
  ])("writes %j into CDATA as it was: %s", (value, former, content) => {
    expect(written(value, former)).toBe(content);
  });

  it("takes an entity in markup for its character", () => {
    expect(written("<b>a</b>&#160;b", "c")).toBe("<b>a</b>\u00A0b");
  });

  it("says of a new string that it is not for a formatter's rules, where it would not compile otherwise", () => {
    const tagOf = (text: string): string | undefined =>
      /<string[^>]*>/.exec(patched("<resources/>", [add("a", [text])]))?.[0];
    expect(tagOf("%s of %s")).toBe('<string name="a" formatted="false">');
    expect(tagOf("%1$s of %d")).toBe('<string name="a" formatted="false">');
    for (const text of ["%1$s of %2$s", "%s", "%d%%", "100% and 50%", "%d%n"]) {
      expect(tagOf(text)).toBe('<string name="a">');
    }
  });

  it("declares the prefix of a placeholder where the file does not", () => {
    const text = '<resources>\n    <string name="a">x</string>\n</resources>\n';
    const marked = '<xliff:g id="n">%s</xliff:g>';
    const declared = `<resources ${XLIFF}>\n    <string name="a">${marked}</string>\n</resources>\n`;
    expect(patched(text, [set("a", marked)])).toBe(declared);
    expect(patched(declared, [set("a", "x")])).toBe(declared.replace(marked, "x"));
  });

  it("opens an empty element", () => {
    expect(patched('<resources><string name="a" /></resources>', [set("a", "x")])).toBe(
      '<resources><string name="a">x</string></resources>',
    );
    expect(patched('<resources><plurals name="p"/></resources>', [set("p", "x", "y")])).toBe(
      '<resources><plurals name="p"><item quantity="one">x</item><item quantity="other">y</item></plurals></resources>',
    );
    expect(patched("<resources/>\n", [add("a", ["x"])])).toBe(
      '<resources>\n    <string name="a">x</string>\n</resources>\n',
    );
  });

  it("takes a removed string's comments along, and leaves those of a section", () => {
    const text = `<resources>
    <!-- section -->

    <!-- title -->
    <!-- keep it short -->
    <string name="a">x</string> <!-- aloud -->

    <string name="b">y</string>
</resources>
`;
    expect(patched(text, [{ kind: "remove", key: "a" }])).toBe(`<resources>
    <!-- section -->

    <string name="b">y</string>
</resources>
`);
  });

  it("does not make the next string's own what is said of a section", () => {
    const text = `<resources>
    <string name="a">x</string>

    <!-- section -->

    <string name="b">y</string>
    <string name="c">z</string>
</resources>
`;
    const after = patched(text, [{ kind: "remove", key: "b" }]);
    expect(after).toBe(text.replace('    <string name="b">y</string>\n', ""));
    expect(patched(after, [{ kind: "remove", key: "c" }])).toContain("<!-- section -->");
  });

  it("leaves an empty file as it is when a string comes and goes", () => {
    const changes: readonly UnitChange[] = [add("a", ["x"]), { kind: "remove", key: "a" }];
    expect(patched("<resources></resources>", changes)).toBe("<resources></resources>");
  });

  it("puts a new string behind the one it follows, in the file's indentation", () => {
    const text = '<resources>\r\n\t<string name="a">x</string>\r\n\t<string name="c">z</string>\r\n</resources>\r\n';
    expect(patched(text, [add("b", ["y"], "a")])).toBe(
      '<resources>\r\n\t<string name="a">x</string>\r\n\t<string name="b">y</string>\r\n\t<string name="c">z</string>\r\n</resources>\r\n',
    );
  });

  it("changes one form of a plural alone, and adds the one that is missing in its place", () => {
    const text = `<resources>
    <plurals name="p">
        <item quantity="one">%d soubor</item>
        <!-- 5 and more -->
        <item quantity="other">%d souborů</item>
    </plurals>
</resources>
`;
    expect(patched(text, [set("p", "%d soubor", "%d soubory", "%d souborů")], CZECH)).toBe(
      text.replace("soubor</item>\n", 'soubor</item>\n        <item quantity="few">%d soubory</item>\n'),
    );
    expect(patched(text, [set("p", "%d soubor", "", "%d kusů")], CZECH)).toBe(text.replace("souborů", "kusů"));
  });

  it('lets "other" follow the last form of a language that does not count by it', () => {
    const text = patched("<resources>\n</resources>\n", [add("p", ["plik", "pliki", "plików"])], "values-pl/x.xml");
    expect(text).toBe(`<resources>
    <plurals name="p">
        <item quantity="one">plik</item>
        <item quantity="few">pliki</item>
        <item quantity="many">plików</item>
        <item quantity="other">plików</item>
    </plurals>
</resources>
`);
    expect(patched(text, [set("p", "plik", "pliki", "sztuk")], "values-pl/x.xml")).toBe(
      text.replaceAll("plików", "sztuk"),
    );
  });

  it('fills an empty "other" with the last form', () => {
    const text = '<resources><plurals name="p"><item quantity="many"/><item quantity="other"/></plurals></resources>';
    const after = patched(text, [set("p", "", "", "5")], "res/values-pl/strings.xml");
    expect(after).toContain('<item quantity="many">5</item><item quantity="other">5</item>');
  });

  it("leaves out the forms of a new plural that nobody translated", () => {
    expect(patched("<resources></resources>", [add("p", ["plik", "", "plików"])], "values-pl/x.xml")).toBe(`<resources>
    <plurals name="p">
        <item quantity="one">plik</item>
        <item quantity="many">plików</item>
        <item quantity="other">plików</item>
    </plurals>
</resources>`);
  });

  it("writes the forms of the language that is asked for", () => {
    const file = asBytes('<resources><plurals name="p"><item quantity="other">x</item></plurals></resources>');
    const after = aresource.patch(file, [set("p", "1", "2", "5")], { language: "cs" });
    expect(asText(after)).toContain(
      '<item quantity="one">1</item><item quantity="few">2</item><item quantity="other">5</item>',
    );
  });

  it("turns a string into a plural where it stands", () => {
    const text = '<resources>\n  <string name="a">x</string>\n  <string name="z">y</string>\n</resources>\n';
    const units = patched(text, [add("a", ["one", "more"], "z")]);
    expect(units).toBe(
      '<resources>\n  <plurals name="a">\n    <item quantity="one">one</item>\n    <item quantity="other">more</item>\n  </plurals>\n  <string name="z">y</string>\n</resources>\n',
    );
  });

  it("fills a list, keeps the others' places in it and shortens it at its end", () => {
    const list =
      '<resources><string-array name="l"><item>a</item><item>b</item><item>c</item></string-array></resources>';
    expect(patched("<resources></resources>", [add("l[1]", ["b"]), add("l[0]", ["a"])])).toBe(
      '<resources>\n    <string-array name="l">\n        <item>a</item>\n        <item>b</item>\n    </string-array>\n</resources>',
    );
    expect(patched(list, [add("l[3]", ["d"])])).toBe(list.replace("c</item>", "c</item><item>d</item>"));
    expect(patched(list, [{ kind: "remove", key: "l[1]" }])).toBe(list.replace("<item>b", "<item>"));
    expect(patched(list, [{ kind: "remove", key: "l[2]" }])).toBe(list.replace("<item>c</item>", ""));
  });

  it("refuses a name that XML cannot hold, and sets no key that is not there", () => {
    expect(() => patched("<resources/>", [add("a\u0000", ["x"])])).toThrow(FormatError);
    expect(() => patched("<resources/>", [set("a", "x")])).toThrow(RangeError);
  });

  it("creates a file with another one's head, without its language", () => {
    const like = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<!-- Copyright -->
<resources xmlns:tools="http://schemas.android.com/tools" tools:locale="en">
  <string name="a">x</string>
</resources>
`;
    const units = [aUnit({ key: "a", target: ["y"] }), aUnit({ key: "b", target: ["z"] })];
    expect(asText(aresource.create({ format: "aresource", units }, { language: "cs" }, asBytes(like)))).toBe(
      like.replace(' tools:locale="en"', "").replace(">x</string>", '>y</string>\n  <string name="b">z</string>'),
    );
  });
});
