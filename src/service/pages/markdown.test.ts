import { expect, test } from "vitest";
import { html } from "../../http-api/markup.ts";
import { markdown } from "./markdown.ts";

const shown = (text: string): string => html`${markdown(text)}`.toString();
const link = (address: string, words = address): string =>
  `<a href="${address}" rel="nofollow ugc noreferrer">${words}</a>`;

test.each([
  ["**Friday**, _early_ or *late*", "<strong>Friday</strong>, <em>early</em> or <em>late</em>"],
  ["`%d` is a number", "<code>%d</code> is a number"],
  ["[the shop](https://shop.test/a?b=1)", link("https://shop.test/a?b=1", "the shop")],
  [
    "See https://shop.test/cart.\nThen https://shop.test/b)",
    `See ${link("https://shop.test/cart")}.\nThen ${link("https://shop.test/b")})`,
  ],
  ["See https://wiki.test/A_(b).", `See ${link("https://wiki.test/A_(b)")}.`],
  ["(see https://wiki.test/A_(b))", `(see ${link("https://wiki.test/A_(b)")})`],
])("%s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  "2 * 3 * 4, snake_case_name, {a}_{b}",
  "Use *.po and *.pot files",
  'gettext _("a") and _("b")',
  "see *.json or file_ names",
  "2 *3 * 4",
  "**bold **",
  "ž_é_ x",
])("is no Markdown: %s", (text) => {
  expect(shown(text)).toBe(html`${text}`.toString());
});

test.each([
  ["[https://bank.test/](https://evil.test/)", " (evil.test)"],
  ["[bank.test](https://evil.test/)", " (evil.test)"],
  ["[pay at bank.test](https://evil.test/)", " (evil.test)"],
  ["[https://shop.test/a](https://shop.test/b)", ""],
  ["[shop.test](https://shop.test/b)", ""],
  ["[e.g. here](https://shop.test/b)", ""],
])("names where a link leads that looks as if it led elsewhere: %s", (text, named) => {
  expect(shown(text)).toMatch(/<\/a>.*$/);
  expect(shown(text).replace(/^.*<\/a>/, "")).toBe(named);
});

test("marks some hundred parts of a text, and shows the rest as it is", () => {
  const text = shown("`a` ".repeat(100_000));
  expect(text.match(/<code>/g)).toHaveLength(300);
  expect(text.endsWith("`a` `a` ")).toBe(true);
});

test.each([
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
  ["**<b>**", "<strong>&lt;b&gt;</strong>"],
  ["[go](javascript:alert(1))", "[go](javascript:alert(1))"],
  ['[go](https://a.test/"onmouseover=alert)', link("https://a.test/%22onmouseover=alert", "go")],
  ["![seen](https://tracker.test/1.png)", `!${link("https://tracker.test/1.png", "seen")}`],
])("is nobody's HTML, and loads nothing: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("keeps every other text as it was, however it begins", () => {
  for (const text of ["[".repeat(50_000), "*".repeat(50_000), "`".repeat(50_000), "_a".repeat(25_000)]) {
    expect(shown(text)).toBe(text);
  }
});
