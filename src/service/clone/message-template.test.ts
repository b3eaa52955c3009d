import { describe, expect, it } from "vitest";
import { renderTemplate } from "./message-template.ts";

const values = {
  language_name: "Czech",
  filename: "po/app/cs.po",
  url: "",
  stats: { all: 12, translated: 3 },
  linked: [
    { name: "App", project_name: "Demo" },
    { name: "Site", project_name: "Other" },
  ],
};

function rendered(template: string): string {
  return renderTemplate(template, values);
}

describe("names and filters", () => {
  it.each([
    ["{{ language_name }} {{language_name|lower}}", "Czech czech"],
    ["{{ stats.translated }} of {{ stats.all }}", "3 of 12"],
    ['{{ url|default:"no | link" }}', "no | link"],
    ["{{ nobody }}{{ stats.nobody.at.all }}{{ stats }}", ""],
    ["{{ linked|length }} {{ linked.0.name }}", "2 App"],
    ["{{ filename|dirname }} {{ filename|basename|stripext }} {{ filename|parentdir }}", "po/app cs app/cs.po"],
    ['{{ filename|replace:"/app/other/" }}', "po/other/cs.po"],
    ["{{ language_name|unknown_filter:3 }}", "Czech"],
    ["{{ constructor }}{{ stats.toString }}{{ language_name|constructor }}", "Czech"],
    ["{{ language_name|truncatechars:3 }}", "Cz…"],
  ])("%s", (template, text) => {
    expect(rendered(template)).toBe(text);
  });
});

describe("blocks", () => {
  it.each([
    ["{% if url %}at {{ url }}{% else %}nowhere{% endif %}", "nowhere"],
    ["{% if not url and stats.all > 10 %}yes{% endif %}", "yes"],
    ['{% if stats.all == 11 or language_name == "Czech" %}yes{% endif %}', "yes"],
    ["{% if stats.all < 3 %}few{% elif stats.all <= 12 %}some{% else %}many{% endif %}", "some"],
    ['{% if "Cz" in language_name %}in{% endif %}{% if "x" not in language_name %} out{% endif %}', "in out"],
    ["{% for one in linked %}* {{ one.project_name }}/{{ one.name }}\n{% endfor %}", "* Demo/App\n* Other/Site\n"],
    ["{% for one in nobody %}x{% empty %}none{% endfor %}", "none"],
    [
      '{% if linked %}{% for one in linked %}{% if one.name != "App" %}{{ one.name }}{% endif %}{% endfor %}{% endif %}',
      "Site",
    ],
    ["a{# note #}b{% comment %}{{ c }}{% endcomment %}d", "abd"],
    ["{% load i18n %}text{% endif %} goes on", "text goes on"],
    ["{% if url %}never closed", ""],
  ])("%s", (template, text) => {
    expect(rendered(template)).toBe(text);
  });
});
