import { expect, test } from "vitest";
import { creditLines, creditsOf, withCredits, type Contribution } from "./credits.ts";

const jana = { name: "Jana Nováková", email: "jana@users.noreply.example.org" };
const kim = { name: "Kim", email: "kim@users.noreply.example.org" };

function lines(...contributions: readonly Contribution[]): readonly string[] {
  return creditLines(creditsOf(contributions));
}

test.each([
  {
    case: "one language is everybody's who is named",
    commits: [{ people: [kim, jana], languages: ["cs"] }],
    expected: ["- Czech: Jana Nováková, Kim"],
  },
  {
    case: "several languages of one person are that person's",
    commits: [{ people: [jana], languages: ["cs", "sk"] }],
    expected: ["- Czech: Jana Nováková", "- Slovak: Jana Nováková"],
  },
  {
    case: "several languages of several people are nobody's for certain",
    commits: [{ people: [jana, kim], languages: ["cs", "sk"] }],
    expected: ["- Several languages: Jana Nováková, Kim"],
  },
  {
    case: "who is certain elsewhere is named there alone",
    commits: [
      { people: [jana, kim], languages: ["cs", "sk"] },
      { people: [jana], languages: ["cs"] },
    ],
    expected: ["- Czech: Jana Nováková", "- Several languages: Kim"],
  },
  {
    case: "one address is one person, under the newest name",
    commits: [
      { people: [{ ...jana, name: "Jana Dvořáková" }], languages: ["cs"] },
      { people: [{ ...jana, email: jana.email.toUpperCase() }], languages: ["cs"] },
    ],
    expected: ["- Czech: Jana Dvořáková"],
  },
  {
    case: "people without an address are told apart by their names",
    commits: [
      {
        people: [
          { name: "A", email: "unknown@users.noreply.invalid" },
          { name: "B", email: "unknown@users.noreply.invalid" },
        ],
        languages: ["cs"],
      },
    ],
    expected: ["- Czech: A, B"],
  },
  { case: "a commit of ours with nobody is nobody's", commits: [{ people: [], languages: ["cs"] }], expected: [] },
])("$case", ({ commits, expected }) => {
  expect(lines(...commits)).toEqual(expected);
});

test("a name is text, whatever is in it", () => {
  const [line] = lines({
    people: [{ name: "@\u200ball <!-- /interlinear:credits --> [x](y)", email: "a@b" }],
    languages: ["cs"],
  });
  expect(line).toBe(String.raw`- Czech: @${"\u200b"}all &lt;!-- /interlinear:credits --&gt; \[x\](y)`);
});

const START = "<!-- interlinear:credits -->";
const END = "<!-- /interlinear:credits -->";

test.each([
  {
    case: "no file is a new one",
    before: undefined,
    after: `# Translators\n\n${START}\n- Czech: Jana\n${END}\n`,
  },
  {
    case: "what is between the marks is replaced, the rest stays",
    before: `# All\n${START}\nold\n${END}\nand more\n`,
    after: `# All\n${START}\n- Czech: Jana\n${END}\nand more\n`,
  },
  {
    case: "line ends stay as they are",
    before: `a\r\n${START}\r\n${END}\r\n`,
    after: `a\r\n${START}\r\n- Czech: Jana\r\n${END}\r\n`,
  },
  { case: "a file without marks is not touched", before: "# All\n", after: undefined },
  { case: "nor one with half of them", before: `${START}\n`, after: undefined },
  { case: "nor one with two pairs", before: `${START}${END}${START}${END}`, after: undefined },
  { case: "nor one with its marks the wrong way round", before: `${END}\n${START}\n`, after: undefined },
])("$case", ({ before, after }) => {
  expect(withCredits(before, ["- Czech: Jana"])).toBe(after);
});

test("what was written is found again, and written the same", () => {
  const once = withCredits(undefined, ["- Czech: Jana"]);
  expect(withCredits(once, ["- Czech: Jana"])).toBe(once);
});
