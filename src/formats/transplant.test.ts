import { describe, expect, it } from "vitest";
import type { UnitChange } from "../catalog/unit-change.ts";
import { formatFor } from "./registry.ts";

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

function patched(id: string, file: string, changes: readonly UnitChange[], language = "cs"): string {
  const format = formatFor(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return new TextDecoder().decode(
    format.patch(encoded(file), changes, { language, path: `x.${format.extensions[0] ?? ""}` }),
  );
}

/** Adds a string with that text out of a donor. */
function grown(id: string, file: string, donor: string, added: { key: string; text: string; after?: string }): string {
  const { key, text, after } = added;
  return patched(id, file, [
    {
      kind: "add",
      unit: { key, target: [text] },
      donor: { bytes: encoded(donor), key },
      ...(after !== undefined && { after }),
    },
  ]);
}

describe("a string that comes out of another file", () => {
  it("keeps the placeholders that a browser extension declares, indented as the file is", () => {
    const donor =
      '{\n  "hello": {\n    "message": "Hello $USER$",\n    "placeholders": {\n      "user": { "content": "$1" }\n    }\n  }\n}\n';
    expect(
      grown("webextension", '{\n\t"a": {\n\t\t"message": "A"\n\t}\n}\n', donor, {
        key: "hello",
        text: "Ahoj $USER$",
        after: "a",
      }),
    ).toBe(
      '{\n\t"a": {\n\t\t"message": "A"\n\t},\n\t"hello": {\n\t\t"message": "Ahoj $USER$",\n\t\t"placeholders": {\n\t\t\t"user": { "content": "$1" }\n\t\t}\n\t}\n}\n',
    );
  });

  it("keeps what a Flutter resource says of its placeholders", () => {
    const donor =
      '{\n  "@@locale": "en",\n  "n": "Hi {name}",\n  "@n": {\n    "placeholders": { "name": { "type": "String" } }\n  }\n}\n';
    expect(
      grown("arb", '{\r\n    "@@locale": "cs",\r\n    "a": "A"\r\n}\r\n', donor, {
        key: "n",
        text: "Ahoj {name}",
        after: "a",
      }),
    ).toBe(
      '{\r\n    "@@locale": "cs",\r\n    "a": "A",\r\n    "n": "Ahoj {name}",\r\n    "@n": {\r\n        "placeholders": { "name": { "type": "String" } }\r\n    }\r\n}\r\n',
    );
  });

  it("keeps the CDATA section and the attributes of an Android string, with the namespace that they need", () => {
    const donor =
      '<resources xmlns:tools="http://schemas.android.com/tools">\n    <!-- Shown once -->\n    <string name="b" tools:ignore="Typos"><![CDATA[<b>Hello</b>]]></string>\n</resources>\n';
    expect(
      grown("aresource", '<resources>\n  <string name="a">A</string>\n</resources>\n', donor, {
        key: "b",
        text: "<b>Ahoj</b>",
        after: "a",
      }),
    ).toBe(
      '<resources xmlns:tools="http://schemas.android.com/tools">\n  <string name="a">A</string>\n  <!-- Shown once -->\n  <string name="b" tools:ignore="Typos"><![CDATA[<b>Ahoj</b>]]></string>\n</resources>\n',
    );
  });

  it("keeps what a variable of Apple's plurals says besides its texts, where the rest of its entry is there", () => {
    const variable = (name: string): string =>
      `\t\t<key>${name}</key>\n\t\t<dict>\n\t\t\t<key>NSStringFormatSpecTypeKey</key>\n\t\t\t<string>NSStringPluralRuleType</string>\n\t\t\t<key>NSStringFormatValueTypeKey</key>\n\t\t\t<string>%ld</string>\n\t\t\t<key>one</key>\n\t\t\t<string>1 ${name}</string>\n\t\t\t<key>two</key>\n\t\t\t<string>a pair</string>\n\t\t\t<key>other</key>\n\t\t\t<string>%ld ${name}</string>\n\t\t</dict>\n`;
    const text = `<plist version="1.0">\n<dict>\n\t<key>found</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>%#@files@ in %#@folders@</string>\n${variable("files")}\t\t<!-- of a tree -->\n${variable("folders")}\t</dict>\n</dict>\n</plist>\n`;
    const format = formatFor("stringsdict");
    const [, , folders] = format?.read(encoded(text), { language: "en" }).units ?? [];
    const changes: readonly UnitChange[] = [
      { kind: "remove", key: "found:folders" },
      {
        kind: "add",
        unit: { key: "found:folders", target: folders?.target ?? [] },
        donor: { bytes: encoded(text), key: "found:folders" },
        after: "found:files",
      },
    ];
    const without = patched("stringsdict", text, changes.slice(0, 1), "en");
    expect(without).not.toContain("folders</string>\n\t\t</dict>");
    expect(patched("stringsdict", without, changes.slice(1), "en")).toBe(text);
  });

  it("brings line ends along into a file that has none", () => {
    const file = '{\r\n  "a": "A"\r\n}';
    const emptied = patched("json", file, [{ kind: "remove", key: "a" }]);
    expect(emptied).toBe("{}");
    expect(grown("json", emptied, file, { key: "a", text: "A" })).toBe(file);
  });

  it("leaves out what has a prefix that nobody knows", () => {
    const donor = '<resources xmlns:my="urn:my">\n    <string name="b" my:mark="1">Hello</string>\n</resources>\n';
    expect(grown("aresource", "<resources>\n</resources>\n", donor, { key: "b", text: "Ahoj" })).toBe(
      '<resources>\n    <string name="b">Ahoj</string>\n</resources>\n',
    );
  });

  it("keeps the attributes of an XLIFF unit and of its notes", () => {
    const around = (units: string): string =>
      `<xliff version="1.2">\n  <file original="a" source-language="en" target-language="cs" datatype="plaintext">\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
    const a =
      '      <trans-unit id="a">\n        <source>A</source>\n        <target>A</target>\n      </trans-unit>\n';
    const b =
      '      <trans-unit id="b" datatype="html" maxwidth="20" size-unit="char">\n        <source>Hello</source>\n        <target>Ahoj</target>\n        <note from="developer" priority="1">Short</note>\n      </trans-unit>\n';
    const unit = { key: "a///b", source: ["Hello"], target: ["Ahoj"] };
    const donor = { bytes: encoded(around(a + b)), key: "a///b" };
    expect(patched("xliff", around(a), [{ kind: "add", unit, after: "a///a", donor }])).toBe(around(a + b));
  });

  it("stands between the blank lines and behind the comments that it has there", () => {
    const full = "# Buttons\n\nsave   = Save\nopen   = Open\n\n# Labels\n\nname   = Name\n\nend    = End\n";
    const bytes = encoded(full);
    const without = patched("properties", full, [
      { kind: "remove", key: "save" },
      { kind: "remove", key: "name" },
    ]);
    expect(without).not.toContain("Name");
    expect(
      patched("properties", without, [
        { kind: "add", unit: { key: "save", target: ["Save"] }, donor: { bytes, key: "save" } },
        { kind: "add", unit: { key: "name", target: ["Name"] }, after: "open", donor: { bytes, key: "name" } },
      ]),
    ).toBe(full);
  });

  it("leaves the comments alone that this file has there", () => {
    const donor = "a=A\n\n# Theirs\n\nb=B\n\nc=C\n";
    expect(grown("properties", "a=A\n\n# Ours\n\nc=C\n", donor, { key: "b", text: "B", after: "a" })).toContain(
      "# Ours",
    );
  });

  it.each([
    [
      "properties",
      Array.from({ length: 1000 }, (_, index) => {
        const heading = index % 7 === 3 ? `\n# Part ${String(index)}\n\n` : "";
        return `${heading}key${String(index)}   = Text ${String(index)}\n`;
      }).join(""),
    ],
    [
      "json-nested",
      // One entry alone shows how far a level is indented.
      `{\n${["a", "title", "c"]
        .map((name) => {
          const texts = Array.from({ length: 500 }, (_, index) => `      "key${String(index)}" : "Text"`);
          return name === "title"
            ? '  "title": "Text"'
            : `  "${name}": {\n    "b": {\n${texts.join(",\n")}\n    }\n  }`;
        })
        .join(",\n")}\n}\n`,
    ],
  ])("comes back into a file of a thousand strings as it was, in %s", (id, file) => {
    const bytes = encoded(file);
    const units = formatFor(id)?.read(bytes).units ?? [];
    for (const taken of [[0], [3], [500, 501, 502], [10, 703, 997], [units.length - 1]]) {
      const changes = taken.flatMap((index): UnitChange[] => {
        const [unit, after] = [units[index], units[index - 1]?.key];
        if (unit === undefined) return [];
        return [{ kind: "add", unit, donor: { bytes, key: unit.key }, ...(after !== undefined && { after }) }];
      });
      const keys = taken.map((index) => units[index]?.key ?? "");
      const without = patched(
        id,
        file,
        keys.map((key) => ({ kind: "remove", key })),
      );
      expect(patched(id, without, changes)).toBe(file);
    }
  });

  it("is written from what is known of it where the donor lacks it, or cannot be read", () => {
    const file = '{\n  "a": "A"\n}\n';
    for (const donor of ["{}", "{", '{"x": 1}']) {
      expect(grown("json", file, donor, { key: "b", text: "B", after: "a" })).toBe('{\n  "a": "A",\n  "b": "B"\n}\n');
    }
  });

  it("changes the text alone of a string that is there", () => {
    const file = "# Ours\na = A\n";
    expect(grown("properties", file, "# Theirs\na: x\n", { key: "a", text: "B" })).toBe("# Ours\na = B\n");
  });
});

