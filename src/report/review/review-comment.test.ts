import { describe, expect, it } from "vitest";
import { aComponent, aLanguage, aReview, aReviewOf, aString } from "../../../test/support/a-review.ts";
import { MAX_COMMENT } from "../../forge/discussion.ts";
import type { BrokenTranslation } from "../../review/index.ts";
import { reviewComment, reviewCommentBy } from "./review-comment.ts";

const linkTo = (path: string, line: number): string => `https://forge.example.org/${path}#L${String(line)}`;
const broken: BrokenTranslation = {
  cause: "translation",
  component: "acme/website",
  language: "de",
  path: "locales/de.json",
  line: 41,
  key: "cart.items",
  source: ["{count} items"],
  target: ["Artikel"],
  findings: [{ check: "placeholders", message: 'Missing "{count}".' }],
};

describe("the comment on a pull request", () => {
  it("is not there where there is nothing to say", () => {
    expect(reviewComment(aReview())).toBeUndefined();
    const brought = aLanguage({ missing: 0, brought: 3 });
    expect(reviewComment(aReviewOf(aComponent({ strings: [], languages: [brought] })))).toBeUndefined();
  });

  it("says what changed, what becomes stale, and where: first what breaks the app", () => {
    const strings = [
      aString(),
      aString({ kind: "changed", key: "cart.items", before: ["{count} items"], after: ["{count} things"], line: 2 }),
      aString({ kind: "renamed", key: "start", previousKey: "home", before: ["Home"], after: ["Home"], line: 9 }),
    ];
    const languages = [
      aLanguage({ language: "fr", before: { translated: 5, total: 9 }, after: { translated: 5, total: 10 } }),
      aLanguage({ outdated: 1, words: 5, after: { translated: 8, total: 10 } }),
    ];
    const review = aReviewOf(
      aComponent({ strings, languages, before: { translated: 14, total: 18 }, after: { translated: 13, total: 20 } }),
      {
        broken: [broken, { ...broken, cause: "source" }, { ...broken, cause: "source", language: "fr" }],
        unknownKeys: [{ key: "cart.itmes", path: "src/cart.ts", line: 7, call: "t", nearest: "cart.items" }],
      },
    );

    const page = (language: string, key: string): string =>
      `https://translate.example.org/translate/acme/website/${language}/?q=key%3A%3D%22${key}%22`;
    const pages = (key: string): string => `[\`fr\`](${page("fr", key)}) [\`de\`](${page("de", key)})`;
    const comment = reviewComment(review, {
      linkTo,
      service: "https://translate.example.org",
      runUrl: "https://forge.example.org/run/1",
      helpUrl: "https://docs.example.org/",
      commands: true,
    });

    expect(comment).toBe(
      [
        "### Translations: 1 string added, 1 changed, 1 renamed",
        "",
        "> **Breaks the app:** 1 translation of this change:",
        ">",
        `> - \`de\` [\`cart.items\`](${page("de", "cart.items")}): Missing "{count}". — [locales/de.json:41](https://forge.example.org/locales/de.json#L41)`,
        "",
        "**3 translations in 2 languages** become stale (about 8 words): 2 missing, 1 outdated. Complete before **77.7\u00a0%**, after **65\u00a0%**.",
        "",
        "| component | complete | added | changed | renamed | stale words |",
        "| --- | :-- | --: | --: | --: | --: |",
        "| [acme/website](https://translate.example.org/projects/acme/website/) | `██████▌░░░` 65\u00a0% ▾\u00a012.7 | 1 | 1 | 1 | 8 |",
        "",
        "**2 translations no longer fit their source** and would break the app until translators renew them:",
        "",
        `- \`cart.items\` in [\`de\`](${page("de", "cart.items")}) and [\`fr\`](${page("fr", "cart.items")}): Missing "{count}". — [locales/en.json:2](https://forge.example.org/locales/en.json#L2)`,
        "",
        "**1 key used before it exists**: no source file has it:",
        "",
        "- `cart.itmes` — [src/cart.ts:7](https://forge.example.org/src/cart.ts#L7) (did you mean `cart.items`?)",
        "",
        "<details><summary>2 languages, furthest behind: French 50 %</summary>",
        "",
        "| language | complete | missing | outdated | stale words |",
        "| --- | :-- | --: | --: | --: |",
        "| [French](https://translate.example.org/translate/acme/website/fr/) `fr` | `█████░░░░░` 50\u00a0% ▾\u00a05.5 | 1 |   | 3 |",
        "| [German](https://translate.example.org/translate/acme/website/de/) `de` | `████████░░` 80\u00a0% ▾\u00a020 | 1 | 1 | 5 |",
        "",
        "</details>",
        "",
        "<details><summary>The strings</summary>",
        "",
        "| key | before | after | translate |",
        "| --- | --- | --- | --- |",
        `| [\`cart.title\`](https://forge.example.org/locales/en.json#L4) | *absent* | Your shopping cart | ${pages("cart.title")} |`,
        `| [\`cart.items\`](https://forge.example.org/locales/en.json#L2) | {count} items | {count} things | ${pages("cart.items")} |`,
        `| \`home\` → [\`start\`](https://forge.example.org/locales/en.json#L9) | Home | *the same text* | ${pages("start")} |`,
        "",
        "</details>",
        "",
        "<sub>The next sync after the merge sends the strings and brings the translations. `/interlinear help` lists what can be asked for here. · [run](https://forge.example.org/run/1) · [what is this?](https://docs.example.org/)</sub>",
      ].join("\n"),
    );
  });

  it("leads from each string and each language straight to where it is translated", () => {
    const strings = [
      aString({ kind: "changed", key: "cart.items", before: ["{count} items"], after: ["{count} things"] }),
      aString({ kind: "removed", key: "old", before: ["Old"], after: undefined }),
    ];
    const languages = [aLanguage(), ...["cs", "fr", "ja"].map((language) => aLanguage({ language, missing: 2 }))];
    const review = aReviewOf(aComponent({ strings, languages }), {
      broken: [broken, { ...broken, cause: "source", language: "fr" }],
    });

    const comment = reviewComment(review, { service: "https://translate.example.org/", pullRequest: 42 }) ?? "";

    const page = (language: string): string =>
      `https://translate.example.org/translate/acme/website/${language}/?q=key%3A%3D%22cart.items%22&pr=42`;
    expect(comment).toContain(`- \`de\` [\`cart.items\`](${page("de")}): Missing`);
    expect(comment).toContain(`- \`cart.items\` in [\`fr\`](${page("fr")}): Missing`);
    expect(comment).toContain("| [French](https://translate.example.org/translate/acme/website/fr/?pr=42) `fr` |");
    const row = comment.split("\n").find((line) => line.startsWith("| `cart.items`")) ?? "";
    expect(row.match(/\]\(([^)]+)\)/g)).toHaveLength(3);
    expect(row).toContain(`[\`fr\`](${page("fr")})`);
    expect(comment).toMatch(/^\| `old` \| Old \| \*absent\* \|\s+\|$/m);
  });

  it("leads to no language that the change removes", () => {
    const languages = [aLanguage({ missing: 0, removed: 2, language: "fr", after: undefined })];
    const review = aReviewOf(aComponent({ languages }));

    const comment = reviewComment(review, { service: "https://translate.example.org/", pullRequest: 42 }) ?? "";

    expect(comment).toContain("| French `fr` | *removed* |");
    expect(comment).not.toContain("/translate/acme/website/fr/");
  });

  it("finds a gettext string by its context and its source", () => {
    const change = aString({ key: "menu\u0004Open", after: ["Open"] });
    const review = aReviewOf(aComponent({ source: "po/app.pot", strings: [change], languages: [aLanguage()] }));

    const comment = reviewComment(review, { service: "https://translate.example.org" }) ?? "";

    expect(comment).toContain("/translate/acme/website/de/?q=key%3A%3D%22menu%22");
  });

  it("leaves out links and offers that nobody made", () => {
    const comment = reviewComment(aReviewOf(aComponent())) ?? "";

    expect(comment).toContain("| acme/website | `█████████░` 90\u00a0% ▾\u00a010 | 1 |");
    expect(comment).not.toMatch(/\]\(|\/interlinear|fork/);
    expect(reviewComment(aReviewOf(aComponent()), { isFork: true })).toContain("nothing of them was run.");
  });

  it("names components that come, go, or cannot be read", () => {
    const kinds = ["new", "removed", "unreadable", "opaque"] as const;
    const nothing = { translated: 0, total: 0 };
    const components = kinds.map((kind) =>
      aComponent({ component: `acme/${kind}`, kind, languages: [], before: nothing, after: nothing }),
    );

    const comment = reviewComment(aReview({ components })) ?? "";

    expect(comment).toContain("| acme/new *(new)* |");
    expect(comment).toContain("| acme/removed *(removed)* |");
    expect(comment).toContain("| acme/unreadable *(cannot be read)* |");
    expect(comment).toContain("| acme/opaque *(a format that is not read here)* |");
    expect(comment).not.toContain("complete");
  });

  it("says that strings are frozen, why, and of how many", () => {
    const strings = [aString(), aString({ kind: "removed", key: "old" })];
    const comment = reviewComment(aReviewOf(aComponent({ strings }), { frozen: "label `string-freeze`" })) ?? "";

    expect(comment).toContain(
      "> **Strings are frozen** (label `string-freeze`): 1 new or changed source string must wait",
    );
    const removals = aReviewOf(aComponent({ strings: strings.slice(1) }), { frozen: "label" });
    expect(reviewComment(removals)).not.toContain("frozen");
  });

  it("obeys nothing that a stranger wrote", () => {
    const text =
      "<script>alert(1)</script> @org/team #12 | pipe ```\n::error::x </details> [x](http://evil.example) <!-- interlinear:review --> $a$";
    const review = aReviewOf(
      aComponent({ component: `acme/${text}`, strings: [aString({ key: text, after: [text] })] }),
      {
        broken: [
          { ...broken, key: text, path: text, language: text, findings: [{ check: "placeholders", message: text }] },
        ],
        unreadable: [{ component: "c", path: text, line: 1, column: 1, message: text }],
        unknownKeys: [{ key: text, path: text, line: 1, call: text, nearest: text }],
        strayKeys: [{ component: "c", language: "de", key: text, path: text, line: 1 }],
        mistakes: [{ code: "IL-M05", message: text, path: text, line: 1, hint: text }],
        frozen: text,
      },
    );

    const comment =
      reviewComment(review, {
        linkTo: (path, line) => `https://forge.example.org/${encodeURIComponent(path)}#L${String(line)}`,
      }) ?? "";

    expect(comment).not.toMatch(/<script|<!--|@org|(?<!&)#12|```|\]\(http:\/\/evil|^::|\$a\$/m);
    expect(comment.match(/<\/details>/g)).toHaveLength(2);
    const tables = comment.split("\n\n").filter((part) => part.startsWith("| "));
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      const [head, ...rows] = table.split("\n").map((row) => row.split("|").length);
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.every((cells) => cells === head)).toBe(true);
    }
  });

  it("fits into a comment with a thousand strings, a hundred languages and many mistakes, and says where the rest is", () => {
    const strings = Array.from({ length: 1_000 }, (_, index) =>
      aString({ key: `key.${String(index)}`, after: ["ü".repeat(500)] }),
    );
    const languages = Array.from({ length: 100 }, (_, index) => aLanguage({ language: `x${String(index)}` }));
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...broken,
      key: `key.${"k".repeat(70)}.${String(index)}`,
    }));
    const comment = reviewComment(aReviewOf(aComponent({ strings, languages }), { broken: many }), {
      linkTo: (path, line) => linkTo("x".repeat(300) + path, line),
      runUrl: "https://forge.example.org/run/1",
    });

    expect(Buffer.byteLength(comment ?? "")).toBeLessThan(MAX_COMMENT);
    expect(comment).toContain("1,000 strings added");
    expect(comment).toContain("more strings: the [job summary](https://forge.example.org/run/1) has them all.");
    expect(comment).toMatch(/<\/sub>$/);
  });
});

