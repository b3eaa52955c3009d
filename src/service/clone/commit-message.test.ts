import { expect, it } from "vitest";
import { renderMessage } from "./commit-message.ts";

it("fills names and drops what stands at the ends of lines", () => {
  const template = "Translated ({{ language_name|upper }})  \n\nBy {{ nobody }}{{stats.all}}\n\n";

  expect(renderMessage(template, { language_name: "Czech", stats: { all: 3 } })).toBe("Translated (CZECH)\n\nBy 3\n");
});

it("is never empty", () => {
  expect(renderMessage("{{ nothing }}", {})).toBe("Update translations\n");
});
