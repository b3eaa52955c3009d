import { expect, it } from "vitest";
import { po } from "./index.ts";

const RULE = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);";
const WRITTEN = String.raw`"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 "
"|| n%100>14) ? 1 : 2);\n"`;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function ruled(text: string, rule = RULE): string {
  const like = bytes(String.raw`msgid ""
msgstr "Plural-Forms: ${rule}\n"
`);
  return Buffer.from(po.withPluralRule?.(bytes(text), like) ?? []).toString("utf8");
}

it.each([
  ["on its line", String.raw`"Plural-Forms: nplurals=2; plural=n != 1;\n"`],
  [
    "on several lines",
    String.raw`"Plural-Forms: nplurals=2; "
"plural=n != 1;\n"`,
  ],
])(
  "the rule that stands %s takes the new one's place, as gettext's tools break it, and all else keeps its bytes",
  (_, old) => {
    const header = (rule: string): string => String.raw`# Team

msgid ""
msgstr ""
"Language:   pl\n"
${rule}
"X-Odd:a\n"

msgid "Title"
msgstr   "Tytuł"
`;

    expect(ruled(header(old))).toBe(header(WRITTEN));
  },
);

it.each([
  [
    "is on a line with other fields",
    String.raw`msgstr "Language: pl\nPlural-Forms: nplurals=2; plural=n != 1;\nX-Other: a\n"`,
  ],
  ["is not there", String.raw`msgstr "Language: pl\nX-Other: a\n"`],
])("a rule that %s stands behind them", (_, header) => {
  const { pluralForms, language } = po.read(bytes(ruled(`msgid ""\n${header}\n`)));

  expect([pluralForms, language]).toEqual([3, "pl"]);
  expect(ruled(`msgid ""\n${header}\n`)).toContain("X-Other: a\\n");
});

it("each plural gets as many texts, marked ones too, and obsolete ones stay", () => {
  const entries = (forms: string, empty: string): string => String.raw`msgid ""
msgstr ""
${forms}

#, fuzzy
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "a"
msgstr[1] "b"
${empty}msgid "%d cat"
msgid_plural "%d cats"
msgstr[0] ""
msgstr[1] ""
${empty}#~ msgid "%d dog"
#~ msgid_plural "%d dogs"
#~ msgstr[0] "x"
#~ msgstr[1] "y"
`;

  expect(ruled(entries(String.raw`"Plural-Forms: nplurals=2; plural=n != 1;\n"`, "\n"))).toBe(
    entries(WRITTEN, 'msgstr[2] ""\n\n'),
  );
});

it("forms beyond go where they are empty, and stay where they have a text", () => {
  const text = String.raw`msgid ""
msgstr "Plural-Forms: nplurals=3; plural=0;\n"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "a"
msgstr[1] "b"
msgstr[2] ""

msgid "%d cat"
msgid_plural "%d cats"
msgstr[0] "a"
msgstr[1] "b"
msgstr[2] "c"
`;
  const rule = "nplurals=2; plural=n != 1;";

  expect(ruled(text, rule)).toBe(text.replace("nplurals=3; plural=0;", rule).replace('msgstr[2] ""\n', ""));
});
