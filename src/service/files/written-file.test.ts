import { expect, test } from "vitest";
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
