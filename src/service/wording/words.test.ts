import { describe, expect, it } from "vitest";
import { html } from "../../http-api/markup.ts";
import { englishWords } from "./catalogues.ts";
import { catalogueOf, placesIn, wordsOf } from "./words.ts";

const english = catalogueOf({
  zen: { next_one: "The next one", next_other: "The next {{count}}", fails: "Fails: {{checks}}" },
  page: { saved: "Saved.", signInTo: "{{signIn}} to translate." },
});

it("reads what i18next's JSON groups, and the forms of a plural as one sentence", () => {
  expect([...english.keys()]).toEqual(["zen.next", "zen.fails", "page.saved", "page.signInTo"]);
  expect(english.get("zen.next")).toEqual({ one: "The next one", other: "The next {{count}}" });
  expect(() => catalogueOf({ a: { b: 1 } })).toThrow("a.b is no text");
});

it("names the places of a sentence, and the number that chooses its form", () => {
  expect(placesIn("{{b}} of {{a}}, {{b}}")).toEqual(["a", "b"]);
  expect(placesIn({ one: "one", other: "some" })).toEqual(["count"]);
});

describe("what a page says", () => {
  const words = wordsOf("en", english, english);

  it.each([
    [0, "The next 0"],
    [1, "The next one"],
    [1234, "The next 1,234"],
  ])("has the form of its number, written as the language writes numbers: %s", (count, said) => {
    expect(words.say("zen.next", { count })).toBe(said);
  });

  it("has the forms that its language has, and not English's", () => {
    const czech = catalogueOf({
      zen: { next_one: "Další", next_few: "Další {{count}} řetězce", next_other: "Dalších {{count}} řetězců" },
    });
    const { say } = wordsOf("cs", czech, english);
    expect([1, 3, 5, 2000].map((count) => say("zen.next", { count }))).toEqual([
      "Další",
      "Další 3 řetězce",
      "Dalších 5 řetězců",
      "Dalších 2\u00A0000 řetězců",
    ]);
  });

  it("is English where its language has no such sentence, with English's forms and numbers", () => {
    const { say, language } = wordsOf("de", catalogueOf({ page: { saved: "Gespeichert." } }), english);
    expect([language, say("page.saved"), say("zen.next", { count: 1234 })]).toEqual([
      "de",
      "Gespeichert.",
      "The next 1,234",
    ]);
  });

  it("escapes texts in the places of markup, and the sentence itself, and keeps markup", () => {
    const hostile = catalogueOf({ page: { signInTo: "<i>{{signIn}}</i>" }, zen: { fails: "{{checks}} & {{checks}}" } });
    const { show } = wordsOf("de", hostile, english);
    expect(String(show("page.signInTo", { signIn: html`<a href="/">Sign in</a>` }))).toBe(
      '&lt;i&gt;<a href="/">Sign in</a>&lt;/i&gt;',
    );
    expect(String(show("zen.fails", { checks: "<b>{{checks}}" }))).toBe(
      "&lt;b&gt;{{checks}} &amp; &lt;b&gt;{{checks}}",
    );
  });

  it("says of a text nothing but the text: what shows it escapes it", () => {
    expect(words.say("zen.fails", { checks: "<b>" })).toBe("Fails: <b>");
    expect(String(html`<p>${words.say("zen.fails", { checks: "<b>" })}</p>`)).toBe("<p>Fails: &lt;b&gt;</p>");
  });
});

it("does not compile with a key that there is not, or with another place than the sentence has", () => {
  const { say } = englishWords;
  // @ts-expect-error -- no such sentence
  expect(say("none.such")).toBe("none.such");
  // @ts-expect-error -- the place is called `checks`
  expect(say("zen.fails", { check: "x" })).toBe("Fails: ");
});
