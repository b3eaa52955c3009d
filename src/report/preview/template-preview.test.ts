import { describe, expect, test } from "vitest";
import { templatePreview } from "./template-preview.ts";
import { knownVariables, type TrialKind } from "./template-trial.ts";

describe("what a template makes of made-up data", () => {
  test.each<readonly [TrialKind, string, string]>([
    ["line", "i18n({{ languages }}): {{ strings }}", "i18n(German): 1"],
    ["line", "{{ standard }}", "Translations: German (1 string)"],
    ["markdown", "# Hello\n{{ standard }}", "# Hello\n**1 string in 1 language**"],
    ["review", "{{ added }} added, {{ stale }} stale in {{ languages }}", "1 added, 2 stale in de"],
    ["review", "> {{ headline }}\n\n{{ standard }}", "> 1 string added, 1 changed\n\n### Translations: "],
  ])("of a %s, %j is shown as people will see it", (kind, template, text) => {
    const preview = templatePreview(kind, template);
    expect("text" in preview ? preview.text : preview.fault.message).toContain(text);
  });

  test.each<readonly [TrialKind, string, string]>([
    ["line", "{{ nobody }}", '"nobody" is no variable'],
    ["line", "{{ group }}", "It comes out empty."],
    ["markdown", "{% if strings %}", "not closed"],
    ["review", "{{ table }}", '"table" is no variable'],
    ["review", "{% if mistakes > 100 %}text{% endif %}", "It comes out empty."],
    ["review", "{% include 'x' %}", 'there is no tag "include"'],
  ])("of a %s, %j is refused: %s", (kind, template, message) => {
    const preview = templatePreview(kind, template);
    expect("fault" in preview ? preview.fault.message : preview.text).toContain(message);
  });

  test("a review's template knows the comment and its figures, and nothing of a run", () => {
    expect(knownVariables("review")).toEqual(expect.arrayContaining(["standard", "headline", "added", "broken"]));
    expect(knownVariables("review")).not.toContain("translators");
  });
});
