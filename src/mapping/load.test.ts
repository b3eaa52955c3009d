import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled } from "../../test/support/samples.ts";
import { exitCodeOf } from "../core/errors.ts";
import { MappingError, printProblem } from "./errors.ts";
import { loadMapping } from "./load.ts";
import { TimeAllowance } from "./time-allowance.ts";

const path = ".github/interlinear.yml";
const right = `version: 1
service: https://translate.example.org
components:
  - component: acme/website
    source: locales/en.json
    translations: locales/{language}.json
`;

function failure(text: string): MappingError {
  try {
    loadMapping(text, path);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error("the mapping was accepted");
}

function problemsOf(text: string): string[] {
  return failure(text).problems.map(({ code, place, message, note }) =>
    [`${String(place.line)}:${String(place.column)}`, code, `«${place.text ?? ""}»`, message, note]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

describe("a mapping that is right", () => {
  test("is given as written", () => {
    expect(loadMapping(right, path).value).toEqual({
      version: 1,
      service: "https://translate.example.org",
      components: [{ component: "acme/website", source: "locales/en.json", translations: "locales/{language}.json" }],
    });
  });

  test("may have a byte order mark, CRLF, anchors and merges", () => {
    const text = `\ufeff${right}    push: &push { method: add }
  - <<: { source: b.json, push: *push }
    component: acme/b
    translations: "b/{language}.json"
`.replaceAll("\n", "\r\n");
    const parsed = loadMapping(text, path);
    expect(parsed.value.components[1]).toEqual({
      component: "acme/b",
      source: "b.json",
      translations: "b/{language}.json",
      push: { method: "add" },
    });
    expect(parsed.place(["components", 1, "source"])).toEqual({ file: path, line: 8, column: 19, text: "b.json" });
    expect(parsed.place(["components", 1, "push", "method"])).toEqual({ file: path, line: 7, column: 27, text: "add" });
  });

  test("gives the place of a piece of a quoted text without its quotes", () => {
    const parsed = loadMapping(right.replace("locales/{language}.json", '"locales/{language}.json"'), path);
    expect(parsed.place(["components", 0, "translations"], "{language}")).toEqual({
      file: path,
      line: 6,
      column: 28,
      text: "{language}",
    });
  });
});

describe("an error", () => {
  test("is the user's, and looks like this", () => {
    const error = failure(right.replace("source:", "sorce:").replace("https:", "http:"));
    expect(exitCodeOf(error)).toBe(2);
    expect(error.code).toBe("IL-M10");
    expect(error.message)
      .toBe(`.github/interlinear.yml:2:10  IL-M10  the service's address is plain http; that is for loopback (localhost, 127.0.0.1, [::1]) only
   2 | service: http://translate.example.org
     |          ^^^^
   Write \`https://translate.example.org\`. The token is sent there and nowhere else.
.github/interlinear.yml:5:5  IL-M03  unknown key "sorce"
   5 |     sorce: locales/en.json
     |     ^^^^^ did you mean "source"?
   Known here: component, project, source, translations, exclude, conflicts, checks, push, pull, languages, removal-limit.`);
  });

  test.each<[string, string, string[]]>([
    ["a flow that is not closed", "a: [1\nb: 2\n", ["2:1 IL-M02 «b» a bracket is opened and not closed"]],
    ["a quote that is not closed", 'version: "1\n', ["1:10 IL-M02 «» a quote is opened and not closed"]],
    ["a tab as indentation", "a:\n\tb: 1\n", ["2:1 IL-M02 «\t» a tab indents this line"]],
    ["a colon too many", "a: b: c\n", ["1:4 IL-M02 «b» a value with a colon and a space in it needs quotes"]],
    ["two documents", "a: 1\n---\nb: 2\n", ["2:1 IL-M02 «---» there are two documents in the file"]],
    ["an anchor that is nowhere", `${right}pull: *p\n`, ["7:7 IL-M02 «*p» there is no anchor &p before this"]],
    ["a key that stands twice", `${right}version: 1\n`, ["7:1 IL-M02 «version» the key version appears here twice"]],
    ["a tag", `${right}project: !secret acme\n`, ["7:10 IL-M02 «!secret» the tag !secret has no meaning here"]],
    [
      "a tag of another language",
      `${right}project: !!js/function acme\n`,
      ["7:10 IL-M02 «!!js/function» the tag !!js/function has no meaning here"],
    ],
    ["an empty file", "", ["1:1 IL-M03 «» the mapping is empty"]],
    ["only comments", "# nothing\n", ["1:1 IL-M03 «» the mapping is empty"]],
    ["a text", "hello\n", ['1:1 IL-M03 «hello» the mapping must be a mapping (key: value), not "hello"']],
    ["a list", "- 1\n", ["1:1 IL-M03 «- 1» the mapping must be a mapping (key: value), not a list"]],
    [
      "a key that is missing stands beside the keys that are there",
      "version: 1\ncomponents:\n  - component: a\n    source: b\n",
      ['1:1 IL-M03 «version» "service" is missing', '3:5 IL-M03 «component» "translations" is missing'],
    ],
    [
      "a misspelt key is one mistake",
      right.replace("version", "verison"),
      ['1:1 IL-M03 «verison» unknown key "verison" did you mean "version"?'],
    ],
    ["an unknown key", `${right}colour: red\n`, ['7:1 IL-M03 «colour» unknown key "colour"']],
    [
      "an unknown key of a setting",
      `${right}pull: { minimum-transalted: 1 }\n`,
      ['7:9 IL-M03 «minimum-transalted» unknown key "minimum-transalted" did you mean "minimum-translated"?'],
    ],
    ["the prototype", `${right}__proto__: { a: 1 }\n`, ['7:1 IL-M03 «__proto__» unknown key "__proto__"']],
    ["another version", right.replace("1", "2"), ['1:10 IL-M03 «2» "version" must be 1, not 2']],
    ["a version that is text", right.replace("1", '"1"'), ['1:11 IL-M03 «1» "version" must be 1, not "1"']],
    [
      "no components",
      right.replace(/components:[^]*/, "components: []\n"),
      ['3:13 IL-M03 «[]» "components" must be a list with at least one entry, not an empty list'],
    ],
    [
      "components that are no list",
      right.replace(/components:[^]*/, "components: { a: 1 }\n"),
      ['3:13 IL-M03 «{ a: 1 }» "components" must be a list, not a mapping'],
    ],
    [
      "an empty component",
      right.replace(/ {2}- [^]*/, "  -\n"),
      ['4:4 IL-M03 «» "components" number 1 must be a mapping (key: value), not nothing'],
    ],
    ["an empty path", right.replace("locales/en.json", '""'), ['5:14 IL-M03 «» "source" must be text, not ""']],
    [
      "a name with a blank",
      right.replace("acme/website", "web site"),
      [
        '4:16 IL-M03 «web site» "component" must be a slug or category/slug: letters, digits, _ and - (captures {name} may stand in it), not "web site"',
      ],
    ],
    [
      "a value that is none of those",
      `${right}conflicts: servise\n`,
      ['7:12 IL-M03 «servise» "conflicts" must be service, repository or fail, not "servise" did you mean "service"?'],
    ],
    [
      "a number beyond its limit",
      `${right}removal-limit: 101\n`,
      ['7:16 IL-M03 «101» "removal-limit" must be 100 or less, not 101'],
    ],
    [
      "a negative number",
      `${right}pull: { minimum-translated: -1 }\n`,
      ['7:29 IL-M03 «-1» "minimum-translated" must be 0 or more, not -1'],
    ],
    [
      "a number that is text",
      `${right}removal-limit: 20%\n`,
      ['7:16 IL-M03 «20%» "removal-limit" must be a number, not "20%"'],
    ],
    [
      "a value that is missing",
      `${right}push:\n`,
      ['7:6 IL-M03 «» "push" must be a mapping (key: value), not nothing'],
    ],
    [
      "an alias that is a path",
      `${right}languages: { aliases: { zh_Hans: zh/CN } }\n`,
      ['7:34 IL-M03 «zh/CN» "zh_Hans" must be part of a path segment such as zh-CN, not "zh/CN"'],
    ],
    [
      "an alias that leaves",
      `${right}languages: { aliases: { zh_Hans: .. } }\n`,
      ['7:34 IL-M03 «..» "zh_Hans" must be part of a path segment such as zh-CN, not ".."'],
    ],
    [
      "an alias of no language",
      `${right}languages: { aliases: { "z h": zh } }\n`,
      ['7:26 IL-M03 «z h» a key of "aliases" must be a language code such as pt_BR, not "z h"'],
    ],
    [
      "a language that is no text",
      `${right}languages: { except: [en_GB, 5] }\n`,
      ['7:30 IL-M03 «5» "except" number 2 must be text, not 5'],
    ],
    [
      "a credit that is none of those",
      `${right}pull-request: { credit-translators: nope }\n`,
      ['7:37 IL-M03 «nope» "credit-translators" must be noreply, email, off, true or false, not "nope"'],
    ],
    [
      "the base branch as branch",
      `${right}pull-request: { branch: "{base}" }\n`,
      [
        '7:26 IL-M03 «{base}» "branch" must be a branch name of its own; {base} stands for the base branch, {group} for the group, not "{base}"',
      ],
    ],
  ])("%s", (_name, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  test.each([
    ["translate.example.org", "translate.example.org", "the service's address has no https:// before it"],
    ["ftp://x.example", "ftp:", "the service's address begins with ftp: instead of https:"],
    [
      "http://x.example",
      "http",
      "the service's address is plain http; that is for loopback (localhost, 127.0.0.1, [::1]) only",
    ],
    [
      "http://localhost.evil.example",
      "http",
      "the service's address is plain http; that is for loopback (localhost, 127.0.0.1, [::1]) only",
    ],
    ["https://x.example/?a=b", "?a=b", "the service's address has a query"],
    ['"https://x.example/#a"', "#a", "the service's address has a fragment"],
  ])("the service %s is refused", (address, piece, message) => {
    const [problem] = failure(right.replace("https://translate.example.org", address)).problems;
    expect([problem?.code, problem?.place.text, problem?.message]).toEqual(["IL-M10", piece, message]);
  });

  test("never shows a password that stands in an address", () => {
    for (const address of [
      "https://me:hunter2@x.example",
      "https://hunter2@x.example/?q",
      "htps://me:hunter2@x .example",
      "https://me:a/hunter2@x.example",
      "me:hunter2@x.example",
    ]) {
      const error = failure(`${right.replace("https://translate.example.org", address)}colour: red\n`);
      expect(error.message).not.toContain("hunter2");
      expect(JSON.stringify(error.problems)).not.toContain("hunter2");
    }
  });

  test.each([right.replace("locales/{language}.json", "{language}.json"), right.replace("acme/website", "{package}")])(
    "says that a value which begins with a brace needs quotes",
    (text) => {
      expect(failure(text).message).toContain('Put quotes around a value that begins with a brace: "{language}.json".');
    },
  );

  test("reports everything that is wrong at once, in the order of the file", () => {
    const text = `version: 3
service: http://x.example
components:
  - component: a
    sorce: b
    translations: 5
    push: { method: auto, method: add }
`;
    expect(problemsOf(text).map((line) => line.split(" ").slice(0, 3))).toEqual([
      ["1:10", "IL-M03", "«3»"],
      ["2:10", "IL-M10", "«http»"],
      ["5:5", "IL-M03", "«sorce»"],
      ["6:19", "IL-M03", "«5»"],
      ["7:27", "IL-M02", "«method»"],
    ]);
  });

  test("is not a crash for references without end, a bomb of them, or a huge file", () => {
    const bomb = Array.from({ length: 12 }, (_, index) =>
      index === 0
        ? "a0: &a0 [x, x]"
        : `a${String(index)}: &a${String(index)} [${Array.from({ length: 9 }, () => `*a${String(index - 1)}`).join(", ")}]`,
    );
    expect(failure(bomb.join("\n")).code).toBe("IL-M02");
    expect(failure("a: &a [*a]").code).toBe("IL-M03");
    expect(failure(`#${"x".repeat(1_100_000)}`).code).toBe("IL-M02");
  });

  test("keeps its carets under the text behind tabs", () => {
    const [problem] = failure(`${right}conflicts:\t\tx\n`).problems;
    expect(problem && printProblem(problem).split("\n").slice(1)).toEqual([
      "   7 | conflicts:\t\tx",
      "     |           \t\t^",
    ]);
  });

  test("is a MappingError whatever is mistyped, with a place that holds the text it names", () => {
    const full = `${right}    push: { method: add }\nlanguages: { aliases: { zh_Hans: zh-CN }, except: [en_GB] }\npull-request:\n  labels: [a, "b"]\n`;
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      ": ",
      "- ",
      "\n",
      "\t",
      "  ",
      "#",
      "&a ",
      "*a",
      "!x ",
      "'",
      '"',
      "|",
      ">",
      "<<: ",
      "é",
      "0",
      "~",
      "%",
    );
    const edit = fc.record({ at: fc.nat({ max: full.length }), drop: fc.nat({ max: 3 }), insert: pieces });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let text = full;
        for (const { at, drop, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + drop);
        try {
          loadMapping(text, path);
        } catch (error) {
          if (!(error instanceof MappingError)) throw error;
          const lines = text.split("\n");
          for (const { place } of error.problems) {
            const from = (place.column ?? 0) - 1;
            const line = lines[(place.line ?? 0) - 1] ?? "";
            expect(line.slice(from, from + (place.text ?? "").length)).toBe(place.text);
          }
        }
      }),
      { numRuns: sampled(1000) },
    );
  });
});

test("a file that would take minutes to read is given up", () => {
  const keys = Array.from({ length: 80_000 }, (_, at) => `k${String(at)}: 1`).join("\n");

  expect(() => loadMapping(keys, "interlinear.yml", new TimeAllowance(50))).toThrow(/takes too long to read/);
});
