import { expect, test } from "vitest";
import { partOf } from "../threads/parts.ts";
import { writtenFile, type FileWriting } from "./written-file.ts";

const content = new TextEncoder().encode('{"title": "Titulek"}\n');

function writing(format: string, bytes = content): FileWriting {
  return {
    format,
    base: "en.json",
    path: "cs.json",
    content: bytes,
    template: new TextEncoder().encode('{"title": "Title"}\n'),
    language: "cs",
    languageForms: 3,
    units: [],
  };
}

test.each([
  [
    "a format that no release has, or an older one had",
    writing("json-of-old"),
    /^there is no file format "json-of-old"$/,
  ],
  ["a file that cannot be read", writing("json", new TextEncoder().encode("{")), /./],
])("%s is a fault of the file, which stays as it is", (_, given, fault) => {
  expect(writtenFile(given)).toEqual({
    content: given.content,
    units: [],
    refused: [],
    fault: expect.stringMatching(fault),
  });
});

function stringIn(language: string, languageForms: number, file: string, unit: { source: string[]; target: string[] }) {
  const encoder = new TextEncoder();
  const isPlural = unit.source.length > 1;
  const template = isPlural
    ? '<plurals name="files"><item quantity="one">File</item><item quantity="other">Files</item></plurals>'
    : '<string name="files">Files</string>';
  return writtenFile({
    ...writing("aresource", encoder.encode(`<resources>\n  ${file}\n</resources>\n`)),
    base: "values/strings.xml",
    template: encoder.encode(`<resources>\n  ${template}\n</resources>\n`),
    language,
    languageForms,
    units: [
      partOf([
        {
          id: 1,
          key: "files",
          context: "files",
          source: JSON.stringify(unit.source),
          target: JSON.stringify(unit.target),
          state: 20,
          note: "",
          location: "",
          flags: "",
          previous_source: "",
        },
      ]),
    ],
  });
}

test.each([
  [
    "a string that became a plural",
    "cs",
    3,
    '<string name="files">Soubor</string>',
    { source: ["File", "Files"], target: ["soubor", "soubory", "souborů"] },
    '<plurals name="files">\n    <item quantity="one">soubor</item>\n    <item quantity="few">soubory</item>\n    <item quantity="other">souborů</item>\n  </plurals>',
  ],
  [
    "a string that became a plural, in a language with one form",
    "ja",
    1,
    '<string name="files">ファイル</string>',
    { source: ["File", "Files"], target: ["ファイル"] },
    '<plurals name="files">\n    <item quantity="other">ファイル</item>\n  </plurals>',
  ],
  [
    "a plural that became a string, in a language with one form",
    "ja",
    1,
    '<plurals name="files"><item quantity="other">個</item></plurals>',
    { source: ["Files"], target: ["ファイル"] },
    '<string name="files">ファイル</string>',
  ],
])("%s is written as the source has it", (_, language, forms, file, unit, expected) => {
  const { content: written, units, refused } = stringIn(language, forms, file, unit);
  expect(new TextDecoder().decode(written)).toBe(`<resources>\n  ${expected}\n</resources>\n`);
  expect({ units, refused }).toEqual({ units: [1], refused: [] });
});
