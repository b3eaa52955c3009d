import { describe, expect, test } from "vitest";
import { mergeFile } from "./merge-file.ts";
import { formatFor } from "./registry.ts";
import { FormatError, type Format } from "./format.ts";

const forms = ["%d soubor", "%d soubory", "%d souborů"];
const encoder = new TextEncoder();

function known(id: string): Format {
  const format = formatFor(id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}

function patched(
  id: string,
  file: string,
  change: { readonly key?: string; readonly target: readonly string[]; readonly isPlural?: boolean },
  language = "cs",
): string {
  const bytes = known(id).patch(encoder.encode(file), [{ kind: "set", key: "files", ...change }], { language });
  return new TextDecoder().decode(bytes);
}

const PO = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=n;\\n"\n\n# Of a translator\n#: files.c:1\n';

/** A file in which a string stands as one text, the same file with the forms of a plural there, and with the one text again. */
const files: readonly (readonly [name: string, id: string, string: string, plural: string, back: string])[] = [
  [
    "Android: attributes and comments stay",
    "aresource",
    '<resources>\n  <!-- N -->\n  <string name="files" tools:ignore="X" formatted="false">%d of %d</string> <!-- T -->\n</resources>\n',
    '<resources>\n  <!-- N -->\n  <plurals name="files" tools:ignore="X">\n    <item quantity="one">%d soubor</item>\n    <item quantity="few">%d soubory</item>\n    <item quantity="other">%d souborů</item>\n  </plurals> <!-- T -->\n</resources>\n',
    '<resources>\n  <!-- N -->\n  <string name="files" tools:ignore="X">Soubory</string> <!-- T -->\n</resources>\n',
  ],
  [
    "Moko",
    "moko-resource",
    '<resources>\n  <string name="files"/>\n</resources>\n',
    '<resources>\n  <plural name="files">\n    <item quantity="one">%d soubor</item>\n    <item quantity="few">%d soubory</item>\n    <item quantity="other">%d souborů</item>\n  </plural>\n</resources>\n',
    '<resources>\n  <string name="files">Soubory</string>\n</resources>\n',
  ],
  [
    "Rails",
    "ruby-yaml",
    "cs:\n  files: Soubor\n  z: Z\n",
    'cs:\n  files:\n    one: "%d soubor"\n    few: "%d soubory"\n    other: "%d souborů"\n  z: Z\n',
    "cs:\n  files: Soubory\n  z: Z\n",
  ],
  [
    "Rails, in brackets",
    "ruby-yaml",
    "cs: {files: Soubor, z: Z}\n",
    'cs: {files: {one: "%d soubor", few: "%d soubory", other: "%d souborů"}, z: Z}\n',
    "cs: {files: Soubory, z: Z}\n",
  ],
  [
    "go-i18n, in a table",
    "go-i18n-toml",
    '# N\n[files]\nother = "Soubor" # c\n\n[z]\nother = "Z"\n',
    '# N\n[files]\none = "%d soubor"\nfew = "%d soubory"\nother = "%d souborů" # c\n\n[z]\nother = "Z"\n',
    '# N\n[files]\nother = "Soubory" # c\n\n[z]\nother = "Z"\n',
  ],
  [
    "go-i18n, in pairs",
    "go-i18n-toml",
    'files = "Soubor"\nz = "Z"\n',
    'files = { one = "%d soubor", few = "%d soubory", other = "%d souborů" }\nz = "Z"\n',
    'files = { other = "Soubory" }\nz = "Z"\n',
  ],
  [
    "GWT",
    "gwt",
    "files=Soubor\nz=Z\n",
    "files=%d souborů\nfiles[one]=%d soubor\nfiles[few]=%d soubory\nz=Z\n",
    "files=Soubory\nz=Z\n",
  ],
  [
    "gettext by keys: the comments stay",
    "po-mono",
    `${PO}msgid "files"\nmsgstr "Soubor"\n`,
    `${PO}msgid "files"\nmsgid_plural "files_plural"\nmsgstr[0] "%d soubor"\nmsgstr[1] "%d soubory"\nmsgstr[2] "%d souborů"\n`,
    `${PO}msgid "files"\nmsgstr "Soubory"\n`,
  ],
];

describe.each(files)("%s", (_, id, string, plural, back) => {
  test("a string that became a plural gets its forms where it stands", () => {
    expect(patched(id, string, { target: forms })).toBe(plural);
  });

  test("a plural that became a string keeps none of its forms", () => {
    expect(patched(id, plural, { target: ["Soubory"] })).toBe(back);
  });

  test("a merge takes over what the other side made of it", () => {
    const [one, many] = [encoder.encode(string), encoder.encode(plural)];
    const sides = { format: known(id), language: "cs", policy: "theirs" } as const;
    const there = mergeFile({ ...sides, base: one, ours: one, theirs: many });
    expect(new TextDecoder().decode(there.bytes)).toBe(plural);
    const backAgain = mergeFile({ ...sides, base: many, ours: many, theirs: encoder.encode(back) });
    expect(new TextDecoder().decode(backAgain.bytes)).toBe(back);
    expect([...there.unwritable, ...backAgain.unwritable]).toEqual([]);
  });
});

test.each([
  [
    "aresource",
    '<resources>\n  <string name="files">x</string>\n</resources>\n',
    '<resources>\n  <plurals name="files">\n    <item quantity="other">Many</item>\n  </plurals>\n</resources>\n',
  ],
  ["ruby-yaml", "ja:\n  files: x\n", "ja:\n  files:\n    other: Many\n"],
  ["gwt", "files=x\n", "files=Many\n"],
])("in a language with one form the source tells what a string is (%s)", (id, string, plural) => {
  expect(patched(id, string, { target: ["Many"], isPlural: true }, "ja")).toBe(plural);
  expect(patched(id, plural, { target: ["x"], isPlural: false }, "ja")).toBe(string);
  // Nobody tells: all stays what it was.
  expect(patched(id, plural, { target: ["z"] }, "ja")).toBe(plural.replace("Many", "z"));
});

test.each([
  ["an emptied text", [""], undefined],
  ["a plural with one text alone", ["x"], true],
])("%s leaves a plural one", (_, target, isPlural) => {
  const file = "cs:\n  files:\n    one: a\n    few: b\n    other: c\n";
  expect(patched("ruby-yaml", file, { target, ...(isPlural && { isPlural }) })).toContain("few:");
});

test("a plural of Rails is replaced behind its key, whatever the key and its lines are", () => {
  const file = 'cs:\n  "a # b": &x # c\n    # d\n    one: a\n    few: b\n\n    other: c\n\n  # N\n  z: Z\n';
  expect(patched("ruby-yaml", file, { key: "a # b", target: ["Text"] })).toBe(
    'cs:\n  "a # b": &x Text # c\n\n  # N\n  z: Z\n',
  );
  const list = "cs:\n  list:\n    - one: a\n      other: b\n    -\n      one: c\n      other: d\n";
  const first = patched("ruby-yaml", list, { key: "list->[0]", target: ["Text"] });
  expect(patched("ruby-yaml", first, { key: "list->[1]", target: ["More"] })).toBe(
    "cs:\n  list:\n    - Text\n    - More\n",
  );
});

const XLIFF = '<xliff version="1.2"><file original="" source-language="en" target-language="cs" datatype="x"><body>';

/** Entries that are no plurals by what else stands in them: the source decides, not a translator. */
test.each([
  ["po", `${PO}msgid "files"\nmsgstr "x"\n`, "files"],
  [
    "stringsdict",
    '<plist version="1.0"><dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key><string>x</string></dict></dict></plist>',
    "files",
  ],
  [
    "ts",
    '<TS version="2.1"><context><name></name><message><source>files</source><translation>x</translation></message></context></TS>',
    "files",
  ],
  [
    "xliff",
    `${XLIFF}<trans-unit id="files"><source>s</source><target>x</target></trans-unit></body></file></xliff>`,
    "files",
  ],
  [
    "xliff2",
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="cs"><file id="f1"><unit id="files"><segment><source>s</source><target>x</target></segment></unit></file></xliff>',
    "files",
  ],
  ["csv", "source,target\nfiles,x\n", "files"],
  ["csv-simple", "files,x\n", "files"],
  ["aresource", '<resources><string-array name="list"><item>x</item></string-array></resources>', "list[0]"],
  ["go-i18n-toml", 'list = ["x"]\n', "list[0]"],
  ["ruby-yaml", "cs:\n  files: &f x\n  z: *f\n", "files"],
])("several forms for a text that can have one alone are refused (%s)", (id, file, key) => {
  expect(() => patched(id, file, { key, target: forms })).toThrow(FormatError);
});

test("a key of Apple's plurals that names no variable is refused with what it lacks", () => {
  const unit = { key: "files", target: forms };
  const file = encoder.encode('<plist version="1.0"><dict></dict></plist>');
  expect(() => known("stringsdict").patch(file, [{ kind: "add", unit }])).toThrow(/`key:variable`/);
});
