import { expect, it } from "vitest";
import { answersIn } from "./answers.ts";
import type { ForgeComment } from "./question-forge.ts";

const questions = [
  { id: 1, name: "Q1", remoteId: "10", question: "What is a cart here?\nA shop's?" },
  { id: 2, name: "Q2", remoteId: "20", question: "Is %s a name?" },
];
const asked = (id: string): ForgeComment => ({
  id,
  author: "bot",
  isBot: true,
  body: "<!-- interlinear:question x -->",
});
const said = (id: string, author: string, body: string): ForgeComment => ({ id, author, isBot: false, body });

it.each<[string, readonly ForgeComment[], readonly (readonly [number, string, string])[]]>([
  ["directly below the question", [asked("10"), said("11", "ann", "A shop's.")], [[1, "ann", "A shop's."]]],
  [
    "in two comments of one person, and not what somebody else says then",
    [asked("10"), said("11", "ann", "A shop's."), said("12", "ann", "Always."), said("13", "max", "Merged, thanks")],
    [
      [1, "ann", "A shop's."],
      [1, "ann", "Always."],
    ],
  ],
  [
    "below what machines say",
    [asked("10"), { ...said("11", "ci", "All green"), isBot: true }, said("12", "ann", "Yes")],
    [[1, "ann", "Yes"]],
  ],
  [
    "by the name of the question, wherever",
    [asked("10"), said("11", "max", "/interlinear sync"), asked("20"), said("21", "ann", "Q1: a shop's. Q17 is none.")],
    [[1, "ann", "Q1: a shop's. Q17 is none."]],
  ],
  [
    "by a link to it",
    [asked("10"), asked("20"), said("21", "ann", "See x#issuecomment-10")],
    [[1, "ann", "See x#issuecomment-10"]],
  ],
  [
    "by a quote of it",
    [asked("10"), asked("20"), said("21", "ann", "> What is a cart here?\n\nA shop's.")],
    [[1, "ann", "A shop's."]],
  ],
  [
    "of two questions at once",
    [asked("10"), asked("20"), said("21", "ann", "Q1 and Q2: yes")],
    [
      [1, "ann", "Q1 and Q2: yes"],
      [2, "ann", "Q1 and Q2: yes"],
    ],
  ],
  ["nowhere before it", [said("9", "ann", "Please review"), asked("10")], []],
  ["not by another comment of ours", [asked("10"), said("11", "ann", "<!-- interlinear:review -->\n3 strings")], []],
  ["not by a quote alone", [asked("10"), said("11", "ann", "> What is a cart here?")], []],
])("an answer stands %s", (_, comments, expected) => {
  expect(answersIn(comments, questions).map(({ question, author, text }) => [question, author, text])).toEqual(
    expected,
  );
});

it("an answer is cut where nobody reads on", () => {
  const [answer] = answersIn([asked("10"), said("11", "ann", "x".repeat(9000))], questions);
  expect(answer?.text).toHaveLength(4000);
});
