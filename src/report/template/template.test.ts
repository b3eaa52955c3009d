import { describe, expect, test } from "vitest";
import { aFile, aRun } from "../../../test/support/run-result.ts";
import { bodyVariables, lineVariables } from "../pull-request/template-variables.ts";
import { digestOf } from "../run/run-digest.ts";
import { renderTemplate, type TemplateKind } from "./template.ts";

const hostile = "</details><img src=x> @octocat closes #1 [skip ci]\n## Head";
const run = aRun({
  files: [
    aFile(),
    aFile({ language: "cs", languageName: hostile, path: "locales/cs.json" }),
    aFile({ component: "tools/cli", path: "cli/de.json" }),
  ],
});
const parts = {
  standard: "**all**",
  table: "| a |",
  conflicts_section: "",
  held_back_section: "",
  changes_section: "",
  notices: "",
  credits: "Ana",
};

function filled(kind: TemplateKind, template: string): string {
  const context = { base: "main", branch: "interlinear/main" };
  const variables =
    kind === "line" ? lineVariables(run, digestOf(run), context) : bodyVariables(run, digestOf(run), context, parts);
  const rendered = renderTemplate(kind, template, variables);
  return "text" in rendered ? rendered.text : `fault: ${rendered.fault.message}`;
}

describe("in a title", () => {
  test.each([
    ["{{ languages | size }} languages", "2 languages"],
    ["{{languages|size}}", "2"],
    ["{{ strings }}/{{ files }}", "3/3"],
    ["{{ components }} ({{ components | size }})", "acme/website and tools/cli (2)"],
    ["{{ projects }}", "acme and tools"],
    ["{{ languages | map: 'code' | sort | join: '+' }}", "cs+de"],
    ["{% for language in languages %}{{ language.code }}:{{ language.added }} {% endfor %}", "cs:1 de:2 "],
    ["{% if group %}{{ group }}{% else %}all{% endif %} of {{ base }}", "all of main"],
    ["{{ languages[1].name }} {{ languages[1].percent }}", "German "],
    ["{{ service }}", "https:\u200b//translate.example.org"],
    ["[skip ci] stays, since the mapping says so", "[skip ci] stays, since the mapping says so"],
  ])("%s becomes %s", (template, text) => {
    expect(filled("line", template)).toBe(text);
  });

  test("texts of strangers lose their references and line ends", () => {
    const text = filled("line", "{{ languages }}");

    expect(text).not.toMatch(/@octocat|#1|\[skip ci\]|\n/);
    expect(text).toContain("German");
  });
});

describe("in a text", () => {
  test("parts of ours are Markdown, addresses are addresses, and everything else is text", () => {
    expect(filled("markdown", "# Hi\n{{ standard }}\n{{ table }}")).toBe("# Hi\n**all**\n| a |");
    expect(filled("markdown", "[here]({{ service }})")).toBe("[here](https://translate.example.org/)");
    expect(filled("markdown", "{{ languages[1].url }}")).toBe(""); // in two components
    const names = filled("markdown", "{% for language in languages %}{{ language }}{% endfor %}");
    expect(names).not.toMatch(/<img|@octocat|\n/);
    expect(names).toContain("&lt;img");
  });

  test.each([
    "{% echo languages[0] %}",
    "{% cycle languages[0].name, 'b' %}",
    "{% assign name = languages[0].name %}{{ name }}",
    "{% liquid echo languages[0].name %}",
    "{{ languages | map: 'name' | join }}",
    "{{ languages | first }}",
    "{{ languages[0].name | append: '' }}",
  ])("no filter lets a stranger's text through as it is: %s", (template) => {
    expect(filled("markdown", template)).not.toMatch(/<img|@octocat/);
  });
});

test("an address of the service's that leads elsewhere is none", () => {
  const elsewhere = aRun({ files: [aFile({ translateUrl: "https://evil.example/" })] });
  const variables = lineVariables(elsewhere, digestOf(elsewhere), {});

  expect(renderTemplate("markdown", "[{{ languages[0] }}]({{ languages[0].url }})", variables)).toEqual({
    text: "[German]()",
  });
});

test.each([
  ["{{ nobody }}", '"nobody" is no variable'],
  ["{{ languages[0].nme }}", '"languages.0.nme" is no variable'],
  ["{{ languages[0].constructor }}", '"languages.0.constructor" is no variable'],
  ["{{ table }}", '"table" is no variable'],
  ["{{ strings | raw }}", 'there is no filter "raw"'],
  ["{{ languages | json }}", 'there is no filter "json"'],
  ["{% include '/etc/passwd' %}", 'there is no tag "include"'],
  ["{% render 'x' %}", 'there is no tag "render"'],
  ["{% layout 'x' %}", 'there is no tag "layout"'],
  ["{% capture a %}x{% endcapture %}", 'there is no tag "capture"'],
  ["{{ strings", 'output "{{ strings" not closed (line 1, column 1)'],
  ["{% if strings %}", "tag {% if strings %} not closed (line 1, column 1)"],
  ["{% for i in (1..900000000) %}a{% endfor %}", "memory alloc limit exceeded (line 1, column 1)"],
  ["{% for i in (1..19000000) %}{% endfor %}", "template render limit exceeded (line 1, column 1)"],
])("in a title, %s is refused: %s", (template, message) => {
  expect(filled("line", template)).toBe(`fault: ${message}`);
});
