import * as fc from "fast-check";
import { Marked } from "marked";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/samples.ts";
import { oneLine } from "../../core/one-line.ts";
import {
  cutToBytes,
  htmlText,
  markdownCode,
  markdownLink,
  markdownProse,
  markdownRow,
  markdownText,
  serviceLink,
  shorten,
  terminalText,
  withoutReferences,
} from "./escape.ts";

const marked = new Marked({ gfm: true });
/** What a reader sees of a piece of Markdown. */
function seen(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#92;", "\\")
    .replaceAll("&#124;", "|")
    .replaceAll("&amp;", "&")
    .replaceAll("\u200b", "");
}

/** Strings of the characters that Markdown, HTML, the forge and the runner give a meaning. */
const hostile = fc
  .array(
    fc.constantFrom(
      ..."\\`*_{}[]()#+-.!|~<>&$@:/\"'=0123 \tabwxn\n\r\u0004\u001b\u202e%".split(""),
      "www.",
      "://",
      "GH-1",
      "##[",
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(""));

describe("markdownText", () => {
  test("a paragraph of hostile text shows exactly that text and holds no element of its own", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = marked.parse(`x${markdownText(`y${text}y`)}x`, { async: false });

        expect(html.replace(/<\/?span>/g, "")).toMatch(/^<p>[^<]*<\/p>\n$/);
        expect(seen(html).trim()).toBe(`xy${oneLine(text)}yx`);
      }),
      { numRuns: sampled(2000) },
    );
  });

  test("hostile text at the start of a line starts no heading, list, quote or rule", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = marked.parse(markdownText(`${text}y`), { async: false });

        expect(html.replace(/<\/?span>/g, "")).toMatch(/^<p>[^<]*<\/p>\n$/);
      }),
      { numRuns: sampled(1000) },
    );
  });

  test("a row of hostile cells keeps its cells apart and shows their texts", () => {
    fc.assert(
      fc.property(hostile, hostile, (first, second) => {
        const table = [
          markdownRow(["a", "b"]),
          markdownRow(["---", "---"]),
          markdownRow([markdownText(first), markdownCode(second)]),
        ];
        const html = marked.parse(table.join("\n"), { async: false });
        const cells = [...html.matchAll(/<td>(.*?)<\/td>/gs)].map((cell) => seen(cell[1] ?? ""));

        expect(cells.map((cell) => cell.trim())).toEqual([oneLine(first).trim(), oneLine(second).trim()]);
      }),
      { numRuns: sampled(2000) },
    );
  });
});

test("a sentence keeps the code it quotes, and nothing else in it is Markdown", () => {
  expect(markdownProse("say `push: never` or *nothing* to @dana")).toBe(
    "say `push: never` or \\*nothing\\* to @\u200bdana",
  );
  fc.assert(
    fc.property(hostile, (text) => {
      const html = marked.parse(`x ${markdownProse(text)} x`, { async: false });

      expect(html.replace(/<\/?(?:span|code)>/g, "")).toMatch(/^<p>[^<]*<\/p>\n$/);
    }),
  );
});

test("mentions, references, commit ids, addresses, emoji and skip commands lose their meaning and keep their looks", () => {
  const text =
    "@octocat see #12, acme/shop#7, GH-9, 0123abcdef and https://evil.example/x or www.evil.example :tada: [skip ci] [ci skip]";

  const calm = withoutReferences(text);

  expect(calm.replaceAll("\u200b", "")).toBe(text);
  expect(calm).not.toMatch(/@\w|#\d|GH-\d|[0-9a-f]{7}|:\/\/|www\.|:tada:|\[skip|\[ci/);
});

test("line ends and direction overrides are shown instead of obeyed", () => {
  expect(oneLine("a\r\nb\u202ec\u0000")).toBe("a⏎b‹U+202E›c\ufffd");
});

test("a terminal line can neither colour the terminal nor command a runner", () => {
  expect(terminalText("::error::no\n\u001b[31m##[add-mask]x")).toBe(":\u200b:error::no⏎\ufffd[31m##\u200b[add-mask]x");
});

test("only plain web addresses become links, and none can end early", () => {
  expect(markdownLink("a", "javascript:alert(1)")).toBe("a");
  expect(markdownLink("a", "https://x.example/a)b <c>|")).toBe("[a](https://x.example/a%29b%20%3Cc%3E%7C)");
});

test("a link of the service leads to the service", () => {
  const service = "https://translate.example.org/sub";

  expect(serviceLink("cs", "https://translate.example.org/translate/a/", service)).toBe(
    "[cs](https://translate.example.org/translate/a/)",
  );
  expect(serviceLink("cs", "https://git.example/acme/shop/issues/1", service)).toBe("cs");
});

test("text is shortened by what a person sees as characters", () => {
  expect(shorten("👩‍👩‍👧‍👦".repeat(5), 3)).toBe(`${"👩‍👩‍👧‍👦".repeat(2)}…`);
  expect(shorten("short", 5)).toBe("short");
  expect(shorten("e\u0301".repeat(5), 5)).toBe("e\u0301".repeat(5));
  expect(shorten(`${"e\u0301".repeat(4)}abc`, 5)).toBe(`${"e\u0301".repeat(4)}…`);
  expect(shorten(`a${"\u0301".repeat(100)}`, 5)).toBe(`a${"\u0301".repeat(39)}…`);
});

test("a text cut to bytes is never longer and never broken inside a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, limit) => {
      const cut = cutToBytes(text, limit);

      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      expect(text.toWellFormed().startsWith(cut)).toBe(true);
    }),
  );
});

test("HTML keeps quotes out of attributes", () => {
  expect(htmlText(`<a href="x" title='y'>&`)).toBe("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
});