describe("the comment by a template of somebody's own", () => {
  const review = aReviewOf(aComponent());

  it("holds the standard comment where the template wants it, and figures", () => {
    const template = "Please wait for the translators: {{ stale }} of {{ added }}.\n\n{{ standard }}\n";
    const { text, note } = reviewCommentBy({ name: "t", template }, review);
    expect(text).toBe(`Please wait for the translators: 1 of 1.\n\n${reviewComment(review) ?? ""}`);
    expect(note).toBeUndefined();
  });

  it("is not there where there is nothing to say", () => {
    expect(reviewCommentBy({ name: "t", template: "Always" }, aReview())).toEqual({ text: undefined });
  });

  it.each([
    ["{{ nobody }}", '"nobody" is no variable'],
    ["{% if mistakes > 9 %}x{% endif %}", "it came out empty"],
  ])("is the standard one where %s cannot be filled in, with a note", (template, reason) => {
    const { text, note } = reviewCommentBy({ name: "review-comment", template }, review);
    expect(text).toBe(reviewComment(review));
    expect(note).toContain(`"review-comment" could not be filled in: ${reason}`);
  });

  it("escapes what is not ours, and shows our own marks instead of obeying them", () => {
    const hostile = aReviewOf(aComponent({ component: "acme/<img src=x> @octocat" }));
    const template = "<!-- interlinear:answer -->{% for each in components %}{{ each }}{% endfor %}";
    const { text } = reviewCommentBy({ name: "t", template }, hostile);
    expect(text).not.toMatch(/<img|@octocat|<!-- interlinear/);
  });

  it("stays below what a comment holds, whatever a template repeats", () => {
    const many = aReviewOf(
      aComponent({ strings: Array.from({ length: 2_000 }, (_, at) => aString({ key: `k${String(at)}` })) }),
    );
    const template = "{% for i in (1..40) %}{{ standard }}{% endfor %}";
    const { text = "" } = reviewCommentBy({ name: "t", template }, many);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_COMMENT);
  });
});
