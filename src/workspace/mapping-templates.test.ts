import { expect, test } from "vitest";
import { MappingError } from "../mapping/errors.ts";
import { loadMapping } from "../mapping/load.ts";
import { checkTemplates } from "./mapping-templates.ts";

function problems(settings: string): readonly string[] {
  const mapping = loadMapping(
    `version: 1
service: https://translate.example.org
components:
  - component: acme/website
    source: en.json
    translations: "{language}.json"
${settings}`,
    "interlinear.yml",
  );
  try {
    checkTemplates(mapping);
    return [];
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return error.problems.map(({ code, message, place, note }) =>
      [`${String(place.line)}:${String(place.column)}`, code, message, note ?? ""].join(" ").trim(),
    );
  }
}

test.each([
  [
    "an unknown variable, with its place",
    'pull-request: { title: "i18n: {{ langages }}" }',
    '7:34 IL-M13 the template "pull-request.title" does not work: "langages" is no variable did you mean "languages"?',
  ],
  [
    "one where no run comes by",
    'commit: { message: "{% if strings == 77 %}{{ nope }}{% endif %}" }',
    '7:46 IL-M13 the template "commit.message" does not work: "nope" is no variable',
  ],
  [
    "one of a text in a title",
    'pull-request: { title: "{{ table }}" }',
    '7:28 IL-M13 the template "pull-request.title" does not work: "table" is no variable',
  ],
  [
    "an unknown filter",
    'pull-request: { body: "{{ strings | shout }}" }',
    '7:37 IL-M13 the template "pull-request.body" does not work: there is no filter "shout"',
  ],
  [
    "what is no template at all",
    'commit: { message: "{{ strings" }',
    '7:21 IL-M13 the template "commit.message" does not work: output "{{ strings" not closed (line 1, column 1)',
  ],
])("a mapping is refused for %s", (_, settings, problem) => {
  expect(problems(settings)).toEqual([problem]);
});

test("templates that hold for a run with everything and for one with almost nothing are taken", () => {
  expect(
    problems(`pull-request:
  title: "{% if group %}{{ group.key }}: {% endif %}{{ languages }}"
  body: |
    {{ standard }}
    {% for conflict in conflicts %}- {{ conflict }} {{ conflict.place }} {{ conflict.taken }}
    {% endfor %}
    {% for text in held_back %}- [{{ text }}]({{ text.url }}): {{ text.reason }}
    {% endfor %}
    {% for person in translators %}{{ person.name }} {{ person.strings }}{% endfor %}
    {% if run_url %}[run]({{ run_url }}){% endif %} {{ table }} {{ credits }}
commit:
  message: "chore(i18n): {{ strings }} strings"
`),
  ).toEqual([]);
});
