import { expect, test } from "vitest";
import { aBrokenText } from "../../../test/support/run-result.ts";
import { brokenSection } from "./broken-section.ts";

const service = "https://translate.example.org";
const linkTo = (path: string, line: number): string => `https://git.example/${path}#L${String(line)}`;

test("every text that would break the app is a row: where, what is wrong, what is expected, all texts, the unit's page", () => {
  const broken = [
    aBrokenText(),
    aBrokenText({ key: "new", line: 0, repository: undefined }),
    aBrokenText({
      isHeldBack: false,
      findings: [
        { check: "xml-tags", form: 0, message: "Missing <b>." },
        { check: "xml-tags", form: 1, message: "Missing <b>." },
      ],
    }),
  ];

  expect(brokenSection(broken, { service, linkTo }, 10)).toMatchInlineSnapshot(`
    "**2 strings held back**: the new text would break the app, so the old one stays until it is mended on the service.
    **1 string would break the app** and went through all the same (\`checks: report\`).

    | string | what is wrong | source | here | on the service |
    | --- | --- | --- | --- | --- |
    | \`de\` [\`cart.items\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) [locales/de.json:41](https://git.example/locales/de.json#L41) | Missing "{count}". \`perl_brace_format\` | {count} items | {count} Artikel | Artikel |
    | \`de\` [\`new\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) locales/de.json | Missing "{count}". \`perl_brace_format\` | {count} items | *absent* | Artikel |
    | \`de\` [\`cart.items\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) [locales/de.json:41](https://git.example/locales/de.json#L41) | Missing &lt;b&gt;. \`xml-tags\` | {count} items | {count} Artikel | Artikel |"
  `);
});

test("the texts of strangers stay texts", () => {
  const section = brokenSection([aBrokenText({ service: ["@everyone | <img src=x>"] })], { service }, 10);

  expect(section).not.toMatch(/@everyone|<img/);
  expect(
    section
      .split("\n")
      .at(-1)
      ?.match(/(?<!\\)\|/g),
  ).toHaveLength(6);
});

test("a unit's address that leads elsewhere is no link", () => {
  expect(brokenSection([aBrokenText({ url: "https://evil.example/x" })], { service }, 10)).not.toContain(
    "evil.example",
  );
});

test("what does not fit is counted", () => {
  const broken = Array.from({ length: 5 }, () => aBrokenText());

  expect(brokenSection(broken, { service }, 2)).toContain("… and 3 more strings.");
  expect(brokenSection(broken, { service }, 0).split("\n")[0]).toContain("5 strings held back");
  expect(brokenSection([], { service }, 2)).toBe("");
});
