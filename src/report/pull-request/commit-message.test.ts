import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aFile, aRun } from "../../../test/support/run-result.ts";
import { commitText } from "./commit-message.ts";

test("a commit names its languages, credits its translators and carries the engine's trailers", () => {
  const text = commitText(
    aRun({
      files: [aFile(), aFile({ language: "cs", languageName: "Czech", path: "locales/cs.json" })],
      translators: [
        { name: "Jana Nováková", email: "jana@users.noreply.translate.example.org", username: "jana", strings: 2 },
        { name: "", email: "max@users.noreply.translate.example.org", username: "max", strings: 1 },
      ],
    }),
    [{ name: "Interlinear-Service", value: "0123456789012345678901234567890123456789 locales/de.json" }],
  );

  expect(text).toMatchInlineSnapshot(`
    {
      "body": "- Czech: 1 new
    - German: 1 new",
      "headline": "Translations: Czech and German (2 strings)",
      "trailers": [
        {
          "name": "Co-authored-by",
          "value": "Jana Nováková <jana@users.noreply.translate.example.org>",
        },
        {
          "name": "Co-authored-by",
          "value": "max <max@users.noreply.translate.example.org>",
        },
        {
          "name": "Interlinear-Service",
          "value": "0123456789012345678901234567890123456789 locales/de.json",
        },
      ],
    }
  `);
});

test("a headline never exceeds 72 characters, and nobody's name breaks a trailer or mentions anybody", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }),
      fc.integer({ min: 1, max: 5 }),
      (name, email, count) => {
        const files = Array.from({ length: count }, (_, index) =>
          aFile({ language: String(index), languageName: name }),
        );

        const text = commitText(aRun({ files, translators: [{ name, email, username: "x", strings: 1 }] }), []);

        expect(text.headline.length).toBeLessThanOrEqual(72);
        expect(text.headline).not.toMatch(/[\r\n]|@\w/);
        expect(text.trailers[0]?.value).toMatch(/^[^<>[\]`\r\n]+ <[\w.%+-]+@[\w.%+-]+>$/u);
        expect(text.trailers[0]?.value.replace(/ <[^<>]*>$/, "")).not.toMatch(/@\w/);
      },
    ),
  );
});

test.each([
  ["Ana &commat;octocat", "Ana & commat;octocat"],
  ["Ana &#x40;octocat", "Ana & #x40;octocat"],
  ["Ana &#64;octocat", "Ana & #\u200b64;octocat"],
  ["AT&T Team", "AT&T Team"],
  ["Mara & Tom", "Mara & Tom"],
])(
  "in the name %s no character is spelled as an entity, which a pull request's text would turn into itself",
  (name, said) => {
    const { trailers } = commitText(
      aRun({ translators: [{ name, email: "a@b.example", username: "a", strings: 1 }] }),
      [],
    );

    expect(trailers[0]?.value).toBe(`${said} <a@b.example>`);
  },
);