describe("a key of nested JSON", () => {
  const add = (file: string, key: string, donor?: string): unknown =>
    JSON.parse(
      patched("json-nested", file, [
        {
          kind: "add",
          unit: { key, target: ["x"] },
          ...(donor !== undefined && { donor: { bytes: encoded(donor), key } }),
        },
      ]),
    );

  it("is the path that it is in the file it comes from", () => {
    const donor = '{"a.b": {"c": "y", "d.e": "z"}}';
    expect(add('{"f": {"g": "h"}}', "a.b.d.e", donor)).toEqual({ f: { g: "h" }, "a.b": { "d.e": "x" } });
    expect(add("{}", "a.b", '{"a": {"b": "y"}}')).toEqual({ a: { b: "x" } });
    expect(add("{}", "a.b", '{"a.b": "y"}')).toEqual({ "a.b": "x" });
  });

  it("is a name where it is a sentence", () => {
    for (const key of ["Good day. Sir.", "Done.", "Wait ...", ".hidden", "No. 5"]) {
      expect(add('{"f": {"g": "h"}}', key)).toEqual({ f: { g: "h" }, [key]: "x" });
    }
    expect(add('{"f": {"g": "h"}}', "f.i")).toEqual({ f: { g: "h", i: "x" } });
  });
});

