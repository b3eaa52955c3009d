import { expect, it } from "vitest";
import { renderMessage } from "./commit-message.ts";

it("fills names, drops filters, blocks and names nobody knows", () => {
  const template = "Translated ({{ language_name|upper }}){% if x %}!{% endif %}\n\nBy {{ nobody }}{{stats.all}}\n\n";

  expect(renderMessage(template, { language_name: "Czech", "stats.all": 3 })).toBe("Translated (Czech)!\n\nBy 3\n");
});

it("is never empty", () => {
  expect(renderMessage("{{ nothing }}", {})).toBe("Update translations\n");
});
