import { expect, it } from "vitest";
import { questionBody } from "./question-text.ts";

const asked = {
  name: "Q17",
  marker: "<!-- interlinear:question ab12 -->",
  question: "What is a cart?",
  key: "cart.items",
  source: ["{count} item", "{count} items"],
  place: "locales/en.json:12",
  asker: "Jana Nováková",
  language: "Czech",
  address: "https://translate.example.org/translate/shop/app/cs/?unit=7",
};

it("a question says what it is about, who asks, and how it is answered", () => {
  expect(questionBody(asked)).toBe(`<!-- interlinear:question ab12 -->
**Q17: a translator asks about a text.**

\`\`\`text
key       cart.items
text      {count} item
          {count} items
file      locales/en.json:12
asked by  Jana Nováková, Czech

What is a cart?
\`\`\`

[Open the string](https://translate.example.org/translate/shop/app/cs/?unit=7) · Answer directly below, or name Q17 in a comment: translators see your answer beside the string.`);
});

it.each([
  ["fences", "```\n@ann see #1 <img src=x>\n````\nmore"],
  ["line ends that are none to us", "one\r\n```\rtwo"],
  ["control characters and turned text", "a\u0000b\u202ec"],
])("nothing of what people write gets out of its block: %s", (_, text) => {
  const body = questionBody({ ...asked, question: text, key: text, asker: text, source: [text] });
  const lines = body.split("\n");
  const fence = /^`{3,}(?=text$)/m.exec(body)?.[0] ?? "";
  expect(lines.filter((line) => line.startsWith(fence))).toHaveLength(2);
  expect(lines.indexOf(fence)).toBe(lines.length - 3);
  expect(body).not.toMatch(/[\u0000\u202e\r]/);
});

it("long lines are broken between words, and one of which nobody knows the place or the page names neither", () => {
  const body = questionBody({ ...asked, question: "word ".repeat(60), place: "", address: "" });
  expect(
    Math.max(
      ...body
        .split("\n")
        .slice(0, -1)
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(110);
  expect(body).not.toMatch(/file|Open the string/);
});