describe("a string that gets another key", () => {
  it.each([
    [
      "po",
      '#. note\n#, c-format\n# for us\nmsgctxt "old"\nmsgid "Text"\nmsgstr   "Words"\n',
      "old\u0004Text",
      "new\u0004Text",
    ],
    ["properties", "# for us\n\told   : Words\\u0020\n", "old", "new"],
    ["strings", '/* for us */\n"old"   =   "Words" ;\n', "old", "new"],
    ["json", '{\n\n  "old"  :  "Words"\n}\n', "old", "new"],
    ["arb", '{\n  "old": "Words",\n  "@old": { "x-own": 1 }\n}\n', "old", "new"],
    ["webextension", '{ "old": { "message": "Words", "placeholders": { "a": { "content": "$1" } } } }\n', "old", "new"],
    [
      "aresource",
      '<resources>\n  <!-- for us -->\n  <string translate="x" name="old"><![CDATA[Words]]></string>\n</resources>\n',
      "old",
      "new",
    ],
    [
      "resx",
      '<root>\n  <data name="old" xml:space="preserve" custom="x">\n    <value>Words</value>\n    <comment>for us</comment>\n  </data>\n</root>\n',
      "old",
      "new",
    ],
    ["yaml", "# for us\nold: 'Words' # behind\nb: c\n", "old", "new"],
    ["toml", "# for us\nold   = 'Words' # behind\n", "old", "new"],
    ["yaml", "# for us\nold: 'Words'\n\nb: c\n", "old", "new"],
    ["toml", '"a.old" = "Words"\n\n["b.c"]\nd = "e"\n', "a.old", "a.new"],
    ["fluent", "# for us\nold = Words\n\nb = c\n", "old", "new"],
    ["ini", "[s]\n; for us\nold   = Words\n", "[s]old", "[s]new"],
    ["fluent", "# for us\nold   =\n    Words\n", "old", "new"],
    ["php", "<?php\n// for us\n$lang['old']   =  \"Words\";\n", "$lang['old']", "$lang['new']"],
    [
      "ts",
      '<TS>\n<context>\n  <name>old</name>\n  <message extra="1">\n    <source>Text</source>\n    <translation variants="no">Words</translation>\n  </message>\n</context>\n</TS>\n',
      "old\u0004Text",
      "old\u0004Other",
    ],
    [
      "xliff",
      '<xliff version="1.2">\n<file original="f" source-language="en" datatype="x"><body>\n<trans-unit id="old" datatype="html" maxwidth="9">\n  <source>Text</source>\n  <target state="translated">Words</target>\n  <note from="dev" priority="1">for us</note>\n</trans-unit>\n<trans-unit id="b"><source>B</source><target>c</target></trans-unit>\n</body></file></xliff>\n',
      "f///old",
      "f///new",
    ],
    ["csv", 'context,source,target,mine\nold,Text,"Words",1\n', "old\u0004Text", "new\u0004Text"],
  ])("keeps all else, in %s", (id, file, key, to) => {
    const [from, into] = to.endsWith("Other") ? [/\bText\b/g, "Other"] : [/\bold\b/g, "new"];
    const renamed = patched(id, file, [{ kind: "rename", key, to }]);
    expect(renamed).toBe(file.replaceAll(from, into));
  });

  it("may say something else from then on", () => {
    const changes = [
      { kind: "set", key: "old", target: ["B"] },
      { kind: "rename", key: "old", to: "new" },
      { kind: "set", key: "new", target: ["C"] },
    ] as const;
    expect(patched("properties", "# for us\nold=A\n", changes)).toBe("# for us\nnew=C\n");
    expect(patched("properties", "# for us\nold=A\n", changes.slice(0, 2))).toBe("# for us\nnew=B\n");
  });

  it("has to be there", () => {
    expect(() => patched("json", "{}\n", [{ kind: "rename", key: "a", to: "b" }])).toThrow(RangeError);
  });
});

describe("a string of which key and text alone are told", () => {
  it.each([
    ["json", "{}\n", '{\n    "a": "A"\n}\n'],
    ["properties", "", "a=A\n"],
  ])("is added, in %s", (id, file, expected) => {
    expect(patched(id, file, [{ kind: "add", unit: { key: "a", target: ["A"] } }])).toBe(expected);
  });

  it("has the source that its key says, where a key says one", () => {
    expect(
      patched("po", 'msgid ""\nmsgstr ""\n', [{ kind: "add", unit: { key: "menu\u0004Open", target: ["Auf"] } }]),
    ).toBe('msgid ""\nmsgstr ""\n\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Auf"\n');
  });
});
